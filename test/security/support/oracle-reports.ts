import { recomputeReport } from '../../support/report-oracle.ts';
import { compared } from './oracle-catalog.ts';
import { countingOrders, dayOf, orderItems, orderPayments, ordersWithin } from './oracle-orders.ts';
import type { Meanings } from './oracle-query.ts';
import type { OracleShop } from './oracle-shop.ts';
import { folded } from './oracle-text.ts';

type Row = Record<string, unknown>;

/** Sum of decimal euros or quantities, exact to 4 decimals. */
export function sum<R>(rows: readonly R[], amountOf: (row: R) => number): number {
  const total = rows.reduce((before, row) => before + Math.round(amountOf(row) * 10_000), 0);
  return total === 0 ? 0 : total / 10_000;
}

const isOf =
  (...types: string[]) =>
  ({ type }: { readonly type: string }) =>
    types.includes(type);

export function financialReport(shop: OracleShop, query: Meanings): Row {
  const place = query.location_id ?? shop.lockedLocation;
  const shops = shop.shops.filter(({ location_id }) => place === null || location_id === place);
  const { revenue } = recomputeReport({ ...shop, orders: ordersWithin(shop, query), shops });
  return { location_id: place, revenue };
}

export function turnoverByDay(shop: OracleShop, query: Meanings): Row[] {
  const { from, to } = query;
  const days: Row[] = [];
  for (let at = Date.parse(String(from)); at <= Date.parse(String(to)); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    const orders = countingOrders(shop, { ...query, from: date, to: date });
    days.push({ date, ...figuresOfDay(orders) });
  }
  return days;
}

type Orders = ReturnType<typeof countingOrders>;

function figuresOfDay(orders: Orders): Row {
  const items = orders.flatMap((order) => order.items);
  const turnover = items.filter(isOf('product', 'rounding'));
  return {
    orders: orders.length,
    returns: orders.filter(hasReturn).length,
    turnover: sum(turnover, (item) => item.value_ex_wt),
    turnover_wt: sum(turnover, (item) => item.value_wt),
    discount_value_wt: sum(orders, (order) => order.discount_value_wt),
    cost: sum(items.filter(isOf('product')), (item) => item.cost_value_ex),
  };
}

const hasReturn = ({ items }: Orders[number]) =>
  items.some((item) => item.type === 'product' && item.quantity < 0);

export function dayClosing(shop: OracleShop, query: Meanings): Row {
  const orders = countingOrders(shop, query);
  return {
    date: query.date,
    location_id: query.location_id ?? shop.lockedLocation,
    orders: orders.length,
    returns: orders.filter(hasReturn).length,
    discounted_orders: orders.filter((order) => order.discount_value_wt > 0).length,
    discount_value_wt: sum(orders, (order) => order.discount_value_wt),
    first_order_number: orders[0]?.order_number ?? null,
    last_order_number: orders.at(-1)?.order_number ?? null,
  };
}

export function paymentsReport(shop: OracleShop, query: Meanings): { data: Row[]; totals: Row[] } {
  const payments = orderPayments(shop, query);
  const ofMethods = (rows: typeof payments): Row[] =>
    [...Map.groupBy(rows, (row) => row.provider_method_type_id)]
      .map(([provider_method_type_id, of]) => ({
        provider_method_type_id,
        title: of[0]?.title ?? '',
        type_alias: of[0]?.type_alias,
        payments: of.length,
        amount: sum(of, ({ amount }) => amount),
      }))
      .toSorted(
        (left, right) =>
          compared(folded(left.title), folded(right.title)) ||
          left.provider_method_type_id - right.provider_method_type_id,
      );
  const days = [...Map.groupBy(payments, (row) => dayOf(row.date_purchased))];
  return {
    data: days.flatMap(([date, rows]) => ofMethods(rows).map((row) => ({ date, ...row }))),
    totals: ofMethods(payments),
  };
}

/** Items that name no product are summed per title and group. */
export function productSales(shop: OracleShop, query: Meanings): { rows: Row[]; sums: Row } {
  const items = orderItems(shop, { ...query, type: 'product' });
  const keyOf = ({ product_id, title, product_group_id }: (typeof items)[number]) =>
    product_id === null ? `${title} ${product_group_id}` : product_id;
  const rows = [...Map.groupBy(items, keyOf).values()].map((of) => ({
    ...soldAs(shop, of[0]),
    ...salesOf(of),
  }));
  return { rows: salesInOrder(rows, String(query.sort ?? 'product_id')), sums: salesOf(items) };
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
  const by = sort.replace('-', '') as 'product_id' | 'sku' | 'title' | 'value';
  const isFigure = by === 'value' || !['product_id', 'sku', 'title'].includes(by);
  const key = (row: Sales) => (typeof row[by] === 'string' ? folded(row[by]) : (row[by] ?? 0));
  const last = ({ product_id }: Sales) => (product_id === null ? 1 : 0);
  return rows.toSorted(
    (left, right) =>
      (isFigure ? 0 : last(left) - last(right)) ||
      direction * compared(key(left), key(right)) ||
      last(left) - last(right) ||
      Number(left.product_id) - Number(right.product_id),
  );
}

function salesOf(items: ReturnType<typeof orderItems>) {
  const value = sum(items, (item) => item.value_ex_wt);
  const cost = sum(items, (item) => item.cost_value_ex);
  return {
    quantity: sum(items, (item) => item.quantity),
    value,
    value_wt: sum(items, (item) => item.value_wt),
    discount_value_wt: sum(items, (item) => item.discount_value_wt),
    cost,
    margin: sum([value, -cost], (part) => part),
  };
}
