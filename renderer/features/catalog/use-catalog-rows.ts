import {
  keepPreviousData,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { RowSource } from '../../components/data-table/row-source.ts';
import { CATALOG_KEY, type CatalogPage, type CatalogRow, catalogPageQuery } from './api/catalog-page.ts';
import { PAGE_SIZE } from './api/list-products.ts';
import type { CatalogSearch } from './catalog-search.ts';

interface PageRange {
  readonly first: number;
  readonly last: number;
}

export interface CatalogRows {
  readonly source: RowSource<CatalogRow>;
  /** Rows that have been read and are near the screen. */
  readonly loaded: readonly CatalogRow[];
  /** What the rows shown answer: the search before, while the one asked for is loading. */
  readonly shown: CatalogSearch;
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  /** Set when there is nothing to show for the search. */
  readonly error: Error | null;
  /** Something that is shown, or should be, could not be read the last time. */
  readonly isStale: boolean;
  readonly updatedAt: number;
  readonly refresh: () => void;
}

/** The whole catalog as one list, of which the pages around the screen are read. */
export function useCatalogRows(search: CatalogSearch): CatalogRows {
  const client = useQueryClient();
  const [inView, setInView] = useState<PageRange>({ first: 0, last: 0 });
  const first = useQuery({ ...catalogPageQuery(search, 0), placeholderData: keepPreviousData });
  const shown = first.data?.search ?? search;
  const total = first.data?.total ?? 0;
  const further = useMemo(() => furtherPagesOf(inView, total), [inView, total]);
  const pages = useQueries({
    queries: further.map((page) => catalogPageQuery(shown, page)),
    combine: summaryOf,
  });

  const onRangeNeeded = useCallback((from: number, to: number) => {
    const next = { first: Math.floor(from / PAGE_SIZE), last: Math.floor(to / PAGE_SIZE) };
    setInView((range) => (range.first === next.first && range.last === next.last ? range : next));
  }, []);
  const rowsByPage = useMemo(() => {
    const read = further.map((page, place) => [page, pages.rows[place] ?? []] as const);
    return new Map([[0, first.data?.rows ?? []], ...read]);
  }, [further, pages.rows, first.data]);
  const source = useMemo(() => {
    const rowAt = (index: number) => rowsByPage.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE];
    return { rowCount: total, rowAt, onRangeNeeded };
  }, [rowsByPage, total, onRangeNeeded]);

  return {
    source,
    loaded: useMemo(() => [...rowsByPage.values()].flat(), [rowsByPage]),
    shown,
    isLoading: first.isPending,
    isRefreshing: first.isFetching,
    error: first.data ? null : first.error,
    isStale: first.isRefetchError || pages.hasFailed,
    updatedAt: first.dataUpdatedAt,
    refresh: () => void client.invalidateQueries({ queryKey: CATALOG_KEY }),
  };
}

function summaryOf(results: UseQueryResult<CatalogPage>[]) {
  return {
    rows: results.map((result) => result.data?.rows),
    hasFailed: results.some((result) => result.isError),
  };
}

/** The pages in view but the first, which is read in any case: it tells how many there are. */
function furtherPagesOf({ first, last }: PageRange, total: number): readonly number[] {
  const lastPage = Math.min(last, Math.ceil(total / PAGE_SIZE) - 1);
  const pages: number[] = [];
  for (let page = Math.max(first, 1); page <= lastPage; page += 1) pages.push(page);
  return pages;
}
