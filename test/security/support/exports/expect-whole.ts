import { expect } from 'vitest';
import type { MovingList } from './moving-list.ts';

type Calls = MovingList['calls'];

/**
 * What is in a file that tells of no shortfall is the list at its last page. Where more than one row came or went
 * between two pages it has at least each row that was there all the time, none that never was, and as many.
 */
export function expectWhole(ids: readonly number[], list: MovingList): void {
  const calls = lastDrainOf(list);
  const states = calls.map((call) => call.ids);
  if (!hasRaced(calls)) expect(ids).toEqual(states.at(-1));
  const inFile = new Set(ids);
  const sets = states.map((state) => new Set(state));
  const throughout = (states[0] ?? []).filter((id) => sets.every((state) => state.has(id)));
  expect(throughout.filter((id) => !inFile.has(id))).toEqual([]);
  expect(ids.filter((id) => !sets.some((state) => state.has(id)))).toEqual([]);
  expect(ids).toHaveLength(states.at(-1)?.length ?? 0);
}

/** The pages of the last drain, which begins at the last first page. What is asked for a count alone is no page. */
function lastDrainOf({ calls }: MovingList): Calls {
  const pages = calls.filter(({ limit }) => limit > 1);
  return pages.slice(pages.findLastIndex(({ start }) => start === 0));
}

/** One row that comes may hide another that goes. */
function hasRaced(calls: Calls): boolean {
  const moves = calls.filter(({ hasRows }) => hasRows).map((call) => call.moves);
  return moves.some((count, index) => count - (moves[index - 1] ?? count) > 1);
}
