import type { MissingParameter } from '../../../shared/contract/connection.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { getAgeMs } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Endpoint parameters that were added within the last day. */
export function createDaySet(clock: Pick<Clock, 'now'>) {
  const notes = new Map<string, MissingParameter & { readonly at: number }>();
  return {
    add({ path }: Endpoint, parameter: string): void {
      notes.set(`${path} ${parameter}`, { path, parameter, at: clock.now() });
    },
    has({ path }: Endpoint, parameter: string): boolean {
      const note = notes.get(`${path} ${parameter}`);
      return note !== undefined && getAgeMs(clock, note.at) < DAY_MS;
    },
    list: (): readonly MissingParameter[] =>
      [...notes.values()]
        .filter(({ at }) => getAgeMs(clock, at) < DAY_MS)
        .map(({ path, parameter }) => ({ path, parameter })),
  };
}
