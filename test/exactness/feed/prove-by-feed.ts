import { createRandomStream } from '../../../electron/platform/demo/prng.ts';
import { readDayClosing } from '../../../shared/contract/day-closing.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { readPaymentsReport } from '../../../shared/contract/payments-report.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import type { Shop } from '../../../shared/contract/shops.ts';
import { readTurnoverByDay, type TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { fromUnits, toUnits } from '../../support/exact-euros.ts';
import { type ReportFigures, type ReportLines, recomputeFromLines } from '../../support/report-oracle.ts';
import { type AskedReport, placeOf, queryOf, type Range, type Reader, type Tally } from '../asked-reports.ts';
import type { DaySums, Feed, ItemSum, OrderSum, PaymentSum } from './read-feed.ts';

/** The answers of a user, and the feed of the same user. */
export interface FeedProof {
  readonly reader: Reader;
  readonly feed: Feed;
  readonly seed: number;
  readonly tally: Tally;
}

/** Compares the report, and the other reports of the same days, with the feed. */
export async function proveByFeed(proof: FeedProof, asked: AskedReport): Promise<void> {
  const { question, lists, what } = asked;
  const selected = selectSums(proof.feed, question, lists.shops);
  proof.tally.compare(`${what} by the feed`, asked.figures, reportOf(selected, lists));
  await proveDays(proof, asked);
  await provePayments(proof, asked, selected);
  await proveClosing(proof, asked);
  await proveRows(proof, asked, selected);
}

async function proveDays({ reader, feed, tally }: FeedProof, { question, lists, what }: AskedReport) {
  const { data } = await reader.read(readTurnoverByDay, queryOf(question));
  const right = data.map(({ date }) => {
    const ofDay = selectSums(feed, { from: date, to: date }, lists.shops);
    return turnoverDayOf(date, ofDay);
  });
  tally.compare(`${what}, turnover by day`, data, right);
}

async function provePayments({ reader, tally }: FeedProof, { question, what }: AskedReport, selected: Selected) {
  const { data, totals } = await reader.read(readPaymentsReport, queryOf(question));
  const known = totals
    .map(({ title: _title, type_alias: _alias, ...method }) => method)
    .toSorted((left, right) => left.provider_method_type_id - right.provider_method_type_id);
  tally.compare(`${what}, payments`, known, methodsOf(selected));
  const ofDays = data.reduce((sum, { amount }) => sum + toUnits(amount), 0n);
  const ofMethods = totals.reduce((sum, { amount }) => sum + toUnits(amount), 0n);
  tally.compare(`${what}, payments of all days`, ofDays, ofMethods);
}

async function proveClosing({ reader, feed, tally }: FeedProof, { question, lists, what }: AskedReport) {
  const { from: date } = question;
  const {
    report: _report,
    date: _date,
    location_id: _location,
    shop_id: _shop,
    // The sums of the feed contain only orders that count.
    uncounted_orders: _uncounted,
    uncounted_value_wt: _uncountedValue,
    ...closing
  } = await reader.read(readDayClosing, { date, ...placeOf(question) });
  const right = closingOf(selectSums(feed, { from: date, to: date }, lists.shops));
  tally.compare(`${what}, closing of ${date}`, closing, right);
}

/** Checks the sums of the rows behind the figures, for one random filter. */
async function proveRows(
  { reader, seed, tally }: FeedProof,
  { question, what }: AskedReport,
  { items, payments }: Selected,
) {
  const random = createRandomStream(seed, what);
  const one = { ...queryOf(question), limit: 1 };
  const sales = await reader.read(readProductSales, one);
  tally.compare(`${what}, product sales`, sales.sums, sumProducts({ items, payments, orders: [] }));
  const [item, payment] = [items.length > 0 && random.pick(items), payments.length > 0 && random.pick(payments)];
  if (item) {
    const sign: 'negative' | 'positive' = item.is_return ? 'negative' : 'positive';
    const { type, payment_term } = item;
    const filter = { type, sign, payment_term, is_paid: String(item.is_paid) };
    const { sums } = await reader.read(listOrderItems, { ...one, ...filter });
    const chosen = items.filter(
      (row) =>
        row.type === type &&
        row.is_return === item.is_return &&
        row.payment_term === payment_term &&
        row.is_paid === item.is_paid,
    );
    tally.compare(`${what}, items ${JSON.stringify(filter)}`, sums, itemSumsOf(chosen));
  }
  if (payment) {
    const { provider_method_type_id, shop_id } = payment;
    const { sums } = await reader.read(listOrderPayments, { ...one, provider_method_type_id, shop_id });
    const amount = payments
      .filter((row) => row.provider_method_type_id === provider_method_type_id && row.shop_id === shop_id)
      .reduce((sum, row) => sum + row.amount, 0);
    tally.compare(
      `${what}, payments by ${provider_method_type_id} at ${shop_id}`,
      toUnits(sums.amount),
      BigInt(amount),
    );
  }
}

type Lists = Omit<ReportLines, 'items' | 'payments'>;

/** The financial report, computed from the feed. */
function reportOf({ items, payments }: Selected, lists: Lists): ReportFigures {
  return recomputeFromLines({
    ...lists,
    items: items.map(({ ex, wt, cost, ...item }) => ({ ...item, ex: BigInt(ex), wt: BigInt(wt), cost: BigInt(cost) })),
    payments: payments.map((payment) => ({ ...payment, amount: BigInt(payment.amount) })),
  });
}

/** What was paid with each method, by its id. */
function methodsOf({ payments }: Selected) {
  return [...Map.groupBy(payments, (payment) => payment.provider_method_type_id)]
    .toSorted(([left], [right]) => left - right)
    .map(([provider_method_type_id, ofMethod]) => ({
      provider_method_type_id,
      payments: ofMethod.reduce((sum, { payments: count }) => sum + count, 0),
      amount: eurosOf(ofMethod, ({ amount }) => amount),
    }));
}

function turnoverDayOf(date: string, { items, orders }: Selected): TurnoverDay {
  const turnover = items.filter(({ type }) => type === 'product' || type === 'rounding');
  return {
    date,
    orders: orders.reduce((sum, day) => sum + day.orders, 0),
    returns: orders.reduce((sum, day) => sum + day.returns, 0),
    turnover: eurosOf(turnover, ({ ex }) => ex),
    turnover_wt: eurosOf(turnover, ({ wt }) => wt),
    discount_value_wt: eurosOf(orders, ({ discount }) => discount),
    cost: eurosOf(productsOf(items), ({ cost }) => cost),
  };
}

/** The closing of one day without its report; `selected` contains only that day. */
function closingOf({ orders }: Selected) {
  const inOrder = orders
    .flatMap(({ first, last }) => [first, last])
    .toSorted((left, right) => left.place - right.place);
  return {
    orders: orders.reduce((sum, day) => sum + day.orders, 0),
    returns: orders.reduce((sum, day) => sum + day.returns, 0),
    discounted_orders: orders.reduce((sum, day) => sum + day.discounted, 0),
    discount_value_wt: eurosOf(orders, ({ discount }) => discount),
    first_order_number: inOrder[0]?.order_number ?? null,
    last_order_number: inOrder.at(-1)?.order_number ?? null,
  };
}

function sumProducts({ items }: Selected) {
  const products = productsOf(items);
  return {
    ...itemSumsOf(products),
    discount_value_wt: eurosOf(products, ({ discount }) => discount),
    margin: eurosOf(products, ({ ex, cost }) => ex - cost),
  };
}

/** The sums of rows of `GET /api/order-items`. */
function itemSumsOf(items: readonly ItemSum[]) {
  return {
    quantity: eurosOf(items, ({ quantity }) => quantity),
    value: eurosOf(items, ({ ex }) => ex),
    value_wt: eurosOf(items, ({ wt }) => wt),
    cost: eurosOf(items, ({ cost }) => cost),
  };
}

function productsOf(items: readonly ItemSum[]): ItemSum[] {
  return items.filter(({ type }) => type === 'product');
}

function eurosOf<Row>(rows: readonly Row[], unitsOf: (row: Row) => number): number {
  return fromUnits(BigInt(rows.reduce((sum, row) => sum + unitsOf(row), 0)));
}

interface Selected {
  readonly items: readonly ItemSum[];
  readonly payments: readonly PaymentSum[];
  readonly orders: readonly OrderSum[];
}

/** The sums over the days of a range in these shops. Sums that no figure distinguishes are combined. */
function selectSums(feed: Feed, range: Range, shops: readonly Pick<Shop, 'id'>[]): Selected {
  const days = daysIn(feed, range);
  const ids = new Set(shops.map(({ id }) => id));
  const inShops = <Sum extends { readonly shop_id: number }>(sumsOf: (day: DaySums) => Map<unknown, Sum>) =>
    days.flatMap((day) => [...sumsOf(day)].filter(([, { shop_id }]) => ids.has(shop_id)));
  return {
    items: addUp(
      inShops((day) => day.items),
      ['quantity', 'ex', 'wt', 'discount', 'cost'],
    ),
    payments: addUp(
      inShops((day) => day.payments),
      ['payments', 'amount'],
    ),
    orders: inShops((day) => day.orders).map(([, sum]) => sum),
  };
}

function daysIn({ days }: Feed, { from, to }: Range): DaySums[] {
  if (from !== to) return [...days].flatMap(([date, day]) => (from <= date && date <= to ? [day] : []));
  const day = days.get(from);
  return day ? [day] : [];
}

function addUp<Column extends string, Sum extends Record<Column, number>>(
  entries: readonly (readonly [unknown, Sum])[],
  columns: readonly Column[],
): Sum[] {
  const whole = new Map<unknown, Sum>();
  for (const [key, sum] of entries) {
    const soFar = whole.get(key);
    if (!soFar) whole.set(key, { ...sum });
    else for (const column of columns) Object.assign(soFar, { [column]: soFar[column] + sum[column] });
  }
  return [...whole.values()].map((sum) => {
    const unsafe = columns.find((column) => !Number.isSafeInteger(sum[column]));
    if (unsafe) throw new RangeError(`${unsafe} is too large for exact whole numbers`);
    return sum;
  });
}
