import { queryOptions } from '@tanstack/react-query';
import type { NewsSubject } from '../../../shared/contract/bridge.ts';
import type { RowId } from './row-source.ts';

/** What the API answers to one page of a list. */
interface PageAnswer<Row, Sums> {
  /** All rows that the search selects. */
  readonly total: number;
  readonly data: readonly Row[];
  /** Over all of these rows; null where the API gives none. */
  readonly sums: Sums;
}

/** A list of the API that is too long to be read at once. A constant of its module. */
export interface PagedList<Search, Row, Sums = null> {
  /** Begins the key of everything read of the list, whatever the search. */
  readonly key: readonly [string];
  /** What its rows are made of: they are read again when that changes. */
  readonly follows: readonly NewsSubject[];
  readonly pageSize: number;
  readonly rowId: (row: Row) => RowId;
  readonly readPage: (
    search: Search,
    page: { readonly start: number; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<PageAnswer<Row, Sums>>;
}

export interface RowPage<Search, Row, Sums> extends PageAnswer<Row, Sums> {
  /** What this page answers, so that rows kept while another search loads are known for what they are. */
  readonly search: Search;
}

/** One page; pages count from 0. */
export function pageQuery<Search, Row, Sums>(
  list: PagedList<Search, Row, Sums>,
  search: Search,
  page: number,
) {
  const { pageSize } = list;
  return queryOptions({
    queryKey: [...list.key, search, page],
    meta: { follows: list.follows },
    queryFn: async ({ signal }): Promise<RowPage<Search, Row, Sums>> => ({
      ...(await list.readPage(search, { start: page * pageSize, limit: pageSize }, signal)),
      search,
    }),
  });
}
