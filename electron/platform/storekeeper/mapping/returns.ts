import { localDayAt } from '../../../../shared/calendar.ts';
import { COUNTING_STATUSES, type OrderStatus } from '../../../../shared/contract/orders.ts';
import { type Amount, sumOf } from '../../../../shared/money.ts';
import type { NewOrderPayment } from '../../../store/orders/order-writer.ts';
import { type Note, noteOf } from './notes.ts';
import { type BothSides, differing, largest, type MappedItem, sidesOf } from './order-items.ts';
import { freeNumber, type MappedOrder, paymentRow } from './orders.ts';
import type { OrderRecord } from './wire-records.ts';
import { amountOf, instantOf, quantityOf, shareOf } from './wire-values.ts';

/** Returns, their lines and their payments have ids above all that StoreKeeper gives. */
const FIRST_RETURN = 1_000_000_000_000;

/** Returns of an order, of a line, and payments of the returns of an order have ids of their own, up to this number. */
const MOST_RETURNS = 999;

const CENT = 100;

export interface ReturnReading {
  readonly record: OrderRecord;
  /** The same order, of `mapOrder`. */
  readonly mapped: MappedOrder;
  /** Its returns that the copy has, as this function made them. */
  readonly earlier: readonly MappedOrder[];
  /** Whether the copy had nothing of the order before: nobody saw when something came back. */
  readonly isFirstReading: boolean;
  /** When the record was read, in milliseconds since the epoch. */
  readonly readAt: number;
  /** Of the context of `mapOrder`. */
  isNumberTaken(number: string, orderId: number): boolean;
}

/**
 * What came back of an order, as orders that follow it: StoreKeeper only counts up the returned quantity of a line. Answers
 * all returns as the copy should have them: those before with what follows the order (its status, shop, customer), and one
 * more where the quantities have grown since. What was paid back goes to the last return, up to what came back.
 */
export function mapReturns(reading: ReturnReading): {
  readonly returns: readonly MappedOrder[];
  readonly notes: readonly Note[];
} {
  const { record, mapped } = reading;
  const earlier = [...reading.earlier]
    .sort((a, b) => a.order.id - b.order.id)
    .map((known) => following(known, reading));
  const before = earlier.flatMap(({ items }) => items);
  const grown = grownLines(record, mapped.items, before, earlier.length + 1);
  const notes: Note[] = [...grown.notes];
  const settled = settleRefund(record, grown.items, before);
  notes.push(...settled.notes);

  const isDateUnknown = reading.isFirstReading && earlier.length === 0;
  const date = isDateUnknown ? (latestDateOf(record) ?? mapped.order.date_purchased) : reading.readAt;
  const returns = [...earlier];
  if (settled.items.length > 0 && earlier.length < MOST_RETURNS) {
    const made = returnOf(reading, settled.items, earlier.length + 1, date);
    returns.push(made);
    if (isDateUnknown) notes.push(noteOf('return_date_unknown', 'order', record.id, { amount: made.order.value_wt }));
  }
  const paid = payBack(record, returns, date);
  return { returns: paid.returns, notes: [...notes, ...paid.notes] };
}

interface Lines {
  readonly items: readonly MappedItem[];
  readonly notes: readonly Note[];
}

/** The lines of the `nth` return: of each line what is returned by now, less what earlier returns have of it. */
function grownLines(
  record: OrderRecord,
  sold: readonly MappedItem[],
  earlier: readonly MappedItem[],
  nth: number,
): Lines {
  const refunded = new Map(
    (record.order_items ?? []).map((line) => [Number(line.id), Math.abs(quantityOf(line.refunded_quantity) ?? 0)]),
  );
  const notes: Note[] = [];
  const items = sold.flatMap((line) => {
    const quantity = Math.sign(line.quantity) * (refunded.get(line.id) ?? 0);
    const before = earlier.filter(({ id }) => lineOfReturn(id) === line.id);
    const growth = -quantity - sumOf(before, (one) => one.quantity);
    if (growth === 0) return [];
    const amount = line.value_wt;
    if (Math.abs(quantity) > Math.abs(line.quantity)) {
      notes.push(noteOf('return_exceeds_sale', 'order_item', line.id, { given: line.title, amount }));
    }
    if (Math.sign(growth) === Math.sign(line.quantity)) {
      notes.push(noteOf('return_taken_back', 'order_item', line.id, { given: line.title, amount }));
    }
    const rest = (column: 'value_wt' | 'value_ex' | 'discount_wt' | 'discount_ex') =>
      0 - centsOfShare(line[column], quantity, line.quantity) - sumOf(before, (one) => one[column]);
    return [
      {
        ...line,
        id: idOfReturn(line.id, nth),
        quantity: growth,
        value_wt: rest('value_wt'),
        value_ex: rest('value_ex'),
        discount_wt: rest('discount_wt'),
        discount_ex: rest('discount_ex'),
      },
    ];
  });
  return { items, notes };
}

/** In whole cents, but for a whole line, which comes back to the last 1/10 000. */
function centsOfShare(amount: Amount, part: number, whole: number): Amount {
  return part === whole ? amount : shareOf(amount, part, whole * CENT) * CENT;
}

/** Of the `nth` return of an order, or of one of its lines. */
function idOfReturn(id: number, nth: number): number {
  return FIRST_RETURN + id * 1_000 + nth;
}

/** The order itself, or the one that a return follows. */
export function soldOrderIdOf(id: number): number {
  return id < FIRST_RETURN ? id : lineOfReturn(id);
}

function lineOfReturn(id: number): number {
  return Math.floor((id - FIRST_RETURN) / 1_000);
}

function numberOfReturn({ id }: MappedOrder['order']): number {
  return (id - FIRST_RETURN) % 1_000;
}

/** The cents by which all shares miss what StoreKeeper refunded go to the largest new line; more than cents is noted. */
function settleRefund(record: OrderRecord, items: readonly MappedItem[], before: readonly MappedItem[]): Lines {
  const theirs = { ex: amountOf(record.refunded_price), wt: amountOf(record.refunded_price_wt) };
  if (theirs.ex === null || theirs.wt === null) return { items, notes: [] };
  const refunded: BothSides = { ex: theirs.ex, wt: theirs.wt };
  const returned = sidesOf([...before, ...items]);
  const ours = { ex: 0 - returned.ex, wt: 0 - returned.wt };
  const [ex, wt] = [ours.ex - refunded.ex, ours.wt - refunded.wt];
  if (ex === 0 && wt === 0) return { items, notes: [] };
  const receiver = largest(items.filter(({ type }) => type === 'product'));
  // Each line that came back is rounded, now or before.
  const most = CENT * (before.length + items.length);
  if (receiver === undefined || Math.abs(ex) > most || Math.abs(wt) > most) {
    return { items, notes: [differing('return_differs', record, 'refunded', refunded, ours)] };
  }
  const changed = { ...receiver, value_ex: receiver.value_ex + ex, value_wt: receiver.value_wt + wt };
  return { items: items.map((item) => (item === receiver ? changed : item)), notes: [] };
}

/** An earlier return, with what it takes from its order; that is a change of it where it was another. */
function following(known: MappedOrder, reading: ReturnReading): MappedOrder {
  const { readAt } = reading;
  const taken = followed(reading, numberOfReturn(known.order));
  const isSame = Object.entries(taken).every(([column, value]) => known.order[column as keyof typeof taken] === value);
  return isSame ? known : { ...known, order: { ...known.order, ...taken, date_updated: readAt } };
}

/** What a return takes from the order that it follows. */
function followed({ mapped: { order }, isNumberTaken }: ReturnReading, nth: number) {
  const { shop_id, location_id, customer_id, payment_term, is_paid } = order;
  const order_number = freeNumber(`${order.order_number}-R${nth}`, idOfReturn(order.id, nth), isNumberTaken);
  return {
    order_number,
    status: statusOfReturn(order.status),
    shop_id,
    location_id,
    customer_id,
    payment_term,
    is_paid,
  };
}

/** A return counts where what it returns counts. */
function statusOfReturn(status: OrderStatus): OrderStatus {
  return COUNTING_STATUSES.some((counting) => counting === status) ? 'complete' : status;
}

function returnOf(reading: ReturnReading, items: readonly MappedItem[], nth: number, date: number): MappedOrder {
  const { order } = reading.mapped;
  const value = sidesOf(items);
  return {
    order: {
      ...order,
      ...followed(reading, nth),
      id: idOfReturn(order.id, nth),
      date_purchased: date,
      local_day: localDayAt(date),
      date_updated: date,
      value_wt: value.wt,
      value_ex: value.ex,
      discount_wt: sumOf(items, ({ discount_wt }) => discount_wt),
      discount_ex: sumOf(items, ({ discount_ex }) => discount_ex),
      follows_order_id: order.id,
    },
    items,
    payments: [],
  };
}

/** `date_updated` stays as it was when something comes back, so that the purchase may be later. */
function latestDateOf(record: OrderRecord): number | null {
  const dates = [record.date_updated, record.date_purchased].map(instantOf).filter((date) => date !== null);
  return dates.length === 0 ? null : Math.max(...dates);
}

/** Money follows the goods within minutes. What goes back without goods is noted, and paid for by the next return. */
function payBack(record: OrderRecord, returns: readonly MappedOrder[], date: number) {
  const paidBack = Math.abs(amountOf(record.paid_back_value_wt) ?? 0);
  const cameBack = Math.max(0, -sumOf(returns, ({ order }) => order.value_wt));
  const notes: Note[] = [];
  if (paidBack > cameBack) {
    notes.push(noteOf('money_without_goods', 'order', record.id, { amount: paidBack - cameBack }));
  }
  const payments: readonly NewOrderPayment[] = returns.flatMap((one) => one.payments);
  const growth = Math.min(paidBack, cameBack) + sumOf(payments, ({ amount }) => amount);
  const last = returns.at(-1);
  if (growth === 0 || last === undefined || payments.length >= MOST_RETURNS) return { returns, notes };
  const paymentId = idOfReturn(Number(record.id), payments.length + 1);
  const paid = {
    ...last,
    order: { ...last.order, date_updated: date },
    payments: [...last.payments, paymentRow(paymentId, -growth, date)],
  };
  return { returns: [...returns.slice(0, -1), paid], notes };
}
