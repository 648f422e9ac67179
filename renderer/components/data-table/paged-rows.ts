import { useDebouncedValue } from '@mantine/hooks';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { NewsSubject } from '../../../shared/contract/window.ts';
import {
  ListChanged,
  positionsOf,
  type ReadingWatch,
  type RowId,
  type RowRanges,
  type RowSource,
  rowsIn,
} from './row-source.ts';

interface PageRange {
  readonly first: number;
  readonly last: number;
}

export interface PagedRows<Search, Row, Sums> {
  readonly source: RowSource<Row>;
  /** Rows that have been read and are near the screen. */
  readonly loaded: readonly Row[];
  /** Over all rows; undefined while nothing is read. */
  readonly sums: Sums | undefined;
  /** The search of the visible rows: the previous one while the new one is loading. */
  readonly visibleSearch: Search;
  /** The rows are those of the search before. */
  readonly isReplaced: boolean;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  /** Set when there is nothing to show for the search. */
  readonly error: Error | null;
  /** The last reading of something visible failed. */
  readonly isError: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => void;
}

/** A dragged scroll bar passes pages that need not be read. */
const SETTLE_MS = 60;

/**
 * A long list of which only the pages in view are read, and the first one, for the number of rows; nothing while it is
 * not `isWanted`.
 */
export function usePagedRows<Search, Row, Sums>(
  list: PagedList<Search, Row, Sums>,
  search: Search,
  isWanted = true,
): PagedRows<Search, Row, Sums> {
  const { pageSize } = list;
  const client = useQueryClient();
  const [passing, setPassing] = useState<PageRange>({ first: 0, last: 0 });
  const [inView] = useDebouncedValue(passing, SETTLE_MS);
  const first = useQuery({ ...pageQuery(list, search, 0), placeholderData: keepPreviousData, enabled: isWanted });
  const visibleSearch = first.data?.search ?? search;
  const total = first.data?.total ?? 0;
  const further = useMemo(() => furtherPages(inView, total, pageSize), [inView, total, pageSize]);
  const pages = useQueries({
    queries: further.map((page) => pageQuery(list, visibleSearch, page)),
    combine: summaryOf<Search, Row, Sums>,
  });

  const onRangeNeeded = useCallback(
    (from: number, to: number) => {
      const next = { first: Math.floor(from / pageSize), last: Math.floor(to / pageSize) };
      setPassing((range) => (range.first === next.first && range.last === next.last ? range : next));
    },
    [pageSize],
  );
  const rowsByPage = useMemo(() => {
    const read = further.map((page, index) => [page, pages.rows[index] ?? []] as const);
    return new Map([[0, first.data?.data ?? []], ...read]);
  }, [further, pages.rows, first.data]);
  const loadRanges = useCallback(
    (ranges: RowRanges, watch?: ReadingWatch) =>
      readRanges(client, { list, search: visibleSearch, total, ranges, watch }),
    [client, list, visibleSearch, total],
  );
  const source = useMemo(() => {
    const rowAt = (index: number) => rowsByPage.get(Math.floor(index / pageSize))?.[index % pageSize];
    const chunks = [...rowsByPage].map(([page, rows]) => [page * pageSize, rows] as const);
    const positions = positionsOf(list.rowId, chunks);
    return { rowCount: total, rowAt, rowId: list.rowId, positions, onRangeNeeded, loadRanges };
  }, [rowsByPage, total, list, pageSize, onRangeNeeded, loadRanges]);

  return {
    source,
    loaded: useMemo(() => [...rowsByPage.values()].flat(), [rowsByPage]),
    sums: first.data?.sums,
    visibleSearch,
    isReplaced: first.isPlaceholderData,
    isLoading: first.isPending,
    isFetching: first.isFetching,
    error: first.data ? null : first.error,
    isError: first.isRefetchError || pages.hasFailed,
    dataUpdatedAt: first.dataUpdatedAt,
    refetch: () => void client.invalidateQueries({ queryKey: list.key }),
  };
}

function summaryOf<Search, Row, Sums>(results: UseQueryResult<RowPage<Search, Row, Sums>>[]) {
  return {
    rows: results.map((result) => result.data?.data),
    hasFailed: results.some((result) => result.isError),
  };
}

function furtherPages({ first, last }: PageRange, total: number, pageSize: number): readonly number[] {
  const lastPage = Math.min(last, Math.ceil(total / pageSize) - 1);
  const pages: number[] = [];
  for (let page = Math.max(first, 1); page <= lastPage; page += 1) pages.push(page);
  return pages;
}

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
  /** Pages in view are read again this often; by default only when what they follow changes. */
  readonly refreshEveryMs?: number;
  readonly rowId: (row: Row) => RowId;
  readonly readPage: (
    search: Search,
    page: { readonly start: number; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<PageAnswer<Row, Sums>>;
}

interface RowPage<Search, Row, Sums> extends PageAnswer<Row, Sums> {
  /** The search of this page, which identifies rows that stay while another search loads. */
  readonly search: Search;
}

/** One page; pages count from 0. */
function pageQuery<Search, Row, Sums>(list: PagedList<Search, Row, Sums>, search: Search, page: number) {
  const { pageSize, refreshEveryMs } = list;
  return queryOptions({
    queryKey: [...list.key, search, page],
    meta: { follows: list.follows },
    ...(refreshEveryMs !== undefined && { staleTime: 0, refetchInterval: refreshEveryMs }),
    queryFn: async ({ signal }): Promise<RowPage<Search, Row, Sums>> => ({
      ...(await list.readPage(search, { start: page * pageSize, limit: pageSize }, signal)),
      search,
    }),
  });
}

/** All rows of a list that has `total` of them, as they are now; rejects with `ListChanged` if it has not. */
export function readAllRows<Search, Row, Sums>(
  client: QueryClient,
  { signal, ...all }: Pick<Choice<Search, Row, Sums>, 'list' | 'search' | 'total'> & Pick<ReadingWatch, 'signal'>,
): Promise<readonly Row[]> {
  const ranges: RowRanges = all.total === 0 ? [] : [[0, all.total - 1]];
  return readRanges(client, { ...all, ranges, watch: { signal, onRead: () => {} } });
}

interface Choice<Search, Row, Sums> {
  readonly list: PagedList<Search, Row, Sums>;
  readonly search: Search;
  readonly ranges: RowRanges;
  /** Rows of the list in which the ranges were chosen. */
  readonly total: number;
  readonly watch: ReadingWatch | undefined;
}

/** By number, from 0. */
type Pages<Search, Row, Sums> = ReadonlyMap<number, RowPage<Search, Row, Sums>>;

const TRIES = 2;

/** The rows of all ranges, from pages that are read now and hold together; rejects with `ListChanged` if none do. */
async function readRanges<Search, Row, Sums>(
  client: QueryClient,
  choice: Choice<Search, Row, Sums>,
): Promise<readonly Row[]> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const pages = await readPages(client, choice);
    const rows = chosenRows(pages, choice);
    if (rows && holdTogether(pages, choice)) return rows;
  }
  throw new ListChanged('the list changed while it was read');
}

async function readPages<Search, Row, Sums>(
  client: QueryClient,
  { list, search, ranges, watch }: Choice<Search, Row, Sums>,
): Promise<Pages<Search, Row, Sums>> {
  const pages = new Map<number, RowPage<Search, Row, Sums>>();
  for (const [first, last] of ranges) {
    for (let page = Math.floor(first / list.pageSize); page * list.pageSize <= last; page += 1) {
      if (pages.has(page)) continue;
      watch?.signal.throwIfAborted();
      pages.set(page, await client.fetchQuery({ ...pageQuery(list, search, page), staleTime: 0 }));
      watch?.onRead(Math.min(pages.size * list.pageSize, rowsIn(ranges)));
    }
  }
  return pages;
}

/** Null where a page has fewer rows than were chosen. */
function chosenRows<Search, Row, Sums>(
  pages: Pages<Search, Row, Sums>,
  { list: { pageSize }, ranges }: Choice<Search, Row, Sums>,
): readonly Row[] | null {
  const rows: Row[] = [];
  for (const [first, last] of ranges) {
    for (let index = first; index <= last; index += 1) {
      const row = pages.get(Math.floor(index / pageSize))?.data[index % pageSize];
      if (row === undefined) return null;
      rows.push(row);
    }
  }
  return rows;
}

/** A row that was added or removed between two readings changes their totals, or is on both pages. */
function holdTogether<Search, Row, Sums>(
  pages: Pages<Search, Row, Sums>,
  { list, total }: Choice<Search, Row, Sums>,
): boolean {
  const read = [...pages.values()];
  const ids = read.flatMap(({ data }) => data.map(list.rowId));
  return read.every((page) => page.total === total) && new Set(ids).size === ids.length;
}
