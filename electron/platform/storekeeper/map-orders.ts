import { getLocalDayAt } from '../../../shared/calendar.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../../shared/contract/orders.ts';
import { type Amount, sumOf } from '../../../shared/money.ts';
import { COPIED_ACCOUNT } from '../../store/copies/copy-store.ts';
import type { CopiedOrder } from '../../store/copies/storekeeper-orders.ts';
import type { NewOrderPayment } from '../../store/orders/order-writer.ts';
import type { TaxRatesTable } from '../../store/schema.ts';
import {
  createDifferenceNote,
  type HeaderAmounts,
  type ItemContext,
  type MappedItem,
  mapItems,
  sumDiscounts,
  sumSides,
  toBothSides,
} from './map-items.ts';
import { getCustomerId, toLocationId, UNKNOWN_PROVIDER_ID } from './map-reference.ts';
import { createNote, createUnreadableNotes, type Note } from './notes.ts';
import { type GivenSides, type OrderRecord, UnreadableOrder } from './records.ts';

/** An order with its rows. Its values are from the header. The lines add up to them, except for noted differences. */
export interface MappedOrder {
  readonly order: CopiedOrder['order'];
  readonly items: readonly MappedItem[];
  readonly payments: readonly NewOrderPayment[];
}

export interface OrderContext extends ItemContext {
  /** The shop of an order without one. */
  readonly ownShopId: number | null;
  /** The order number, or a replacement if it is missing or taken by another order. */
  readonly orderNumber: string;
}

export interface MappedOrderRecord {
  /** `null` if the order is left out. A note says why. */
  readonly mapped: MappedOrder | null;
  readonly taxRates: readonly TaxRatesTable[];
  readonly notes: readonly Note[];
}

/** Maps the order as sold. Throws `UnreadableOrder` if its amounts exceed the safe integers or no shop is known. */
export function mapOrder(record: OrderRecord, context: OrderContext): MappedOrderRecord {
  const { id, date, isPaid } = record;
  const header = getHeader(record);
  const reason = findReasonToLeaveOut(record);
  if (reason !== null) {
    const note = createNote('order_left_out', 'order', id, { given: reason, amount: header.value.wt });
    return { mapped: null, taxRates: [], notes: [note] };
  }
  const shopId = record.shopId ?? context.ownShopId;
  if (shopId === null) throw new UnreadableOrder('The order has no shop.', date);
  const { items, taxRates, notes: itemNotes } = mapItems(record, header, context);
  const ours = sumSides(items);
  const value = { ex: header.value.ex ?? ours.ex, wt: header.value.wt };
  const discount = header.discount ?? sumDiscounts(items);
  const notes = [...itemNotes, ...createUnreadableNotes('order', id, record.unreadable)];
  const status = getStatus(record, notes);
  if (context.orderNumber !== record.number) {
    notes.push(createNote('number_taken', 'order', id, { given: record.number, written: context.orderNumber }));
  }
  if (value.wt !== ours.wt || value.ex !== ours.ex) {
    notes.push(createDifferenceNote('header_differs', record, 'value', value, ours));
  }
  const order: CopiedOrder['order'] = {
    ...{ id, account_id: COPIED_ACCOUNT, order_number: context.orderNumber, status, shop_id: shopId, currency: 'EUR' },
    ...{ date_purchased: date, local_day: getLocalDayAt(date), date_updated: record.updatedAt ?? date },
    ...{ location_id: toLocationId(record.locationId), customer_id: getCustomerId(record) },
    ...{ payment_term: isPaid ? 'direct' : 'invoice', is_paid: isPaid ? 1 : 0, follows_order_id: null },
    ...{ value_wt: value.wt, value_ex: value.ex, discount_wt: discount.wt, discount_ex: discount.ex },
  };
  const mapped = { order, items, payments: createPayments(record, value.wt, notes) };
  if (!isExact(mapped)) throw new UnreadableOrder('The amounts of the order are too large to add up.', date);
  return { mapped, taxRates, notes };
}

/** The sold value is the remaining value plus the refunded one. */
function getHeader(record: OrderRecord): HeaderAmounts {
  const { value, discount } = record;
  const refunded = getRefunded(record);
  const ex = value.ex === null || refunded.ex === null ? null : value.ex + refunded.ex;
  return { value: { ex, wt: value.wt + refunded.wt }, discount: toBothSides(discount) };
}

/**
 * Returns the refunded amount. If the record says that something was refunded but not how much, it is the value of the
 * lines minus the remaining value.
 */
export function getRefunded({ refunded, items, value, unreadable }: OrderRecord): GivenSides & { readonly wt: Amount } {
  const hasRefund = (refunded.ex ?? 0) !== 0 || items.some(({ refundedQuantity }) => refundedQuantity !== 0);
  const isAmountUnknown = refunded.wt === null && (hasRefund || unreadable.includes('refunded_price_wt'));
  const wt = refunded.wt ?? (isAmountUnknown ? sumOf(items, ({ price }) => price.wt ?? 0) - value.wt : 0);
  return { wt, ex: refunded.ex ?? (wt === 0 ? 0 : null) };
}

/** `null` for a sale in euros. A foreign currency is returned as its code. */
function findReasonToLeaveOut({ isQuote, isOpenRequest, isContract, currency }: OrderRecord): string | null {
  if (isQuote) return 'quote';
  if (isOpenRequest) return 'request';
  if (isContract) return 'contract';
  return currency === '' || currency === 'EUR' ? null : currency;
}

const KNOWN_STATUSES: ReadonlyMap<string, OrderStatus> = new Map(ORDER_STATUSES.map((status) => [status, status]));

/** An unknown status counts if the order is paid. */
function getStatus({ id, status: given, isPaid }: OrderRecord, notes: Note[]): OrderStatus {
  const known = KNOWN_STATUSES.get(given);
  if (known !== undefined) return known;
  const status: OrderStatus = isPaid ? 'processing' : 'on_hold';
  notes.push(createNote('status_unknown', 'order', id, { given, written: status }));
  return status;
}

/** One payment for the total paid amount. StoreKeeper does not say how or when it was paid. */
function createPayments({ id, isPaid, paidWt, date }: OrderRecord, due: Amount, notes: Note[]): NewOrderPayment[] {
  const expected = isPaid ? due : 0;
  if (paidWt === null && expected !== 0) {
    notes.push(createNote('paid_amount_unknown', 'order', id, { amount: due }));
  } else if (paidWt !== null && paidWt !== expected) {
    notes.push(createNote('paid_differs', 'order', id, { theirs: paidWt, ours: expected }));
  }
  return paidWt ? [createPayment(id, paidWt, date)] : [];
}

export function createPayment(id: number, amount: Amount, datePaid: number): NewOrderPayment {
  return { id, provider_id: UNKNOWN_PROVIDER_ID, amount, date_paid: datePaid };
}

/** Whether all amounts are safe integers. */
function isExact({ order, items }: Pick<MappedOrder, 'order' | 'items'>): boolean {
  const values = [order, ...items].flatMap((row) => Object.values(row));
  return values.every((value) => typeof value !== 'number' || Number.isSafeInteger(value));
}
