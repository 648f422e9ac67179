import type { Customer } from '../../../shared/contract/customers.ts';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import type { Product, ProductWithPrices } from '../../../shared/contract/products.ts';
import type { Shop } from '../../../shared/contract/shops.ts';
import type { StockRow } from '../../../shared/contract/stock.ts';
import type { TaxRate } from '../../../shared/contract/tax-rates.ts';
import type { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import { known } from '../../support/known-figure.ts';
import { counts, dateOf, isDiscounted, orderOfRow, toDiscountOrder } from '../../support/orders-oracle.ts';
import { beginsNumber, folded, hasEveryWord, wordsOf } from '../../support/search-oracle.ts';
import type { Meanings } from './oracle-query.ts';
import type { Asker, StrictService } from './strict-service.ts';

/** The very SKU, a SKU that begins so, a title that does, the rest. */
export function rankOf(q: unknown, sku: string, title: string): number {
  const sought = wordsOf(q).join(' ');
  if (folded(sku) === sought) return 0;
  if (folded(sku).startsWith(sought)) return 1;
  return folded(title).startsWith(sought) ? 2 : 3;
}

/** Everything that a user can read, without any filter: the oracle filters it itself. */
export interface OracleShop {
  readonly orders: readonly Required<Order>[];
  readonly products: readonly Product[];
  readonly details: ReadonlyMap<number, ProductWithPrices>;
  readonly stock: readonly StockRow[];
  readonly customers: readonly Customer[];
  readonly rates: readonly TaxRate[];
  readonly shops: readonly Shop[];
  readonly groups: readonly TurnoverGroup[];
  readonly lockedLocation: number | null;
  /** Answers without parameters, by path. */
  readonly plain: ReadonlyMap<string, unknown>;
}

const PLAIN = [
  ...['me', 'shops', 'locations', 'turnover-groups', 'segments'],
  ...['payment-methods', 'payment-providers'],
];

export async function readOracleShop(service: StrictService, asker: Asker): Promise<OracleShop> {
  const read = async (target: string) => {
    const answer = await service.wire.send(service.get(asker, target));
    if (answer?.status !== 200) throw new Error(`${target}: ${answer?.text}`);
    return JSON.parse(answer.text);
  };
  const rows = async (target: string) => (await read(target)).data;
  const products: Product[] = await rows('/api/products');
  const orders = await rows('/api/orders?from=0001-01-01&to=9999-12-31&limit=250&include=items,payments');
  const details = new Map<number, ProductWithPrices>();
  for (const { id } of products) details.set(id, await read(`/api/products/${id}`));
  const plain = new Map<string, unknown>();
  for (const name of PLAIN) plain.set(`/api/${name}`, await read(`/api/${name}`));

  return {
    products,
    details,
    orders,
    plain,
    stock: await rows('/api/stock?limit=200'),
    customers: await rows('/api/customers?limit=250'),
    rates: await rows('/api/tax-rates'),
    shops: await rows('/api/shops'),
    groups: await rows('/api/turnover-groups'),
    lockedLocation: asker === 'staff' ? (await read('/api/me')).locked_location.id : null,
  };
}

/** Whether an id is one of those that a query names, which is any where it names none. */
export function isAmong(named: unknown, id: number | null): boolean {
  return !Array.isArray(named) || named.includes(id);
}

/** Orders of the range, the shops and the locations that a query names, oldest first. */
export function ordersWithin({ orders }: OracleShop, query: Meanings): Required<Order>[] {
  const { from = query.date, to = query.date, shop_id, location_id } = query;
  return orders.filter((order) => {
    const day = dateOf(order);
    const isWithin = String(from) <= day && day <= String(to);
    return isWithin && isAmong(shop_id, order.shop_id) && isAmong(location_id, order.location_id);
  });
}

const countingOrders = (shop: OracleShop, query: Meanings) => ordersWithin(shop, query).filter(counts);

export function selectedOrders(shop: OracleShop, query: Meanings): Record<string, unknown>[] {
  const { status, payment_term, is_paid, as_of, customer_id, q, include = [], sort = 'date_purchased' } = query;
  const selected = ordersWithin(shop, query).filter((order) => {
    const isOfStatus = !Array.isArray(status) || status.includes(order.status);
    const isOfTerm = payment_term === undefined || order.payment_term === payment_term;
    const isAsPaid = is_paid === undefined || wasPaid(order, as_of) === is_paid;
    const isOfCustomer = customer_id === undefined || order.customer_id === customer_id;
    return isOfStatus && isOfTerm && isAsPaid && isOfCustomer && isFound(order, q);
  });
  const keys = orderKeys(shop);
  return inSort(selected, String(sort), keys).map(({ items, payments, ...row }) => ({
    ...row,
    ...(Array.isArray(include) && include.includes('items') && { items }),
    ...(Array.isArray(include) && include.includes('payments') && { payments }),
  }));
}

/** At the end of a day, or now; an invoice that is paid counts as paid since it last changed. */
function wasPaid({ is_paid, payment_term, date_updated }: Required<Order>, day: unknown): boolean {
  const isLater = day !== undefined && payment_term === 'invoice' && known(date_updated).slice(0, 10) > String(day);
  return known(is_paid) && !isLater;
}

function isFound({ order_number, customer_name }: Required<Order>, q: unknown): boolean {
  return beginsNumber(wordsOf(q).join(' '), order_number) || hasEveryWord(q, known(customer_name));
}

/** What a row is sorted by; a row without it comes last, whatever the direction. */
type SortKeys<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** By the key that the sort names, then by id. */
export function inSort<Row extends { readonly id: number }>(
  rows: readonly Row[],
  sort: string,
  keys: SortKeys<Row>,
): Row[] {
  const keyOf = keys[sort.replace('-', '')];
  if (keyOf === undefined) throw new Error(`no key for the sort ${sort}`);
  const direction = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [one, other] = [keyOf(left), keyOf(right)];
    if (one === other) return left.id - right.id;
    if (one === null || other === null) return one === null ? 1 : -1;
    return direction * (one < other ? -1 : 1);
  });
}

function orderKeys({ shops }: OracleShop): SortKeys<Required<Order>> {
  const titles = new Map(shops.map(({ id, title }) => [id, title.toLowerCase()]));
  return {
    date_purchased: ({ date_purchased }) => Date.parse(date_purchased),
    value_wt: ({ value_wt }) => value_wt,
    value_ex_wt: ({ value_ex_wt }) => value_ex_wt,
    discount_value_wt: ({ discount_value_wt }) => discount_value_wt,
    discount_value_ex_wt: ({ discount_value_ex_wt }) => discount_value_ex_wt,
    customer_name: ({ customer_id, customer_name }) => (customer_id === null ? null : folded(known(customer_name))),
    shop: ({ shop_id }) => titles.get(shop_id) ?? '',
  };
}

export function discountOrders(shop: OracleShop, query: Meanings): DiscountOrder[] {
  return ordersWithin(shop, query)
    .filter((order) => isDiscounted(order, query))
    .map(toDiscountOrder);
}

export function orderItems(shop: OracleShop, query: Meanings) {
  const { sign, payment_term, is_paid } = query;
  const exact = ['type', 'tax_rate_id', 'product_group_id', 'product_id'] as const;
  return countingOrders(shop, query)
    .filter((order) => payment_term === undefined || order.payment_term === payment_term)
    .filter((order) => is_paid === undefined || order.is_paid === is_paid)
    .flatMap((order) => order.items.map((item) => ({ ...item, ...orderOfRow(order) })))
    .filter((item) => exact.every((name) => query[name] === undefined || item[name] === query[name]))
    .filter(({ quantity }) => sign === undefined || quantity > 0 === (sign === 'positive'));
}

export function orderPayments(shop: OracleShop, query: Meanings) {
  const { provider_method_type_id: provider } = query;
  return countingOrders(shop, query)
    .filter(({ payment_term }) => payment_term === 'direct')
    .flatMap((order) => order.payments.map((payment) => ({ ...payment, ...orderOfRow(order) })))
    .filter((payment) => provider === undefined || payment.provider_method_type_id === provider);
}
