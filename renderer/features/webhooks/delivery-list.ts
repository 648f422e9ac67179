import { useMemo, useState } from 'react';
import type { Delivery, DeliveryStatus } from '../../../shared/contract/webhook-records.ts';
import { useRowHold } from '../../components/data-table/new-rows.tsx';
import { usePagedRows } from '../../components/data-table/paged-rows.ts';
import type { RowSource } from '../../components/data-table/row-source.ts';
import { DELIVERIES_PER_PAGE, type DeliveryChoice, deliveriesList } from './queries.ts';

export type VisibleDeliveries = ReturnType<typeof useVisibleDeliveries>;

interface Opened {
  /** The delivery as last read, as it may leave the list. */
  readonly delivery: Delivery;
  readonly status: DeliveryStatus | null;
}

/**
 * The deliveries of a choice, which stay in place while the user is in the list, and the delivery that is open in the
 * drawer.
 */
export function useVisibleDeliveries({ webhookId, status }: DeliveryChoice) {
  const choice = useMemo(() => ({ webhookId, status }), [webhookId, status]);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [timesCaughtUp, setTimesCaughtUp] = useState(0);
  const hold = useRowHold();
  const pages = usePagedRows(deliveriesList, choice);
  const list = pages.visibleSearch.status ?? 'all';
  const isOpen = opened !== null && opened.status === status;
  const held = useHeldDeliveries(pages.source, hold.isHeld || isOpen, list);
  const { source, newCount } = held;

  const index = isOpen ? pages.source.getPositions().get(opened.delivery.id) : undefined;
  const openIndex = index === undefined || index < newCount ? null : index - newCount;
  const fresh = index === undefined ? undefined : pages.source.getRow(index);
  if (isOpen && fresh && fresh !== opened.delivery) setOpened({ delivery: fresh, status });

  function open(index: number) {
    const delivery = source.getRow(index);
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
    /** Opens a delivery that is or will be in the list of a status. */
    openDelivery: (delivery: Delivery, inStatus: DeliveryStatus | null) => setOpened({ delivery, status: inStatus }),
    close: () => setOpened(null),
    step: (delta: 1 | -1) => {
      if (openIndex !== null) open(openIndex + delta);
    },
    /** Shows new deliveries from the first row. */
    catchUp: (deliveryId?: number) => {
      held.catchUp(deliveryId);
      setTimesCaughtUp(timesCaughtUp + 1);
    },
  };
}

interface HeldDeliveries {
  readonly source: RowSource<Delivery>;
  /** The number of waiting new deliveries. A full page means that many or more. */
  readonly newCount: number;
  /**
   * Shows the new rows even if the list is held. With the id of a delivery that is not read yet, shows the rows up to
   * it.
   */
  readonly catchUp: (deliveryId?: number) => void;
}

interface Anchor {
  readonly listKey: string;
  /** The newest visible delivery. */
  readonly id: number;
}

/**
 * The list as it is read. While it is held, it has no newer rows, but visible rows are updated. More than a page of new
 * rows moves the visible ones anyway.
 */
function useHeldDeliveries(live: RowSource<Delivery>, isHeld: boolean, listKey: string): HeldDeliveries {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const newestId = live.getRow(0)?.id;
  const current = anchor?.listKey === listKey ? anchor : null;
  const latest = newestId === undefined ? null : { listKey, id: newestId };
  const wanted = isHeld ? (current ?? latest) : null;
  if (wanted !== anchor) setAnchor(wanted);

  const newCount = wanted === null ? 0 : countNewer(live, wanted.id);
  const source = useMemo(() => skipFirst(live, newCount), [live, newCount]);
  const catchUp = (deliveryId = newestId) =>
    setAnchor(isHeld && deliveryId !== undefined ? { listKey, id: deliveryId } : null);
  return { source, newCount, catchUp };
}

function countNewer({ getRow }: RowSource<Delivery>, deliveryId: number): number {
  let count = 0;
  while (count < DELIVERIES_PER_PAGE && (getRow(count)?.id ?? 0) > deliveryId) count += 1;
  return count;
}

function skipFirst<Row>(rows: RowSource<Row>, count: number): RowSource<Row> {
  const { rowCount, getRow, getRowId, getPositions, onRangeNeeded } = rows;
  return {
    rowCount: rowCount - count,
    getRow: (index) => getRow(index + count),
    getRowId,
    getPositions: () => {
      const remaining = [...getPositions()].filter(([, position]) => position >= count);
      return new Map(remaining.map(([id, position]) => [id, position - count]));
    },
    onRangeNeeded: (first, last) => onRangeNeeded?.(first + count, last + count),
  };
}
