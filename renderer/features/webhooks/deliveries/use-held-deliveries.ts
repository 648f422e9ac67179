import { useMemo, useState } from 'react';
import type { Delivery } from '../../../../shared/contract/webhook-records.ts';
import type { RowSource } from '../../../components/data-table/row-source.ts';
import { DELIVERIES_PER_PAGE } from '../api/list-deliveries.ts';

interface HeldDeliveries {
  readonly source: RowSource<Delivery>;
  /** Deliveries that came after those shown; a whole page of them stands for that many or more. */
  readonly newCount: number;
  /** Shows what is new, held or not; with the id of a delivery that is not read yet, up to that one. */
  readonly catchUp: (deliveryId?: number) => void;
}

interface Anchor {
  readonly listKey: string;
  /** The newest delivery that is shown. */
  readonly id: number;
}

/**
 * The list as it comes in, or while it is held without the rows that came since: what is shown changes with what
 * becomes of it and stays at its place. More than a page of new rows moves it all the same.
 */
export function useHeldDeliveries(
  live: RowSource<Delivery>,
  isHeld: boolean,
  listKey: string,
): HeldDeliveries {
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
