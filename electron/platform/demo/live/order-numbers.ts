import type { Kysely } from 'kysely';
import { type IdRange, readLastOrderId } from '../../../store/demo/live-shop-queries.ts';
import type { StoreSchema } from '../../../store/schema.ts';
import { dayNumberAt, dayOf } from '../day.ts';
import type { IdRanges } from '../id-ranges.ts';

const ORDERS_OF_A_LIVE_TILL = 400_000_000;
/** A planned order has fewer digits after its date, so that the two never meet. */
const DIGITS = 5;

export interface OrderName {
  readonly id: number;
  readonly orderNumber: string;
}

function liveOrderIds({ liveOrders }: IdRanges): IdRange {
  return { above: liveOrders, upTo: liveOrders + ORDERS_OF_A_LIVE_TILL };
}

export function isLiveOrder(ids: IdRanges, orderId: number): boolean {
  const { above, upTo } = liveOrderIds(ids);
  return orderId > above && orderId <= upTo;
}

/** The next id and number, which no order ever had: the date, and how many orders the live till has written by then. */
export async function nextOrderName(
  db: Kysely<StoreSchema>,
  ids: IdRanges,
  purchasedAt: number,
): Promise<OrderName> {
  const range = liveOrderIds(ids);
  const id = (await readLastOrderId(db, ids.account, range)) + 1;
  if (id > range.upTo) throw new RangeError('the live till has no numbers left');
  const date = dayOf(dayNumberAt(purchasedAt)).date.slice(2).replaceAll('-', '');
  return { id, orderNumber: `${date}${String(id - range.above).padStart(DIGITS, '0')}` };
}

/** The ids that the live till has given, up to the last. */
export async function lastLiveOrders(db: Kysely<StoreSchema>, ids: IdRanges): Promise<IdRange> {
  const range = liveOrderIds(ids);
  return { above: range.above, upTo: await readLastOrderId(db, ids.account, range) };
}
