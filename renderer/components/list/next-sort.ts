import type { Field } from '../../lib/address/fields.ts';

/**
 * The sort after a press on a heading of a list. A heading that is pressed for the third time asks for no sort; where that
 * is the sort that the list begins with, it is reversed instead, as the press would otherwise change nothing.
 */
export function nextSort<Sort extends string>(
  { read }: Field<Sort>,
  next: string | undefined,
  now: Sort,
  first: Sort,
): Sort | undefined {
  if (next !== undefined) return read(next);
  return now === first ? read(first.startsWith('-') ? first.slice(1) : `-${first}`) : undefined;
}
