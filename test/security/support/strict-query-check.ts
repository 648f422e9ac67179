import { createHmac } from 'node:crypto';
import type { PaymentsOfMethod } from '../../../shared/contract/payments-report.ts';
import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import type { ProductSalesSums } from '../../../shared/contract/product-sales.ts';
import type { Product } from '../../../shared/contract/products.ts';
import { isOpenInvoice } from '../../../shared/invoice-ages.ts';
import { wholeUnits } from '../../support/exact-euros.ts';
import { known } from '../../support/known-figure.ts';
import {
  closingOf,
  counts,
  dateOf,
  itemSumsOf,
  methodsOf,
  salesKeyOf,
  salesOf,
  sumOf,
  turnoverDayOf,
} from '../../support/orders-oracle.ts';
import { recomputeReport } from '../../support/report-oracle.ts';
import { NONCE, NOW } from '../../support/running-service.ts';
import { folded, hasEveryWord, namesProduct, wordsOf } from '../../support/search-oracle.ts';
import type { OracleEndpoint } from './oracle-endpoints.ts';
import { judgeQuery, type Meanings } from './oracle-query.ts';
import {
  discountOrders,
  inSort,
  isAmong,
  type OracleShop,
  orderItems,
  orderPayments,
  ordersWithin,
  rankOf,
  readOracleShop,
  selectedOrders,
} from './oracle-shop.ts';
import { type Asker, KNOWN, type StrictService } from './strict-service.ts';
import { departures, messageOf, type Tally } from './strict-tally.ts';
import type { WireAnswer } from './strict-wire.ts';

/** Sends one query string and holds the answer against the oracle. */
export type QueryCheck = (asker: Asker, endpoint: OracleEndpoint, text: string) => Promise<void>;

export async function createQueryCheck(service: StrictService, tally: Tally): Promise<QueryCheck> {
  const shops: Record<Asker, OracleShop> = {
    owner: await readOracleShop(service, 'owner'),
    staff: await readOracleShop(service, 'staff'),
  };

  return async (asker, endpoint, text) => {
    const { name } = endpoint;
    const path = name.split(' ')[1] ?? '';
    const target = text === '' ? path : `${path}?${text}`;
    const answer = await tally.send(service.wire, service.get(asker, target), name);
    const verdict = judgeQuery(endpoint, text, KNOWN[asker]);
    const summary = `${asker} ${path}?${text}: ${answer.status} ${answer.text.slice(0, 600)}`;
    if (!verdict.isAccepted) {
      const isNamed = answer.status === 400 && names(answer, verdict.named);
      tally.agree(isNamed, () => `${summary}\nhas to be a 400 that names one of ${verdict.named.join(', ')}`);
      return;
    }
    if (answer.status !== 200) {
      tally.agree(false, () => `${summary}\nhas to be accepted as ${JSON.stringify(verdict.query)}`);
      return;
    }
    const wrong = departures(JSON.parse(answer.text), expectedAnswer(name, verdict.query, shops[asker]));
    tally.agree(wrong.length === 0, () => `${summary}\n${wrong.join('\n')}`);
  };
}

const MOST_SHOWN = 100;

function names(answer: WireAnswer, named: readonly string[]): boolean {
  if (named.length === 0) return true;
  const message = messageOf(answer);
  return named.some((name) => {
    const shown = name.slice(0, MOST_SHOWN).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(^|[^\\w])${shown}($|[^\\w])`, 'u').test(message);
  });
}

type Row = Record<string, unknown>;

const listed = (data: readonly unknown[]) => ({ count: data.length, total: data.length, data });

const paged = (rows: readonly unknown[], { start, limit }: Meanings) => {
  const data = rows.slice(Number(start), Number(start) + Number(limit));
  return { start, limit, count: data.length, total: rows.length, data };
};

/** All of the fixture shop was written at one moment, at which the clock stands still. */
function changedSince(records: readonly unknown[], { since, limit }: Meanings): Row {
  const total = Number(since) <= Date.parse(NOW) ? records.length : 0;
  const count = Math.min(total, Number(limit));
  return { count, total, has_more: count < total };
}

const period = ({ from, to }: Meanings) => ({ from, to });

/** Members that the answer to an accepted query has, with the values they have to have. */
function expectedAnswer(endpoint: string, query: Meanings, shop: OracleShop): Row {
  switch (endpoint) {
    case 'GET /':
      return { name: 'Tilldesk', ready: null };
    case 'GET /health':
      return { status: 'ok', hmac: proof(query.challenge) };
    case 'GET /api/tax-rates':
      return listed(shop.rates.filter(({ country_iso2: country }) => country === (query.country_iso2 ?? country)));
    case 'GET /api/products':
      return { q: query.q ?? '', ...paged(selectedProducts(shop, query), query) };
    case 'GET /api/product-prices':
      return paged(selectedPrices(shop, query), query);
    case 'GET /api/stock':
      return paged(selectedStock(shop, query), query);
    case 'GET /api/customers':
      return pagedCustomers(shop, query);
    case 'GET /api/orders':
      return paged(selectedOrders(shop, query), query);
    case 'GET /api/products/delta':
      return changedSince(shop.products, query);
    case 'GET /api/orders/delta':
      return changedSince(shop.orders, query);
    case 'GET /api/discount-orders':
      return { ...period(query), ...echoed('shop_id', query.shop_id, null), ...listed(discountOrders(shop, query)) };
    case 'GET /api/order-items': {
      const items = orderItems(shop, query);
      return { ...paged(linesInOrder(items, query, ITEM_KEYS), query), sums: itemSumsOf(items) };
    }
    case 'GET /api/order-payments': {
      const payments = orderPayments(shop, query);
      return {
        ...paged(linesInOrder(payments, query, PAYMENT_KEYS), query),
        sums: { amount: sumOf(payments, ({ amount }) => amount) },
      };
    }
    default:
      return expectedReport(endpoint, query, shop);
  }
}

function expectedReport(endpoint: string, query: Meanings, shop: OracleShop): Row {
  switch (endpoint) {
    case 'GET /api/financial-report':
      return { ...period(query), ...financialReport(shop, query) };
    case 'GET /api/reports/turnover-by-day':
      return { ...period(query), ...untilOf(query), ...listed(turnoverByDay(shop, query)) };
    case 'GET /api/reports/payments': {
      const { data, totals } = paymentsReport(shop, query);
      return { ...period(query), ...listed(data), totals };
    }
    case 'GET /api/reports/day-closing':
      return dayClosing(shop, query);
    case 'GET /api/reports/product-sales': {
      const { rows, sums } = productSales(shop, query);
      return { ...paged(rows, query), sums };
    }
    default:
      return expectedPlain(endpoint, shop);
  }
}

/** Endpoints without parameters answer what they always answer. */
function expectedPlain(endpoint: string, { plain }: OracleShop): Row {
  const answer = plain.get(endpoint.replace('GET ', ''));
  if (typeof answer !== 'object' || answer === null) throw new Error(`no oracle for ${endpoint}`);
  return { ...answer };
}

function proof(challenge: unknown): string | undefined {
  if (typeof challenge !== 'string') return undefined;
  return createHmac('sha256', Buffer.from(NONCE, 'hex')).update(Buffer.from(challenge, 'hex')).digest('hex');
}

function financialReport(shop: OracleShop, query: Meanings): Row {
  const shops = shop.shops.filter(
    ({ id, location_id }) => isAmong(query.location_id, location_id) && isAmong(query.shop_id, id),
  );
  const { revenue } = recomputeReport({ ...shop, orders: ordersWithin(shop, query), shops });
  return { ...limitsOf(shop, query), revenue, shops: shops.map(({ id, title }) => ({ shop_id: id, title })) };
}

/** What a report says that it is limited to. */
function limitsOf({ lockedLocation }: OracleShop, { location_id, shop_id }: Meanings): Row {
  return { ...echoed('location_id', location_id, lockedLocation), ...echoed('shop_id', shop_id, null) };
}

/** One id under its name, and several in a list of their own. */
function echoed(name: 'shop_id' | 'location_id', asked: unknown, unasked: number | null): Row {
  if (!Array.isArray(asked)) return { [name]: unasked };
  return asked.length === 1 ? { [name]: asked[0] } : { [name]: null, [`${name}s`]: asked };
}

function turnoverByDay(shop: OracleShop, query: Meanings): Row[] {
  const { from, to } = query;
  const days: Row[] = [];
  for (let at = Date.parse(String(from)); at <= Date.parse(String(to)); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    const orders = ordersWithin(shop, { ...query, from: date, to: date });
    const begun = orders.filter((order) => date !== to || !query.until || timeOf(order) < String(query.until));
    days.push({ ...turnoverDayOf(date, begun) });
  }
  return days;
}

const timeOf = ({ date_purchased }: { readonly date_purchased: string }) => date_purchased.slice(11, 16);

function untilOf({ until }: Meanings): Row {
  return until === undefined ? {} : { until };
}

function dayClosing(shop: OracleShop, query: Meanings): Row {
  return { date: query.date, ...limitsOf(shop, query), ...closingOf(ordersWithin(shop, query)) };
}

function paymentsReport(shop: OracleShop, query: Meanings): { data: Row[]; totals: PaymentsOfMethod[] } {
  const payments = orderPayments(shop, query);
  const ofMethods = (rows: typeof payments) =>
    methodsOf(rows).toSorted(
      (left, right) =>
        compared(folded(left.title), folded(right.title)) ||
        left.provider_method_type_id - right.provider_method_type_id,
    );
  const days = [...Map.groupBy(payments, dateOf)];
  return {
    data: days.flatMap(([date, rows]) => ofMethods(rows).map((row) => ({ date, ...row }))),
    totals: ofMethods(payments),
  };
}

/** Items that name no product are summed per title and group. */
function productSales(shop: OracleShop, query: Meanings): { rows: Row[]; sums: ProductSalesSums } {
  const items = orderItems(shop, { ...query, type: 'product' });
  const found = [...Map.groupBy(items, salesKeyOf).values()].filter((of) => isSearchedSale(shop, of[0], query.q));
  const rows = found.map((of) => ({ ...soldAs(shop, of[0]), ...salesOf(of) }));
  return { rows: salesInOrder(rows, String(query.sort ?? 'product_id')), sums: salesOf(found.flat()) };
}

/** What is not in the catalog is found as it was written, but for the case of A to Z. */
function isSearchedSale(shop: OracleShop, item: SoldItem | undefined, q: unknown): boolean {
  const { sku, title } = soldAs(shop, item);
  if (shop.details.has(item?.product_id ?? -1)) return namesProduct(q, sku ?? '', title);
  const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const words = String(q ?? '').match(/\S+/g) ?? [];
  return words.every((word) => [sku ?? '', title].some((text) => lowered(text).includes(lowered(word))));
}

type SoldItem = ReturnType<typeof orderItems>[number];

function soldAs({ details }: OracleShop, item: SoldItem | undefined) {
  const { product_id = null, sku = null, title = '', product_group_id = null } = item ?? {};
  const product = details.get(product_id ?? -1);
  return product
    ? { product_id, sku: product.sku, title: product.title, product_group_id: product.product_group_id }
    : { product_id, sku, title, product_group_id };
}

type Sales = ReturnType<typeof soldAs> & ReturnType<typeof salesOf>;

/** Rows without a product come last, but where `sort` names a figure. */
function salesInOrder(rows: Sales[], sort: string): Sales[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  const by = sort.replace('-', '') as 'product_id' | 'sku' | 'title' | 'value' | 'margin_percentage';
  const isFigure = by === 'value' || !['product_id', 'sku', 'title'].includes(by);
  const key = (row: Sales) => {
    // Without turnover last either way.
    if (by === 'margin_percentage')
      return row.value <= 0 ? direction * Number.MAX_VALUE : wholeUnits(row.margin ?? 0) / wholeUnits(row.value);
    return typeof row[by] === 'string' ? folded(row[by]) : (row[by] ?? 0);
  };
  const last = ({ product_id }: Sales) => (product_id === null ? 1 : 0);
  return rows.toSorted(
    (left, right) =>
      (isFigure ? 0 : last(left) - last(right)) ||
      direction * compared(key(left), key(right)) ||
      last(left) - last(right) ||
      Number(left.product_id) - Number(right.product_id),
  );
}

function selectedProducts(shop: OracleShop, query: Meanings): Product[] {
  const { products, details } = shop;
  const { q, product_group_id, tax_rate_id, stock, priced } = query;
  const selected = products.filter((product) => {
    const sale = salePriceOf(details.get(product.id)?.prices ?? []);
    const isOfGroup = product_group_id === undefined || product.product_group_id === product_group_id;
    const isOfRate = tax_rate_id === undefined || sale?.tax_rate_id === tax_rate_id;
    const isStocked = stock === undefined || stock === stateOf(product.stock);
    const isAsPriced = priced === undefined || (sale !== undefined) === priced;
    return isOfGroup && isOfRate && isStocked && isAsPriced && namesProduct(q, product.sku, product.title);
  });
  return inOrder(shop, selected, query);
}

/** Type 1, without a threshold, the row with the lowest id. */
function salePriceOf(prices: readonly ProductPrice[]): ProductPrice | undefined {
  const sales = prices.filter((price) => price.product_price_type_id === 1 && price.from_qty === null);
  return sales.toSorted((left, right) => left.id - right.id)[0];
}

function stateOf(stock: number): string {
  if (stock === 0) return 'none';
  return stock < 0 ? 'negative' : 'positive';
}

function inOrder({ details, groups, rates }: OracleShop, products: readonly Product[], query: Meanings): Product[] {
  const { q, sort = wordsOf(q).length > 0 ? 'rank' : 'id' } = query;
  const saleOf = ({ id }: Product) => salePriceOf(details.get(id)?.prices ?? []);
  const titles = new Map(groups.map(({ id, title }) => [id, title.toLowerCase()]));
  const percentages = new Map(rates.map(({ id, value }) => [id, value]));
  return inSort(products, String(sort), {
    rank: ({ sku, title }) => rankOf(q, sku, title),
    id: ({ id }) => id,
    sku: ({ sku }) => folded(sku),
    title: ({ title }) => folded(title),
    stock: ({ stock }) => stock,
    price: (product) => saleOf(product)?.ppu_wt ?? null,
    price_ex: (product) => saleOf(product)?.ppu ?? null,
    tax_rate: (product) => percentages.get(saleOf(product)?.tax_rate_id ?? -1) ?? null,
    product_group: ({ product_group_id }) => titles.get(product_group_id) ?? '',
  });
}

function pagedCustomers(shop: OracleShop, query: Meanings) {
  const selected = selectedCustomers(shop, query);
  const sumOver = (figure: 'order_count' | 'turnover_wt' | 'open_invoices_wt') =>
    sumOf(selected, (row) => row[figure] ?? 0);
  const sums = {
    order_count: sumOver('order_count'),
    turnover_wt: sumOver('turnover_wt'),
    open_invoices_wt: sumOver('open_invoices_wt'),
  };
  const isByFigure = /order_count|turnover_wt|open_invoices_wt|date_last_purchased/.test(String(query.sort ?? 'id'));
  const isOfOrders = isByFigure || query.has_open_invoices !== undefined || shop.lockedLocation !== null;
  return { sums: isOfOrders ? sums : null, ...paged(selected, query) };
}

function selectedCustomers({ customers, orders }: OracleShop, query: Meanings) {
  const { q, segment_id: segments, has_open_invoices: hasOpen, sort = 'id' } = query;
  const debtors = new Set(
    orders.filter((order) => counts(order) && isOpenInvoice(order)).map((row) => row.customer_id),
  );
  const selected = customers.filter(({ id, name, email, segment_ids }) => {
    const isOfSegment = !Array.isArray(segments) || known(segment_ids).some((one) => segments.includes(one));
    return (
      hasEveryWord(q, known(name), known(email)) && isOfSegment && (hasOpen ?? debtors.has(id)) === debtors.has(id)
    );
  });
  return inSort(selected, String(sort), {
    id: ({ id }) => id,
    name: ({ name }) => folded(known(name)),
    date_created: ({ date_created }) => Date.parse(known(date_created)),
    order_count: ({ order_count }) => order_count,
    turnover_wt: ({ turnover_wt }) => turnover_wt,
    open_invoices_wt: ({ open_invoices_wt }) => open_invoices_wt,
    date_last_purchased: ({ date_last_purchased: last }) => (last === null ? null : Date.parse(last)),
  });
}

interface LineRow {
  readonly id: number;
  readonly date_purchased: string;
}

const purchaseOf = ({ date_purchased }: LineRow) => Date.parse(date_purchased);

const ITEM_KEYS = {
  quantity: ({ quantity }: ReturnType<typeof orderItems>[number]) => quantity,
  ppu_wt: ({ ppu_wt }: ReturnType<typeof orderItems>[number]) => ppu_wt,
  value_ex_wt: ({ value_ex_wt }: ReturnType<typeof orderItems>[number]) => value_ex_wt,
  value_wt: ({ value_wt }: ReturnType<typeof orderItems>[number]) => value_wt,
  cost_value_ex: ({ cost_value_ex }: ReturnType<typeof orderItems>[number]) => cost_value_ex,
};

const PAYMENT_KEYS = {
  date_paid: ({ date_paid }: ReturnType<typeof orderPayments>[number]) => Date.parse(String(date_paid)),
  amount: ({ amount }: ReturnType<typeof orderPayments>[number]) => amount,
};

/** By purchase the lines of an order stay together, also where the latest comes first; other sorts have the id for ties. */
function linesInOrder<Row extends LineRow>(
  rows: readonly Row[],
  { sort = 'date_purchased' }: Meanings,
  keys: Readonly<Record<string, (row: Row) => number | null>>,
): readonly Row[] {
  if (sort === 'date_purchased') return rows;
  if (sort !== '-date_purchased') return inSort(rows, String(sort), keys);
  return rows.toSorted((left, right) => purchaseOf(right) - purchaseOf(left));
}

function compared(left: string | number, right: string | number): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function selectedPrices({ details }: OracleShop, { product_ids }: Meanings): ProductPrice[] {
  const ids = Array.isArray(product_ids) ? product_ids : [];
  const prices = [...details.values()].filter(({ id }) => ids.includes(id)).flatMap((detail) => detail.prices);
  return prices.toSorted(
    (left, right) =>
      left.product_id - right.product_id ||
      left.product_price_type_id - right.product_price_type_id ||
      (left.from_qty ?? -1) - (right.from_qty ?? -1) ||
      left.id - right.id,
  );
}

function selectedStock({ stock, products }: OracleShop, { q, product_group_id }: Meanings) {
  const groupOf = new Map(products.map((product) => [product.id, product.product_group_id]));
  return stock
    .filter((row) => product_group_id === undefined || groupOf.get(row.product_id) === product_group_id)
    .filter((row) => namesProduct(q, row.sku, row.title));
}
