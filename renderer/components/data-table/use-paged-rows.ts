import { useDebouncedValue } from '@mantine/hooks';
import {
  keepPreviousData,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type PagedList, pageQuery, type RowPage } from './paged-list.ts';
import { readRanges } from './read-ranges.ts';
import type { RowRanges } from './row-ranges.ts';
import { placesOf, type RowSource } from './row-source.ts';

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
  /** What the rows shown answer: the search before, while the one asked for is loading. */
  readonly shown: Search;
  /** The rows are those of the search before. */
  readonly isReplaced: boolean;
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  /** Set when there is nothing to show for the search. */
  readonly error: Error | null;
  /** Something that is shown, or should be, could not be read the last time. */
  readonly isStale: boolean;
  readonly updatedAt: number;
  readonly refresh: () => void;
}

/** A scroll bar that is dragged passes pages that nobody waits for. */
const SETTLE_MS = 60;

/** A long list as one, of which only the pages in view are read, and the first one: it tells how many there are. */
export function usePagedRows<Search, Row, Sums>(
  list: PagedList<Search, Row, Sums>,
  search: Search,
): PagedRows<Search, Row, Sums> {
  const { pageSize } = list;
  const client = useQueryClient();
  const [passing, setPassing] = useState<PageRange>({ first: 0, last: 0 });
  const [inView] = useDebouncedValue(passing, SETTLE_MS);
  const first = useQuery({ ...pageQuery(list, search, 0), placeholderData: keepPreviousData });
  const shown = first.data?.search ?? search;
  const total = first.data?.total ?? 0;
  const further = useMemo(() => furtherPages(inView, total, pageSize), [inView, total, pageSize]);
  const pages = useQueries({
    queries: further.map((page) => pageQuery(list, shown, page)),
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
    const read = further.map((page, place) => [page, pages.rows[place] ?? []] as const);
    return new Map([[0, first.data?.data ?? []], ...read]);
  }, [further, pages.rows, first.data]);
  const loadRanges = useCallback(
    (ranges: RowRanges) => readRanges(client, { list, search: shown, total, ranges }),
    [client, list, shown, total],
  );
  const source = useMemo(() => {
    const rowAt = (index: number) => rowsByPage.get(Math.floor(index / pageSize))?.[index % pageSize];
    const parts = [...rowsByPage].map(([page, rows]) => [page * pageSize, rows] as const);
    const places = placesOf(list.rowId, parts);
    return { rowCount: total, rowAt, rowId: list.rowId, places, onRangeNeeded, loadRanges };
  }, [rowsByPage, total, list, pageSize, onRangeNeeded, loadRanges]);

  return {
    source,
    loaded: useMemo(() => [...rowsByPage.values()].flat(), [rowsByPage]),
    sums: first.data?.sums,
    shown,
    isReplaced: first.isPlaceholderData,
    isLoading: first.isPending,
    isRefreshing: first.isFetching,
    error: first.data ? null : first.error,
    isStale: first.isRefetchError || pages.hasFailed,
    updatedAt: first.dataUpdatedAt,
    refresh: () => void client.invalidateQueries({ queryKey: list.key }),
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
