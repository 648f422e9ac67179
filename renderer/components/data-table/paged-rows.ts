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
  countRows,
  createPositions,
  ListChanged,
  type ReadingWatch,
  type RowId,
  type RowRanges,
  type RowSource,
} from './row-source.ts';

interface PageRange {
  readonly first: number;
  readonly last: number;
}

export interface PagedRows<Search, Row, Sums> {
  readonly source: RowSource<Row>;
  /** Loaded rows near the screen. */
  readonly loaded: readonly Row[];
  /** Sums over all rows; `undefined` until something is read. */
  readonly sums: Sums | undefined;
  /** The search of the visible rows: the previous one while a new one is loading. */
  readonly visibleSearch: Search;
  /** The rows still belong to the previous search. */
  readonly isReplaced: boolean;
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  /** Set if there is nothing to show for the search. */
  readonly error: Error | null;
  /** Whether the last reading of visible rows failed. */
  readonly isError: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => void;
}

/** Dragging the scroll bar passes pages that need not be read. */
const SETTLE_MS = 60;

/**
 * A long list. Reads only the pages in view, and the first page for the number of rows. Reads nothing unless
 * `isWanted`.
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
  const further = useMemo(() => listFurtherPages(inView, total, pageSize), [inView, total, pageSize]);
  const pages = useQueries({
    queries: further.map((page) => pageQuery(list, visibleSearch, page)),
    combine: summarize<Search, Row, Sums>,
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
    const getRow = (index: number) => rowsByPage.get(Math.floor(index / pageSize))?.[index % pageSize];
    const chunks = [...rowsByPage].map(([page, rows]) => [page * pageSize, rows] as const);
    const getPositions = createPositions(list.getRowId, chunks);
    return { rowCount: total, getRow, getRowId: list.getRowId, getPositions, onRangeNeeded, loadRanges };
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

function summarize<Search, Row, Sums>(results: UseQueryResult<RowPage<Search, Row, Sums>>[]) {
  return {
    rows: results.map((result) => result.data?.data),
    hasFailed: results.some((result) => result.isError),
  };
}

function listFurtherPages({ first, last }: PageRange, total: number, pageSize: number): readonly number[] {
  const lastPage = Math.min(last, Math.ceil(total / pageSize) - 1);
  const pages: number[] = [];
  for (let page = Math.max(first, 1); page <= lastPage; page += 1) pages.push(page);
  return pages;
}

/** The API's answer for one page of a list. */
interface PageAnswer<Row, Sums> {
  /** The number of rows that match the search. */
  readonly total: number;
  readonly data: readonly Row[];
  /** Sums over all of these rows; `null` if the API gives none. */
  readonly sums: Sums;
}

/** A list of the API that is too long to be read at once. Declared as a constant of its module. */
export interface PagedList<Search, Row, Sums = null> {
  /** The start of the query keys of this list, whatever the search. */
  readonly key: readonly [string];
  /** The data that the rows are made from. They are read again when it changes. */
  readonly follows: readonly NewsSubject[];
  readonly pageSize: number;
  /** How often pages in view are read again. By default only when the data changes. */
  readonly refreshEveryMs?: number;
  readonly getRowId: (row: Row) => RowId;
  readonly readPage: (
    search: Search,
    page: { readonly start: number; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<PageAnswer<Row, Sums>>;
}

interface RowPage<Search, Row, Sums> extends PageAnswer<Row, Sums> {
  /** The search of this page. It identifies rows that stay while another search loads. */
  readonly search: Search;
}

/** One page, counted from 0. */
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

/** Reads all rows of a list that has `total` of them. Rejects with `ListChanged` if the number differs. */
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
  /** The number of rows of the list when the ranges were chosen. */
  readonly total: number;
  readonly watch: ReadingWatch | undefined;
}

/** Pages by their number, from 0. */
type Pages<Search, Row, Sums> = ReadonlyMap<number, RowPage<Search, Row, Sums>>;

const MAX_ATTEMPTS = 2;

/**
 * The rows of all ranges, read now from consistent pages. Rejects with `ListChanged` if the pages stay inconsistent.
 */
async function readRanges<Search, Row, Sums>(
  client: QueryClient,
  choice: Choice<Search, Row, Sums>,
): Promise<readonly Row[]> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const pages = await readPages(client, choice);
    const rows = pickRows(pages, choice);
    if (rows && areConsistent(pages, choice)) return rows;
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
      watch?.onRead(Math.min(pages.size * list.pageSize, countRows(ranges)));
    }
  }
  return pages;
}

/** `null` if a page has fewer rows than were selected. */
function pickRows<Search, Row, Sums>(
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

/** A row that is added or removed between two readings changes `total` or appears on both pages. */
function areConsistent<Search, Row, Sums>(
  pages: Pages<Search, Row, Sums>,
  { list, total }: Choice<Search, Row, Sums>,
): boolean {
  const read = [...pages.values()];
  const ids = read.flatMap(({ data }) => data.map(list.getRowId));
  return read.every((page) => page.total === total) && new Set(ids).size === ids.length;
}
