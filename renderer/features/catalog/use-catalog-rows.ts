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
  const wanted = useMemo(() => pagesOf(inView, total), [inView, total]);
  const pages = useQueries({
    queries: wanted.map((page) => catalogPageQuery(shown, page)),
    combine: summaryOf,
  });

  const onRangeNeeded = useCallback((from: number, to: number) => {
    const next = { first: Math.floor(from / PAGE_SIZE), last: Math.floor(to / PAGE_SIZE) };
    setInView((range) => (range.first === next.first && range.last === next.last ? range : next));
  }, []);
  const source = useMemo(() => {
    const byPage = new Map(wanted.map((page, place) => [page, pages.rows[place]]));
    const rowAt = (index: number) => byPage.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE];
    return { rowCount: total, rowAt, onRangeNeeded };
  }, [wanted, pages.rows, total, onRangeNeeded]);

  return {
    source,
    loaded: useMemo(() => pages.rows.flatMap((rows) => rows ?? []), [pages.rows]),
    shown,
    isLoading: first.isPending,
    isRefreshing: first.isFetching,
    error: first.data ? null : first.error,
    isStale: first.data !== undefined && pages.hasFailed,
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

function pagesOf({ first, last }: PageRange, total: number): readonly number[] {
  const lastPage = Math.min(last, Math.max(0, Math.ceil(total / PAGE_SIZE) - 1));
  const firstPage = Math.min(first, lastPage);
  return Array.from({ length: lastPage - firstPage + 1 }, (_, place) => firstPage + place);
}
