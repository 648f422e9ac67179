import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Credentials } from '../../shared/contract/auth.ts';
import { type Customer, listCustomers, listSegments } from '../../shared/contract/customers.ts';
import { readDayClosing } from '../../shared/contract/day-closing.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listLocations } from '../../shared/contract/locations.ts';
import { listOrders, type Order, type OrderItem } from '../../shared/contract/orders.ts';
import { type PaymentsOfDay, readPaymentsReport } from '../../shared/contract/payments-report.ts';
import { type ProductSalesRow, readProductSales } from '../../shared/contract/product-sales.ts';
import { listProducts, type Product } from '../../shared/contract/products.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { listStock } from '../../shared/contract/stock.ts';
import { readTurnoverByDay } from '../../shared/contract/turnover-by-day.ts';
import { isOpenInvoice } from '../../shared/invoice-ages.ts';
import { drain } from '../support/drain.ts';
import { units } from '../support/exact-euros.ts';
import { startDemoService, startFixtureService } from '../support/fixture-service.ts';
import { known } from '../support/known-figure.ts';
import {
  closingOf,
  counts,
  directPayments,
  isTurnover,
  methodsOf,
  productsIn,
  salesKeyOf,
  salesOf,
  sumOf,
  turnoverDayOf,
} from '../support/orders-oracle.ts';
import type { RunningService } from '../support/running-service.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';
import { wholeReport } from '../support/whole-report.ts';

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
    return orders as Required<Order>[];
  }

  async function proveReports(user: keyof typeof users, query: { from: string; to: string } & Query) {
    const orders = await readOrders(user, query);
    await proveDays(user, query, orders);
    const { shop_id, ...place } = query;
    if (shop_id !== undefined) return;
    await provePayments(user, place, orders);
    await proveProductSales(user, place, orders);
  }

  async function proveDays(user: keyof typeof users, query: Query, orders: Required<Order>[]) {
    const { data } = await service.read(readTurnoverByDay, { ...tokenOf(user), query });
    expect(data).toEqual(data.map(({ date }) => turnoverDayOf(date, orders)));
    const days = (Date.parse(String(query.to)) - Date.parse(String(query.from))) / 86_400_000 + 1;
    expect(data).toHaveLength(days);
    expect([data[0]?.date, data.at(-1)?.date]).toEqual([query.from, query.to]);
  }

  async function provePayments(user: keyof typeof users, query: Query, orders: Required<Order>[]) {
    const { data, totals } = await service.read(readPaymentsReport, { ...tokenOf(user), query });
    const days = [...Map.groupBy(data, ({ date }) => date).values()];
    expect(days.flatMap(byMethod)).toEqual(recomputePaymentDays(orders));
    expect(byMethod(totals)).toEqual(byMethod(methodsOf(directPayments(orders))));
    const report = wholeReport(await service.read(readFinancialReport, { ...tokenOf(user), query }));
    const methods = totals.map(({ payments: _count, ...method }) => method);
    expect(methods).toEqual(report.direct_paid.payment_methods);
  }

  async function proveProductSales(user: keyof typeof users, query: Query, orders: Required<Order>[]) {
    const page = { ...query, limit: 250 };
    const read = (at: number) => service.read(readProductSales, { ...tokenOf(user), query: { ...page, start: at } });
    const rows = await drain(read);
    const catalog = await drain((at) =>
      service.read(listProducts, { ...tokenOf(user), query: { start: at, limit: 200 } }),
    );
    expect(rows).toEqual(recomputeProductSales(orders, catalog));
    const { sums } = await read(0);
    expect(sums).toEqual(salesOf(productsOf(orders)));
    const { revenue } = wholeReport(await service.read(readFinancialReport, { ...tokenOf(user), query }));
    const less = (sales: number, returns: number) => units(sales) - units(returns);
    expect(units(sums.value)).toBe(less(revenue.total_sales, revenue.total_returns));
    expect(units(sums.value_wt)).toBe(less(revenue.total_sales_wt, revenue.total_returns_wt));
    expect(sums.cost).toBe(revenue.total_cost_of_goods_sold);
  }

  it.each(RANGES)('have the figures computed from the orders for %s', async (_name, range) => {
    for (const user of ['owner', 'locked', 'other'] as const) await proveReports(user, range);
  });

  it('have the figures computed from the orders for each location and each shop', async () => {
    const { data: locations } = await service.read(listLocations, tokenOf('owner'));
    for (const { id } of locations) await proveReports('owner', { ...MONTH, location_id: id });
    const { data: shops } = await service.read(listShops, tokenOf('owner'));
    for (const { id } of shops) await proveReports('owner', { ...MONTH, shop_id: id });
  });

  it.each(['owner', 'locked', 'other'] as const)(
    'have the day closings computed from the orders of the %s',
    async (user) => {
      for (const date of ['2026-10-05', '2026-10-09', '2026-10-25', '2026-03-29', '2020-01-01']) {
        const { report, location_id, shop_id, ...closing } = await service.read(readDayClosing, {
          ...tokenOf(user),
          query: { date },
        });
        const orders = await readOrders(user, { from: date });
        expect(closing).toEqual({ date, ...closingOf(orders) });
        expect(report).toEqual(await service.read(readFinancialReport, { ...tokenOf(user), query: { from: date } }));
        expect([location_id, shop_id]).toEqual([report.location_id, null]);
      }
    },
  );

  it.each(['owner', 'locked', 'other'] as const)('have the purchases of the customers of the %s', async (user) => {
    const purchases = recomputePurchases(await readOrders(user, EVERYTHING));
    const customers = await drain((at) =>
      service.read(listCustomers, { ...tokenOf(user), query: { start: at, limit: 250 } }),
    );
    const nothing = { order_count: 0, turnover_wt: 0, open_invoices_wt: 0 };
    for (const { id, order_count, turnover_wt, open_invoices_wt } of customers) {
      expect({ id, order_count, turnover_wt, open_invoices_wt }).toEqual({ id, ...(purchases.get(id) ?? nothing) });
    }
    const seen = new Set(customers.map(({ id }) => id));
    expect([...purchases.keys()].filter((id) => !seen.has(id))).toEqual([]);
    if (user === 'locked') expect(seen.size).toBe(purchases.size);

    const { data: segments } = await service.read(listSegments, tokenOf(user));
    for (const { id, customer_count } of segments) {
      expect(customer_count).toBe(customers.filter((row) => known(row.segment_ids).includes(id)).length);
    }
  });

  it.each(['owner', 'locked', 'other'] as const)('have the stock of the products of the %s', async (user) => {
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

type Orders = readonly Required<Order>[];

const byMethod = <Row extends { provider_method_type_id: number }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => a.provider_method_type_id - b.provider_method_type_id);

/** Per day and method, by day and id. */
function recomputePaymentDays(orders: Orders): PaymentsOfDay[] {
  return [...Map.groupBy(directPayments(orders), ({ date }) => date)]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([date, payments]) => byMethod(methodsOf(payments)).map((method) => ({ date, ...method })));
}

function productsOf(orders: Orders): OrderItem[] {
  return productsIn(orders.filter(counts).flatMap(({ items }) => items));
}

/** By product id, those without a product last, by title and group. */
function recomputeProductSales(orders: Orders, catalog: readonly Product[]): ProductSalesRow[] {
  const products = new Map(catalog.map((product) => [product.id, product]));
  return [...Map.groupBy(productsOf(orders), salesKeyOf).values()]
    .flatMap((items) => {
      const [sold] = items;
      if (!sold || sold.product_group_id === null) return [];
      const { sku, title, product_group_id } = products.get(sold.product_id ?? 0) ?? sold;
      const what = { product_id: sold.product_id, sku, title };
      return [{ ...what, product_group_id: product_group_id ?? 0, ...salesOf(items) }];
    })
    .toSorted(
      (left, right) =>
        (left.product_id ?? Number.POSITIVE_INFINITY) - (right.product_id ?? Number.POSITIVE_INFINITY) ||
        (left.title < right.title ? -1 : 1),
    );
}

/** What each customer bought in these orders, by id; also of one with no order that counts. */
function recomputePurchases(
  all: Orders,
): Map<number, Pick<Customer, 'order_count' | 'turnover_wt' | 'open_invoices_wt'>> {
  const named = all.flatMap((order) => (order.customer_id === null ? [] : [[order.customer_id, order] as const]));
  const byCustomer = Map.groupBy(named, ([id]) => id);
  return new Map(
    [...byCustomer].map(([id, entries]) => {
      const orders = entries.map(([, order]) => order).filter(counts);
      const turnover = orders.flatMap(({ items }) => items).filter(isTurnover);
      const turnover_wt = sumOf(turnover, (item) => item.value_wt);
      const open_invoices_wt = sumOf(orders.filter(isOpenInvoice), (order) => order.value_wt);
      return [id, { order_count: orders.length, turnover_wt, open_invoices_wt }];
    }),
  );
}
