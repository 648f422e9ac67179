import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Credentials } from '../../shared/contract/auth.ts';
import { type Customer, listCustomers, listSegments } from '../../shared/contract/customers.ts';
import { type DayClosing, readDayClosing } from '../../shared/contract/day-closing.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listLocations } from '../../shared/contract/locations.ts';
import { listOrders, type OrderItem, type OrderWithDetails } from '../../shared/contract/orders.ts';
import {
  type PaymentsOfDay,
  type PaymentsOfMethod,
  readPaymentsReport,
} from '../../shared/contract/payments-report.ts';
import { type ProductSalesRow, type ProductSalesSums, readProductSales } from '../../shared/contract/product-sales.ts';
import { listProducts, type Product } from '../../shared/contract/products.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { listStock } from '../../shared/contract/stock.ts';
import { readTurnoverByDay, type TurnoverDay } from '../../shared/contract/turnover-by-day.ts';
import { drain } from '../support/drain.ts';
import { euros, total, units } from '../support/exact-euros.ts';
import { startDemoService, startFixtureService } from '../support/fixture-service.ts';
import type { RunningService } from '../support/running-service.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';

type Query = Record<string, string | number>;

const password = 'tilldesk-demo';

const DEMO = {
  owner: { account: 'demo', email: 'owner@demo.example', password },
  locked: { account: 'demo', email: 'utrecht@demo.example', password },
  other: { account: 'demo-two', email: 'owner@demo-two.example', password },
};

const FIXTURE = { owner: CREDENTIALS.owner, locked: CREDENTIALS.staff, other: CREDENTIALS.beta };

const EVERYTHING = { from: '2000-01-01', to: '2099-12-31' };

const MONTH = { from: '2026-10-01', to: '2026-10-31' };

const RANGES: [string, { from: string; to: string }][] = [
  ['a month', MONTH],
  ['the days around the change to summer time', { from: '2026-03-28', to: '2026-03-30' }],
  ['the day of the change to winter time', { from: '2026-10-25', to: '2026-10-25' }],
  ['a turn of the year', { from: '2025-12-30', to: '2026-01-02' }],
  ['a day without a sale', { from: '2020-01-01', to: '2020-01-01' }],
];

describe.each([
  ['the fixture shop', startFixtureService, FIXTURE],
  ['the demo shop', startDemoService, DEMO],
])('the further endpoints on %s', (_, start, users) => {
  let service: RunningService;
  const tokens = new Map<keyof typeof users, string>();
  const tokenOf = (user: keyof typeof users) => ({ token: tokens.get(user) ?? '' });

  beforeAll(async () => {
    service = await start();
    for (const [user, credentials] of Object.entries<Credentials>(users)) {
      tokens.set(user as keyof typeof users, await service.signIn(credentials));
    }
  });
  afterAll(() => service.stop());

  async function readOrders(user: keyof typeof users, query: Query) {
    const page = { ...query, include: 'items,payments', limit: 250 };
    const orders = await drain((at) => service.read(listOrders, { ...tokenOf(user), query: { ...page, start: at } }));
    return orders as OrderWithDetails[];
  }

  async function proveReports(user: keyof typeof users, query: { from: string; to: string } & Query) {
    const orders = await readOrders(user, query);
    await proveDays(user, query, orders);
    const { shop_id, ...place } = query;
    if (shop_id !== undefined) return;
    await provePayments(user, place, orders);
    await proveProductSales(user, place, orders);
  }

  async function proveDays(user: keyof typeof users, query: Query, orders: OrderWithDetails[]) {
    const { data } = await service.read(readTurnoverByDay, { ...tokenOf(user), query });
    expect(data).toEqual(data.map(({ date }) => recomputeTurnoverDay(date, orders)));
    const days = (Date.parse(String(query.to)) - Date.parse(String(query.from))) / 86_400_000 + 1;
    expect(data).toHaveLength(days);
    expect([data[0]?.date, data.at(-1)?.date]).toEqual([query.from, query.to]);
  }

  async function provePayments(user: keyof typeof users, query: Query, orders: OrderWithDetails[]) {
    const { data, totals } = await service.read(readPaymentsReport, { ...tokenOf(user), query });
    const byId = <Row extends { provider_method_type_id: number }>(rows: readonly Row[]) =>
      rows.toSorted((a, b) => a.provider_method_type_id - b.provider_method_type_id);
    const days = [...Map.groupBy(data, ({ date }) => date).values()];
    expect(days.flatMap(byId)).toEqual(recomputePaymentDays(orders));
    expect(byId(totals)).toEqual(recomputeMethods(orders));
    const report = await service.read(readFinancialReport, { ...tokenOf(user), query });
    const methods = totals.map(({ payments: _count, ...method }) => method);
    expect(methods).toEqual(report.direct_paid.payment_methods);
  }

  async function proveProductSales(user: keyof typeof users, query: Query, orders: OrderWithDetails[]) {
    const page = { ...query, limit: 250 };
    const read = (at: number) => service.read(readProductSales, { ...tokenOf(user), query: { ...page, start: at } });
    const rows = await drain(read);
    const catalog = await drain((at) =>
      service.read(listProducts, { ...tokenOf(user), query: { start: at, limit: 200 } }),
    );
    expect(rows).toEqual(recomputeProductSales(orders, catalog));
    const { sums } = await read(0);
    expect(sums).toEqual(recomputeProductSums(orders));
    const { revenue } = await service.read(readFinancialReport, { ...tokenOf(user), query });
    const less = (sales: number, returns: number) => units(sales) - units(returns);
    expect(units(sums.value)).toBe(less(revenue.total_sales, revenue.total_returns));
    expect(units(sums.value_wt)).toBe(less(revenue.total_sales_wt, revenue.total_returns_wt));
    expect(sums.cost).toBe(revenue.total_cost_of_goods_sold);
  }

  it.each(RANGES)('have the figures that the orders give for %s', async (_name, range) => {
    for (const user of ['owner', 'locked', 'other'] as const) await proveReports(user, range);
  });

  it('have the figures that the orders give for each location and each shop', async () => {
    const { data: locations } = await service.read(listLocations, tokenOf('owner'));
    for (const { id } of locations) await proveReports('owner', { ...MONTH, location_id: id });
    const { data: shops } = await service.read(listShops, tokenOf('owner'));
    for (const { id } of shops) await proveReports('owner', { ...MONTH, shop_id: id });
  });

  it.each(['owner', 'locked', 'other'] as const)('close days as the orders of the %s say', async (user) => {
    for (const date of ['2026-10-05', '2026-10-09', '2026-10-25', '2026-03-29', '2020-01-01']) {
      const { report, location_id, ...closing } = await service.read(readDayClosing, {
        ...tokenOf(user),
        query: { date },
      });
      const orders = await readOrders(user, { from: date });
      expect(closing).toEqual({ date, ...recomputeClosing(orders) });
      expect(report).toEqual(await service.read(readFinancialReport, { ...tokenOf(user), query: { from: date } }));
      expect(location_id).toBe(report.location_id);
    }
  });

  it.each(['owner', 'locked', 'other'] as const)('know what customers of the %s bought', async (user) => {
    const purchases = recomputePurchases(await readOrders(user, EVERYTHING));
    const customers = await drain((at) =>
      service.read(listCustomers, { ...tokenOf(user), query: { start: at, limit: 250 } }),
    );
    const nothing = { order_count: 0, turnover_wt: 0 };
    for (const { id, order_count, turnover_wt } of customers) {
      expect({ id, order_count, turnover_wt }).toEqual({ id, ...(purchases.get(id) ?? nothing) });
    }
    const seen = new Set(customers.map(({ id }) => id));
    expect([...purchases.keys()].filter((id) => !seen.has(id))).toEqual([]);
    if (user === 'locked') expect(seen.size).toBe(purchases.size);

    const { data: segments } = await service.read(listSegments, tokenOf(user));
    for (const { id, customer_count } of segments) {
      expect(customer_count).toBe(customers.filter((row) => row.segment_ids.includes(id)).length);
    }
  });

  it.each(['owner', 'locked', 'other'] as const)('keep the stock of the products of the %s', async (user) => {
    const stock = await drain((at) => service.read(listStock, { ...tokenOf(user), query: { start: at, limit: 200 } }));
    const products = await drain((at) =>
      service.read(listProducts, { ...tokenOf(user), query: { start: at, limit: 200 } }),
    );
    const byProduct = Map.groupBy(stock, (row) => row.product_id);
    for (const product of products) {
      const quantities = (byProduct.get(product.id) ?? []).map(({ quantity }) => units(quantity));
      expect(quantities.reduce((sum, quantity) => sum + quantity, 0n)).toBe(units(product.stock));
    }
    expect(stock.filter(({ quantity, in_stock }) => in_stock !== quantity > 0)).toEqual([]);
  });
});

/**
 * The further reports out of single orders, by the definitions of the contract. The day of an order is read from
 * its timestamp, which says the local date.
 */

type Orders = readonly OrderWithDetails[];

const counting = (orders: Orders) =>
  orders.filter(({ status }) => ['processing', 'complete', 'refunded'].includes(status));

const dateOf = (order: OrderWithDetails) => order.date_purchased.slice(0, 10);

const productsOf = (orders: Orders) => itemsOf(orders).filter(({ type }) => type === 'product');

const itemsOf = (orders: Orders) => orders.flatMap(({ items }) => items);

const sumOf = (items: readonly OrderItem[], of: (item: OrderItem) => number) => euros(total(items, of));

const isReturn = ({ items }: OrderWithDetails) =>
  items.some(({ type, quantity }) => type === 'product' && quantity < 0);

function recomputeTurnoverDay(date: string, all: Orders): TurnoverDay {
  const orders = counting(all).filter((order) => dateOf(order) === date);
  const turnover = itemsOf(orders).filter(({ type }) => type === 'product' || type === 'rounding');
  return {
    date,
    orders: orders.length,
    returns: orders.filter(isReturn).length,
    turnover: sumOf(turnover, (item) => item.value_ex_wt),
    turnover_wt: sumOf(turnover, (item) => item.value_wt),
    discount_value_wt: euros(total(orders, (order) => order.discount_value_wt)),
    cost: sumOf(productsOf(orders), (item) => item.cost_value_ex),
  };
}

/** Per method, by id. */
function recomputeMethods(all: Orders): PaymentsOfMethod[] {
  const direct = counting(all).filter(({ payment_term }) => payment_term === 'direct');
  const payments = direct.flatMap((order) => order.payments);
  return [...Map.groupBy(payments, (payment) => payment.provider_method_type_id)]
    .toSorted(([left], [right]) => left - right)
    .map(([provider_method_type_id, ofMethod]) => ({
      provider_method_type_id,
      title: ofMethod[0]?.title ?? '',
      type_alias: ofMethod[0]?.type_alias ?? '',
      payments: ofMethod.length,
      amount: euros(total(ofMethod, ({ amount }) => amount)),
    }));
}

/** Per day and method, by day and id. */
function recomputePaymentDays(all: Orders): PaymentsOfDay[] {
  return [...Map.groupBy(all, dateOf)]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([date, orders]) => recomputeMethods(orders).map((method) => ({ date, ...method })));
}

/** Of the orders of one day, in the order in which the API lists them. */
function recomputeClosing(all: Orders): Omit<DayClosing, 'date' | 'location_id' | 'report'> {
  const orders = counting(all);
  return {
    orders: orders.length,
    returns: orders.filter(isReturn).length,
    discounted_orders: orders.filter((order) => order.discount_value_wt > 0).length,
    discount_value_wt: euros(total(orders, (order) => order.discount_value_wt)),
    first_order_number: orders[0]?.order_number ?? null,
    last_order_number: orders.at(-1)?.order_number ?? null,
  };
}

/** By product id, those without a product last, by title and group. */
function recomputeProductSales(all: Orders, catalog: readonly Product[]): ProductSalesRow[] {
  const products = new Map(catalog.map((product) => [product.id, product]));
  const keyOf = ({ product_id, title, product_group_id }: OrderItem) =>
    product_id === null ? JSON.stringify([title, product_group_id]) : String(product_id);
  return [...Map.groupBy(productsOf(counting(all)), keyOf).values()]
    .flatMap((items) => {
      const [sold] = items;
      if (!sold || sold.product_group_id === null) return [];
      const { sku, title, product_group_id } = products.get(sold.product_id ?? 0) ?? sold;
      const what = { product_id: sold.product_id, sku, title };
      return [{ ...what, product_group_id: product_group_id ?? 0, ...figuresOf(items) }];
    })
    .toSorted(
      (left, right) =>
        (left.product_id ?? Number.POSITIVE_INFINITY) - (right.product_id ?? Number.POSITIVE_INFINITY) ||
        (left.title < right.title ? -1 : 1),
    );
}

function recomputeProductSums(all: Orders): ProductSalesSums {
  return figuresOf(productsOf(counting(all)));
}

function figuresOf(items: readonly OrderItem[]): ProductSalesSums {
  const value = total(items, (item) => item.value_ex_wt);
  const cost = total(items, (item) => item.cost_value_ex);
  return {
    quantity: sumOf(items, ({ quantity }) => quantity),
    value: euros(value),
    value_wt: sumOf(items, (item) => item.value_wt),
    discount_value_wt: sumOf(items, (item) => item.discount_value_wt),
    cost: euros(cost),
    margin: euros(value - cost),
  };
}

/** What each customer bought in these orders, by id; also of one with no order that counts. */
function recomputePurchases(all: Orders): Map<number, Pick<Customer, 'order_count' | 'turnover_wt'>> {
  const named = all.flatMap((order) => (order.customer_id === null ? [] : [[order.customer_id, order] as const]));
  const byCustomer = Map.groupBy(named, ([id]) => id);
  return new Map(
    [...byCustomer].map(([id, entries]) => {
      const orders = counting(entries.map(([, order]) => order));
      const turnover = itemsOf(orders).filter(({ type }) => type === 'product' || type === 'rounding');
      return [id, { order_count: orders.length, turnover_wt: sumOf(turnover, (item) => item.value_wt) }];
    }),
  );
}
