import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Clock } from '../../base/clock.ts';
import { PlatformError } from '../platform-error.ts';
import { createDayNotes } from './day-notes.ts';
import { UNUSED_ID } from './parameter-proof.ts';

interface Places {
  readonly shop_id?: number[];
  readonly location_id?: number[];
}

/** A report whose answer does not say of which places it is. */
interface PlacelessReport<Query extends Places, Answer> {
  readonly endpoint: Endpoint;
  readonly read: (query: Query) => Promise<Answer>;
  /** Whether nothing was sold: then the report of other places may be the same. */
  readonly isEmpty: (answer: Answer) => boolean;
}

/**
 * Reads a report of places. Once a day the deployment is asked for a place that does not exist, to see that it does not
 * answer the same. Throws `PlatformError` `query_refused` if it does.
 */
export function createPlaceProof(clock: Pick<Clock, 'now'>) {
  const proven = createDayNotes(clock);

  return async <Query extends Places, Answer>(
    report: PlacelessReport<Query, Answer>,
    query: Query,
  ): Promise<Answer> => {
    const { endpoint, isEmpty } = report;
    const answer = await report.read(query);
    for (const name of ['shop_id', 'location_id'] as const) {
      if (query[name] === undefined || isEmpty(answer) || proven.has(endpoint, name)) continue;
      const elsewhere = await nullIfRefused(report.read({ ...query, [name]: [UNUSED_ID] }));
      if (JSON.stringify(elsewhere) === JSON.stringify(answer)) {
        throw new PlatformError(
          'query_refused',
          `${name} is not possible at ${endpoint.path}: the platform ignores it.`,
        );
      }
      proven.add(endpoint, name);
    }
    return answer;
  };
}

async function nullIfRefused<Answer>(reading: Promise<Answer>): Promise<Answer | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'query_refused') return null;
    throw error;
  }
}
