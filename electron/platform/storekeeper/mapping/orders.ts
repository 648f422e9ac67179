import { localDayAt } from '../../../../shared/calendar.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../../../shared/contract/orders.ts';
import type { Amount } from '../../../../shared/money.ts';
import type { CopiedOrder } from '../../../store/copies/storekeeper-orders.ts';
import type { NewOrderPayment } from '../../../store/orders/order-writer.ts';
import type { TaxRatesTable } from '../../../store/schema.ts';
import { customerIdOf } from './customers.ts';
import { type Note, noteOf } from './notes.ts';
import {
  type BothSides,
  differing,
  type HeaderAmounts,
  type ItemContext,
  type MappedItem,
  mapItems,
  sidesOf,
} from './order-items.ts';
import { locationIdOf, UNKNOWN_PROVIDER_ID } from './reference.ts';
import type { OrderRecord } from './wire-records.ts';
import {
  amountOf,
  flagOf,
  idOf,
  instantOf,
  isAmountTooLarge,
  isQuantityTooLarge,
  partOf,
  textOf,
} from './wire-values.ts';

/** An order with its rows. Its values are those of its header, which its lines come to but for noted differences. */
export interface MappedOrder {
  readonly order: CopiedOrder['order'];
  readonly items: readonly MappedItem[];
  readonly payments: readonly NewOrderPayment[];
}

export interface OrderContext extends ItemContext {
  /** The shop of an order that names none. */
  readonly ownShopId: number;
  /** Whether another order of the copy has this number. */
  isNumberTaken(number: string, orderId: number): boolean;
}

export interface MappedOrderRecord {
  /** Null where the order is left out, and a note says why. */
  readonly mapped: MappedOrder | null;
  readonly taxRates: readonly TaxRatesTable[];
  readonly notes: readonly Note[];
}

export function mapOrder(record: OrderRecord, context: OrderContext): MappedOrderRecord {
  const id = Number(record.id);
  const header = headerOf(record);
  const datePurchased = instantOf(record.date_purchased) ?? instantOf(record.date_created);
  const reason = reasonToLeaveOut(record);
  if (reason !== null || datePurchased === null) return leftOut(id, reason ?? 'no_date', header);
  if (hasFigureTooLarge(record)) return leftOut(id, 'out_of_range', { value: null, discount: null });
  const { items, taxRates, notes: itemNotes } = mapItems(record, header, context);
  const isPaid = flagOf(record.is_paid) === true;
  const status = statusOf(record, isPaid);
  const number = numberOf(record, context);
  const paid = paymentsOf(record, isPaid, datePurchased, header);
  const ours = sidesOf(items);
  const value = header.value ?? ours;
  const discount = header.discount ?? discountOf(items);
  const order: CopiedOrder['order'] = {
    id,
    account_id: context.accountId,
    order_number: number.number,
    date_purchased: datePurchased,
    local_day: localDayAt(datePurchased),
    date_updated: instantOf(record.date_updated) ?? datePurchased,
    status: status.status,
    shop_id: idOf(record.shop_id) ?? idOf(partOf(record.shop)?.id) ?? context.ownShopId,
    location_id: locationIdOf(record.location_id),
    currency: 'EUR',
    payment_term: isPaid ? 'direct' : 'invoice',
    is_paid: isPaid ? 1 : 0,
    customer_id: customerIdOf(record),
    value_wt: value.wt,
    value_ex: value.ex,
    discount_wt: discount.wt,
    discount_ex: discount.ex,
    follows_order_id: null,
  };
  const mapped = { order, items, payments: paid.payments };
  if (!isExact(mapped)) return leftOut(id, 'out_of_range', header);
  const isAsHeaded = value.wt === ours.wt && value.ex === ours.ex;
  const headerNotes = isAsHeaded ? [] : [differing('header_differs', record, 'value', value, ours)];
  return { mapped, taxRates, notes: [...itemNotes, ...status.notes, ...number.notes, ...paid.notes, ...headerNotes] };
}

/**
 * What is left after refunds and what was refunded are what was sold. A side that is missing makes both unknown; an order of
 * which nothing is said to be refunded on either side has no refund.
 */
export function headerOf(record: OrderRecord): HeaderAmounts {
  return {
    value: sum(sides(record.value, record.value_wt), refundOf(record)),
    discount: sides(record.discount_value, record.discount_value_wt),
  };
}

function sides(ex: OrderRecord['value'], wt: OrderRecord['value']): BothSides | null {
  const amounts = { ex: amountOf(ex), wt: amountOf(wt) };
  return amounts.ex === null || amounts.wt === null ? null : { ex: amounts.ex, wt: amounts.wt };
}

function refundOf({ refunded_price: ex, refunded_price_wt: wt }: OrderRecord): BothSides | null {
  const isNone = amountOf(ex) === null && amountOf(wt) === null;
  return isNone ? { ex: 0, wt: 0 } : sides(ex, wt);
}

function sum(left: BothSides | null, right: BothSides | null): BothSides | null {
  return left && right && { ex: left.ex + right.ex, wt: left.wt + right.wt };
}

function discountOf(items: readonly MappedItem[]): BothSides {
  return sidesOf(items.map(({ discount_ex, discount_wt }) => ({ value_ex: discount_ex, value_wt: discount_wt })));
}

/** Null for an order that is a sale in euros; a currency is given by its code. */
function reasonToLeaveOut(record: OrderRecord): string | null {
  if (flagOf(record.is_quote) === true) return 'quote';
  if (flagOf(record.is_request) === true && flagOf(record.is_customer_accepted) !== true) return 'request';
  if (flagOf(record.is_contract) === true) return 'contract';
  const currency = textOf(record.currency_iso3);
  return currency === '' || currency === 'EUR' ? null : currency;
}

/** Whether a figure that the order is made of is beyond the integers that are exact. One that is missing is not. */
function hasFigureTooLarge(record: OrderRecord): boolean {
  const lines = record.order_items ?? [];
  const quantities = lines.flatMap((line) => [line.quantity, line.refunded_quantity]);
  const amounts = [
    ...[record.value, record.value_wt, record.discount_value, record.discount_value_wt],
    ...[record.refunded_price, record.refunded_price_wt, record.paid_value_wt, record.paid_back_value_wt],
    ...lines.flatMap((line) => [line.price, line.price_wt, line.ppu, line.ppu_wt, line.tax]),
    ...lines.flatMap((line) => [line.before_discount_ppu, line.before_discount_ppu_wt]),
    ...(record.order_taxes ?? []).flatMap((row) => [row.tax, row.value, row.row_total, row.row_total_wt]),
  ];
  return quantities.some(isQuantityTooLarge) || amounts.some(isAmountTooLarge);
}

function leftOut(id: number, given: string, { value }: HeaderAmounts): MappedOrderRecord {
  const amount = value !== null && Number.isSafeInteger(value.wt) ? { amount: value.wt } : {};
  return { mapped: null, taxRates: [], notes: [noteOf('order_left_out', 'order', id, { given, ...amount })] };
}

const KNOWN_STATUSES: ReadonlyMap<string, OrderStatus> = new Map(ORDER_STATUSES.map((status) => [status, status]));

/** One that we do not know counts where it is paid. */
function statusOf(record: OrderRecord, isPaid: boolean) {
  const given = textOf(record.status);
  const known = KNOWN_STATUSES.get(given);
  if (known !== undefined) return { status: known, notes: [] };
  const status: OrderStatus = isPaid ? 'processing' : 'on_hold';
  return { status, notes: [noteOf('status_unknown', 'order', record.id, { given, written: status })] };
}

/** A number names one order: one that another order has, and an empty one, get the id of the order behind them. */
function numberOf(record: OrderRecord, { isNumberTaken }: OrderContext) {
  const given = textOf(record.number);
  const id = Number(record.id);
  const number = freeNumber(given, id, isNumberTaken);
  return { number, notes: number === given ? [] : [noteOf('number_taken', 'order', id, { given, written: number })] };
}

/** The number, with `#` and the id behind it where it is empty, and for as long as another order has it. */
export function freeNumber(given: string, id: number, isNumberTaken: OrderContext['isNumberTaken']): string {
  let number = given === '' ? `#${id}` : given;
  while (isNumberTaken(number, id)) number = `${number}#${id}`;
  return number;
}

/** One payment of all that was paid: StoreKeeper says neither how nor when. */
function paymentsOf(record: OrderRecord, isPaid: boolean, datePaid: number, { value }: HeaderAmounts) {
  const amount = amountOf(record.paid_value_wt);
  const id = Number(record.id);
  const due = value?.wt ?? null;
  const notes: Note[] = [];
  if (isPaid && amount === null && due !== 0) {
    notes.push(noteOf('paid_amount_unknown', 'order', id, due === null ? {} : { amount: due }));
  } else if (amount !== null && due !== null && amount !== (isPaid ? due : 0)) {
    notes.push(noteOf('paid_differs', 'order', id, { theirs: amount, ours: isPaid ? due : 0 }));
  }
  return { payments: amount ? [paymentRow(id, amount, datePaid)] : [], notes };
}

export function paymentRow(id: number, amount: Amount, datePaid: number): NewOrderPayment {
  return { id, provider_id: UNKNOWN_PROVIDER_ID, amount, date_paid: datePaid };
}

/** Whether all amounts are integers that add up exactly. */
function isExact({ order, items }: Pick<MappedOrder, 'order' | 'items'>): boolean {
  const values = [order, ...items].flatMap((row) => Object.values(row));
  return values.every((value) => typeof value !== 'number' || Number.isSafeInteger(value));
}
