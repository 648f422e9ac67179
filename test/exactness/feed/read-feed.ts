import { addDays, type CalendarDate } from '../../../shared/calendar.ts';
import { listOrders, type Order, type OrderWithDetails } from '../../../shared/contract/orders.ts';
import type { Range } from '../questions/question.ts';
import type { Reader } from '../service/sign-in-reader.ts';
import { addOrder, createDaySums, type DaySums } from './day-sums.ts';

const PAGE = 250;

/** What the orders of each local day came to, by date, for all that the reader may see. */
export interface Feed {
  readonly days: ReadonlyMap<CalendarDate, DaySums>;
  readonly orders: number;
}

/** One pass over the orders of the range, month by month and page by page; no more than two pages are held. */
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

async function* ordersOf(reader: Reader, range: Range): AsyncGenerator<OrderWithDetails> {
  const pageAt = (start: number) =>
    reader.read(listOrders, { ...range, include: 'items,payments', start, limit: PAGE });
  let lastId = 0;
  let lastMoment = 0;
  let count = 0;
  for (let next = pageAt(0); ; ) {
    const page = await next;
    count += page.count;
    const isLast = page.count === 0 || count >= page.total;
    // The service makes the next page while this one is added.
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

function withDetails({ items, payments, ...order }: Order): OrderWithDetails {
  if (!items || !payments) throw new Error(`order ${order.id} came without its items or payments`);
  return { ...order, items, payments };
}

function endOfMonth(date: CalendarDate): CalendarDate {
  const afterIt = addDays(`${date.slice(0, 7)}-28`, 4);
  return addDays(`${afterIt.slice(0, 7)}-01`, -1);
}
