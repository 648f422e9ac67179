import { addDays, type CalendarDate } from '../../../shared/calendar.ts';
import { type ItemType, listOrders, type Order, type PaymentTerm } from '../../../shared/contract/orders.ts';
import { toWholeUnits } from '../../support/exact-euros.ts';
import { assertKnown } from '../../support/known-figure.ts';
import type { Range, Reader } from '../asked-reports.ts';

/** The sum of items of a shop and day that no figure distinguishes. Amounts are units, quantities 1/10 000. */
export interface ItemSum {
  readonly shop_id: number;
  readonly payment_term: PaymentTerm;
  readonly is_paid: boolean;
  readonly type: ItemType;
  readonly is_return: boolean;
  readonly product_group_id: number | null;
  readonly tax_rate_id: number | null;
  quantity: number;
  ex: number;
  wt: number;
  discount: number;
  cost: number;
}

/** Payments of direct orders. */
export interface PaymentSum {
  readonly shop_id: number;
  readonly provider_method_type_id: number;
  readonly title: string;
  readonly type_alias: string;
  payments: number;
  amount: number;
}

/** An order of the feed and its position in it. */
export type PlacedOrder = Required<Order> & { readonly place: number };

/** The orders of a shop and day, with the first and the last of them. */
export interface OrderSum {
  readonly shop_id: number;
  orders: number;
  returns: number;
  discounted: number;
  discount: number;
  readonly first: PlacedOrder;
  last: PlacedOrder;
}

export interface DaySums {
  readonly items: Map<string, ItemSum>;
  readonly payments: Map<string, PaymentSum>;
  readonly orders: Map<number, OrderSum>;
}

const COUNTING: readonly string[] = ['processing', 'complete', 'refunded'];

function createDaySums(): DaySums {
  return { items: new Map(), payments: new Map(), orders: new Map() };
}

/** Adds an order that comes after all added ones; an order that does not count changes nothing. */
function addOrder(sums: DaySums, order: PlacedOrder): void {
  if (!COUNTING.includes(assertKnown(order.status))) return;
  addItems(sums, order);
  if (order.payment_term === 'direct') addPayments(sums, order);
  addToOrders(sums, order);
}

function addItems({ items }: DaySums, order: Required<Order>): void {
  const { shop_id } = order;
  const [payment_term, is_paid] = [assertKnown(order.payment_term), assertKnown(order.is_paid)];
  for (const item of order.items) {
    const { type, product_group_id, tax_rate_id } = item;
    const is_return = item.quantity < 0;
    const key = [shop_id, payment_term, is_paid, type, is_return, product_group_id, tax_rate_id].join();
    let sum = items.get(key);
    if (!sum) {
      const what = { shop_id, payment_term, is_paid, type, is_return, product_group_id, tax_rate_id };
      sum = { ...what, quantity: 0, ex: 0, wt: 0, discount: 0, cost: 0 };
      items.set(key, sum);
    }
    sum.quantity += toWholeUnits(item.quantity);
    sum.ex += toWholeUnits(item.value_ex_wt);
    sum.wt += toWholeUnits(item.value_wt);
    sum.discount += toWholeUnits(item.discount_value_wt);
    sum.cost += toWholeUnits(assertKnown(item.cost_value_ex));
  }
}

function addPayments({ payments }: DaySums, order: Required<Order>): void {
  for (const { provider_method_type_id, title, type_alias, amount } of order.payments) {
    const key = [order.shop_id, provider_method_type_id].join();
    const what = { shop_id: order.shop_id, provider_method_type_id, title, type_alias };
    const sum = payments.get(key) ?? { ...what, payments: 0, amount: 0 };
    sum.payments += 1;
    sum.amount += toWholeUnits(amount);
    payments.set(key, sum);
  }
}

function addToOrders({ orders }: DaySums, order: PlacedOrder): void {
  const none = { orders: 0, returns: 0, discounted: 0, discount: 0 };
  const sum = orders.get(order.shop_id) ?? { shop_id: order.shop_id, ...none, first: order, last: order };
  sum.orders += 1;
  if (order.items.some(({ type, quantity }) => type === 'product' && quantity < 0)) sum.returns += 1;
  if (assertKnown(order.discount_value_wt) > 0) sum.discounted += 1;
  sum.discount += toWholeUnits(assertKnown(order.discount_value_wt));
  sum.last = order;
  orders.set(order.shop_id, sum);
}

const PAGE = 250;

/** The sums of each local day, by date, over all that the reader may see. */
export interface Feed {
  readonly days: ReadonlyMap<CalendarDate, DaySums>;
  readonly orders: number;
}

/** Reads the orders of the range once, month by month and page by page; at most two pages are in memory. */
export async function readFeed(reader: Reader, { from, to }: Range): Promise<Feed> {
  const days = new Map<CalendarDate, DaySums>();
  let orders = 0;
  for (let first = from; first <= to; ) {
    const last = [endOfMonth(first), to].toSorted()[0] ?? to;
    for await (const order of ordersOf(reader, { from: first, to: last })) {
      const date = order.date_purchased.slice(0, 10);
      const sums = days.get(date) ?? createDaySums();
      days.set(date, sums);
      addOrder(sums, { ...order, place: orders });
      orders += 1;
    }
    first = addDays(last, 1);
  }
  return { days, orders };
}

async function* ordersOf(reader: Reader, range: Range): AsyncGenerator<Required<Order>> {
  const pageAt = (start: number) =>
    reader.read(listOrders, { ...range, include: 'items,payments', start, limit: PAGE });
  let lastId = 0;
  let lastMoment = 0;
  let count = 0;
  for (let next = pageAt(0); ; ) {
    const page = await next;
    count += page.count;
    const isLast = page.count === 0 || count >= page.total;
    // The service prepares the next page while this one is added.
    if (!isLast) next = pageAt(count);
    for (const order of page.data) {
      const moment = Date.parse(order.date_purchased);
      if (moment < lastMoment || (moment === lastMoment && order.id <= lastId)) {
        throw new Error(`order ${order.id} of the feed comes after ${lastId}: twice, or out of order`);
      }
      [lastId, lastMoment] = [order.id, moment];
      yield withDetails(order);
    }
    if (!isLast) continue;
    if (count !== page.total) throw new Error(`the feed of ${range.from} ended at ${count} of ${page.total}`);
    return;
  }
}

function withDetails({ items, payments, ...order }: Order): Required<Order> {
  if (!items || !payments) throw new Error(`order ${order.id} came without its items or payments`);
  return { ...order, items, payments };
}

function endOfMonth(date: CalendarDate): CalendarDate {
  const afterIt = addDays(`${date.slice(0, 7)}-28`, 4);
  return addDays(`${afterIt.slice(0, 7)}-01`, -1);
}
