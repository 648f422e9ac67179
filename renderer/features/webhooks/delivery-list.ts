import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Delivery, DeliveryStatus } from '../../../shared/contract/webhook-records.ts';
import { useRowHold } from '../../components/data-table/new-rows.tsx';
import { placesOf, type RowSource } from '../../components/data-table/row-source.ts';
import { DELIVERIES_PER_PAGE, type DeliveriesPage, type DeliveryChoice, deliveriesPageQuery } from './queries.ts';

export type ShownDeliveries = ReturnType<typeof useShownDeliveries>;

interface Opened {
  /** As it was last read: it may leave the list. */
  readonly delivery: Delivery;
  readonly status: DeliveryStatus | null;
}

/** The deliveries of a choice, which stand still while the user is at one, and the one that is open in the drawer. */
export function useShownDeliveries(choice: DeliveryChoice) {
  const { status } = choice;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [timesCaughtUp, setTimesCaughtUp] = useState(0);
  const hold = useRowHold();
  const pages = useDeliveryPages(choice);
  const list = pages.shown.status ?? 'all';
  const isOpen = opened !== null && opened.status === status;
  const held = useHeldDeliveries(pages.source, hold.isHeld || isOpen, list);
  const { source, newCount } = held;

  const place = isOpen ? pages.placeOf(opened.delivery.id) : null;
  const openIndex = place === null || place < newCount ? null : place - newCount;
  const fresh = place === null ? undefined : pages.source.rowAt(place);
  if (isOpen && fresh && fresh !== opened.delivery) setOpened({ delivery: fresh, status });

  function open(index: number) {
    const delivery = source.rowAt(index);
    if (delivery) setOpened({ delivery, status });
  }

  return {
    pages,
    source,
    listKey: `${list} ${timesCaughtUp}`,
    newCount,
    holdProps: hold.props,
    opened: isOpen ? opened.delivery : null,
    openIndex,
    open,
    /** Opens a delivery that the list of a status has, or will have. */
    openDelivery: (delivery: Delivery, inStatus: DeliveryStatus | null) => setOpened({ delivery, status: inStatus }),
    close: () => setOpened(null),
    step: (delta: 1 | -1) => {
      if (openIndex !== null) open(openIndex + delta);
    },
    /** Shows what is new, from its first row. */
    catchUp: (deliveryId?: number) => {
      held.catchUp(deliveryId);
      setTimesCaughtUp(timesCaughtUp + 1);
    },
  };
}

interface HeldDeliveries {
  readonly source: RowSource<Delivery>;
  /** The number of waiting new deliveries; a whole page stands for that many or more. */
  readonly newCount: number;
  /** Shows the new rows, held or not; with the id of a delivery that is not read yet, up to that one. */
  readonly catchUp: (deliveryId?: number) => void;
}

interface Anchor {
  readonly listKey: string;
  /** The newest visible delivery. */
  readonly id: number;
}

/**
 * The list as it comes in, or while it is held without the rows that came since: visible rows are updated in place.
 * More than a page of new rows moves them all the same.
 */
function useHeldDeliveries(live: RowSource<Delivery>, isHeld: boolean, listKey: string): HeldDeliveries {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const newestId = live.rowAt(0)?.id;
  const current = anchor?.listKey === listKey ? anchor : null;
  const latest = newestId === undefined ? null : { listKey, id: newestId };
  const wanted = isHeld ? (current ?? latest) : null;
  if (wanted !== anchor) setAnchor(wanted);

  const newCount = wanted === null ? 0 : countNewer(live, wanted.id);
  const source = useMemo(() => withoutFirst(live, newCount), [live, newCount]);
  const catchUp = (deliveryId = newestId) =>
    setAnchor(isHeld && deliveryId !== undefined ? { listKey, id: deliveryId } : null);
  return { source, newCount, catchUp };
}

function countNewer({ rowAt }: RowSource<Delivery>, deliveryId: number): number {
  let count = 0;
  while (count < DELIVERIES_PER_PAGE && (rowAt(count)?.id ?? 0) > deliveryId) count += 1;
  return count;
}

function withoutFirst<Row>(rows: RowSource<Row>, count: number): RowSource<Row> {
  const { rowCount, rowAt, rowId, places, onRangeNeeded } = rows;
  return {
    rowCount: rowCount - count,
    rowAt: (index) => rowAt(index + count),
    rowId,
    places: () => {
      const shown = [...places()].filter(([, place]) => place >= count);
      return new Map(shown.map(([id, place]) => [id, place - count]));
    },
    onRangeNeeded: (first, last) => onRangeNeeded?.(first + count, last + count),
  };
}

interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** All deliveries of a choice as one list, of which the pages around the screen are read again and again. */
function useDeliveryPages(choice: DeliveryChoice) {
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
    /** The index of a delivery in the list; null where its page is not read. */
    placeOf: (deliveryId: number) => source.places().get(deliveryId) ?? null,
    /** The choice of the rows: the previous one, while those of the present one are read. */
    shown,
    isLoading: first.isPending,
    error: first.data ? null : first.error,
    /** Some of the visible rows could not be read the last time. */
    isStale: first.isRefetchError || pages.hasFailed,
    isRefreshing: first.isFetching,
    updatedAt: first.dataUpdatedAt,
    refresh: () => void first.refetch(),
  };
}

function pageOf(index: number): number {
  return Math.floor(index / DELIVERIES_PER_PAGE);
}

function idOf({ id }: Delivery): number {
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
