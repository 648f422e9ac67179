/** Rows of a page; whoever asks for more at once is likely to want the whole list. */
const MOST_OF_A_LOOK = 100;

/** Whether a query is for so many rows at once that nobody who looks at a list should wait for it. */
export function isBigPage(query: unknown): boolean {
  if (typeof query !== 'object' || query === null || !('limit' in query)) return false;
  return typeof query.limit === 'number' && query.limit > MOST_OF_A_LOOK;
}
