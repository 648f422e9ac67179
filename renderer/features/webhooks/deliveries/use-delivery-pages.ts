import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Delivery } from '../../../../shared/contract/webhook-records.ts';
import { placesOf, type RowSource } from '../../../components/data-table/row-source.ts';
import {
  DELIVERIES_PER_PAGE,
  type DeliveriesPage,
  type DeliveryChoice,
  deliveriesPageQuery,
} from '../api/list-deliveries.ts';

interface PageRange {
  readonly first: number;
  readonly last: number;
}

export interface DeliveryPages {
  readonly source: RowSource<Delivery>;
  /** The place of a delivery in the list; null where its page is not read. */
  readonly placeOf: (deliveryId: number) => number | null;
  /** What the rows answer: the choice before, while those of the present one are read. */
  readonly shown: DeliveryChoice;
  readonly isLoading: boolean;
  /** Set when there is nothing to show. */
  readonly error: Error | null;
  /** Something that is shown could not be read the last time. */
  readonly isStale: boolean;
  readonly isRefreshing: boolean;
  readonly updatedAt: number;
  readonly refresh: () => void;
}

/** All deliveries of a choice as one list, of which the pages around the screen are read and stay fresh. */
export function useDeliveryPages(choice: DeliveryChoice): DeliveryPages {
  const [inView, setInView] = useState<PageRange>({ first: 0, last: 0 });
  const first = useQuery({ ...deliveriesPageQuery(choice, 0), placeholderData: keepPreviousData });
  const shown = first.data?.choice ?? choice;
  const total = first.data?.total ?? 0;
  const further = useMemo(() => furtherPagesOf(inView, total), [inView, total]);
  const pages = useQueries({
    queries: further.map((page) => deliveriesPageQuery(shown, page)),
    combine: summaryOf,
  });

  const onRangeNeeded = useCallback((from: number, to: number) => {
    const next = { first: pageOf(from), last: pageOf(to) };
    setInView((range) => (range.first === next.first && range.last === next.last ? range : next));
  }, []);
  const rowsByPage = useMemo(() => {
    const read = further.map((page, place) => [page, pages.rows[place] ?? []] as const);
    return new Map([[0, first.data?.deliveries ?? []], ...read]);
  }, [further, pages.rows, first.data]);
  const source = useMemo(() => {
    const rowAt = (index: number) => rowsByPage.get(pageOf(index))?.[index % DELIVERIES_PER_PAGE];
    const parts = [...rowsByPage].map(([page, rows]) => [page * DELIVERIES_PER_PAGE, rows] as const);
    return { rowCount: total, rowAt, rowId: idOf, places: placesOf(idOf, parts), onRangeNeeded };
  }, [rowsByPage, total, onRangeNeeded]);

  return {
    source,
    placeOf: (deliveryId) => source.places().get(deliveryId) ?? null,
    shown,
    isLoading: first.isPending,
    error: first.data ? null : first.error,
    isStale: first.isRefetchError || pages.hasFailed,
    isRefreshing: first.isFetching,
    updatedAt: first.dataUpdatedAt,
    refresh: () => void first.refetch(),
  };
}

function pageOf(index: number): number {
  return Math.floor(index / DELIVERIES_PER_PAGE);
}

function idOf({ id }: Delivery): Delivery['id'] {
  return id;
}

function summaryOf(results: UseQueryResult<DeliveriesPage>[]) {
  return {
    rows: results.map((result) => result.data?.deliveries),
    hasFailed: results.some((result) => result.isError),
  };
}

/** The pages in view but the first, which is read in any case: it tells how many there are. */
function furtherPagesOf({ first, last }: PageRange, total: number): readonly number[] {
  const lastPage = Math.min(last, pageOf(total - 1));
  const pages: number[] = [];
  for (let page = Math.max(first, 1); page <= lastPage; page += 1) pages.push(page);
  return pages;
}
