import type { PageRange } from '../../store/scoped-queries.ts';

/** So many are passed over in less time than it takes to ask an ordered list. */
const ROWS_PASSED_OVER = 1_000;

/** A page that is reached by passing over the rows before it. */
export function isNear({ start, limit }: PageRange): boolean {
  return start + limit <= ROWS_PASSED_OVER;
}

/** Nothing is left out, and the order is that of the ids. */
export function isWholeList(query: PageRange & { readonly q?: string; readonly sort?: string }): boolean {
  const { start, limit, sort = 'id', q = '', ...filters } = query;
  return sort === 'id' && q.trim() === '' && Object.values(filters).every((filter) => filter === undefined);
}
