import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createApiClient } from '../../../electron/api-client/api-client.ts';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createKeyedPlatform } from '../../../electron/platform/remote/keyed-platform.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import {
  FAST_HISTORIES,
  type MovingList,
  PAGED,
  SLOW_HISTORIES,
  tallyOutcomes,
} from '../support/exports/judged-export.ts';
import { startFakeService, upstreamPlatform } from '../support/exports/upstream-platform.ts';

const RUNS = { seed: 7, numRuns: 40 };
const BY_ID = { dataset: 'price-list', filters: {}, columns: ['sku'] } as const;

/** A platform over the API of a service on a real port, whose list is that of the present history. */
async function servedLists() {
  let present: MovingList | null = null;
  const current = (): MovingList => {
    if (!present) throw new Error('there is no list yet');
    return present;
  };
  const list: MovingList = {
    get calls() {
      return current().calls;
    },
    page: (start, limit) => current().page(start, limit),
  };
  const baseAddress = await startFakeService(upstreamPlatform(list));
  const client = createApiClient({ baseAddress, clock });
  const { log } = createLogRecorder();
  /** As a new deployment, of which nothing is remembered. */
  return (next: MovingList) => {
    present = next;
    return createKeyedPlatform({ send: (path) => client.send({ method: 'GET', path }), clock, log });
  };
}

describe.each([
  ...PAGED.map((listed) => ({ ...listed, order: 'its order' })),
  { ...BY_ID, columns: [...BY_ID.columns], order: 'the order of ids' },
])('$dataset in $order, read over HTTP from a list that changes meanwhile', ({ order: _, ...listed }) => {
  it('is complete or reports that it is not', async () => {
    const serve = await servedLists();
    const tally = await tallyOutcomes(listed, fc.oneof(SLOW_HISTORIES, FAST_HISTORIES), RUNS, serve);

    expect(Math.min(...Object.values(tally))).toBeGreaterThan(1);
  });
});
