import type { Field } from '../../lib/address/fields.ts';

/**
 * The sort after a press on a heading. The third press removes the sort. If that would restore the current default
 * sort, the sort is reversed instead, so that the press changes something.
 */
export function getNextSort<Sort extends string>(
  { read }: Field<Sort>,
  next: string | undefined,
  now: Sort,
  first: Sort,
): Sort | undefined {
  if (next !== undefined) return read(next);
  return now === first ? read(first.startsWith('-') ? first.slice(1) : `-${first}`) : undefined;
}
