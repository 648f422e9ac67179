import { describe, expect, it } from 'vitest';
import { reasonToLeaveOut, sumOrders, sumPrices } from '../../support/storekeeper/own-sums.ts';
import {
  centsOf,
  type RunningAccount,
  runAccount,
  type WireItem,
  type WireList,
  type WireOrder,
} from './running-account.ts';

async function readOrders({ read }: RunningAccount): Promise<WireOrder[]> {
  const ids = await read<number[]>('ShopModule::listOrderIds', [null]);
  const orders: WireOrder[] = [];
  for (const id of ids) orders.push(await read<WireOrder>('ShopModule::getOrder', [id, null]));
  return orders;
}

const sum = <Row>(rows: readonly Row[], amountOf: (row: Row) => number) =>
  rows.reduce((total, row) => total + amountOf(row), 0);

const itemsOf = ({ order_items = [] }: WireOrder) => order_items;

/** What an order breaks of rules 1 to 3, in cents. */
function breachesOf(order: WireOrder): string[] {
  const items = itemsOf(order);
  const { order_taxes: taxes } = order;
  const soldWt = centsOf(order.value_wt) + centsOf(order.refunded_price_wt);
  const sold = centsOf(order.value) + centsOf(order.refunded_price);
  const discounted = items.filter((item) => item.is_with_discount);
  const holds = {
    'the items are what was sold': sum(items, (item) => centsOf(item.price_wt)) === soldWt,
    'the rates with VAT are what was sold': !taxes || sum(taxes, (row) => centsOf(row.row_total_wt)) === soldWt,
    'the rates without VAT are what was sold': !taxes || sum(taxes, (row) => centsOf(row.row_total)) === sold,
    'each rate is rounded once': !taxes || taxes.every((row) => isRoundedOnce(row, items)),
    'VAT is the difference': !taxes || taxes.every(isDifference),
    'the discount with VAT': centsOf(order.discount_value_wt) === sum(discounted, discountWithVat),
    'the discount without VAT': centsOf(order.discount_value) === sum(discounted, discountWithoutVat),
  };
  return Object.entries(holds).flatMap(([rule, isKept]) => (isKept ? [] : [`${order.id}: ${rule}`]));
}

function isRoundedOnce(row: Readonly<Record<string, string | number>>, items: readonly WireItem[]): boolean {
  const withVat = sum(
    items.filter((item) => item.tax_rate_id === row.tax_rate_id),
    (item) => centsOf(item.price_wt),
  );
  const basisPoints = Math.round(Number(row.tax) * 10_000);
  // The rounded amount is within half a cent of the exact one.
  const missed = centsOf(row.row_total) * (10_000 + basisPoints) - withVat * 10_000;
  return centsOf(row.row_total_wt) === withVat && 2 * Math.abs(missed) <= 10_000 + basisPoints;
}

function isDifference(row: Readonly<Record<string, string | number>>): boolean {
  const sides = (name: string) => [centsOf(row[name]), centsOf(row[`${name}_wt`])] as const;
  const [[ex, wt], [plusEx, plusWt], [minusEx, minusWt]] = [
    sides('row_total'),
    sides('row_positive_total'),
    sides('row_negative_total'),
  ];
  return centsOf(row.value) === wt - ex && plusEx + minusEx === ex && plusWt + minusWt === wt;
}

const discountWithVat = ({ quantity, before_discount_ppu_wt, price_wt }: WireItem) =>
  quantity * centsOf(before_discount_ppu_wt) - centsOf(price_wt);

const discountWithoutVat = ({ quantity, before_discount_ppu, price }: WireItem) =>
  quantity * centsOf(before_discount_ppu) - centsOf(price);

describe('the orders of a simulated account', () => {
  it('obey the arithmetic of the records, every one of them', async () => {
    const orders = await readOrders(await runAccount({ products: 200, orders: 400 }));
    expect(orders).toHaveLength(400);
    expect(orders.flatMap(breachesOf)).toEqual([]);
  });

  it('are seen to break it by a single cent', async () => {
    const { read, server } = await runAccount();
    const [id = 0] = server.account.idsOf('shipping');
    const order = await read<WireOrder>('ShopModule::getOrder', [id]);
    expect(breachesOf(order)).toEqual([]);
    expect(breachesOf({ ...order, value: (centsOf(order.value) + 1) / 100 })).toHaveLength(1);
    expect(breachesOf({ ...order, value_wt: (centsOf(order.value_wt) + 1) / 100 })).toHaveLength(2);
    expect(breachesOf({ ...order, discount_value: (centsOf(order.discount_value) + 1) / 100 })).toHaveLength(1);
  });

  it('have lines whose rounded prices miss the total of their rate, and unit prices that miss the price', async () => {
    const { read, server } = await runAccount();
    const [id = 0] = server.account.idsOf('unit price that misses');
    const order = await read<WireOrder>('ShopModule::getOrder', [id]);
    expect(itemsOf(order)[0]).toMatchObject({ quantity: 5, ppu: 4.13, price: 20.66, price_wt: 25 });
    const orders = await readOrders(await runAccount());
    const missing = orders.filter(
      (one) => sum(itemsOf(one), ({ price }) => centsOf(price)) !== centsOf(one.value) + centsOf(one.refunded_price),
    );
    expect(missing.length).toBeGreaterThan(5);
  });

  it('hold numbers, decimals as text for VAT alone, dates with an offset, and no null', async () => {
    const { post, server } = await runAccount();
    const [id] = server.account.idsOf('quantity of 0');
    const body = JSON.stringify({ auth: server.channels[0], params: [id] });
    const text = await (await post('action=request&api=fulljson&module=ShopModule&function=getOrder', body)).text();
    expect(text).not.toContain('null');
    expect(JSON.parse(text).response).toMatchObject({
      id: expect.any(Number),
      value_wt: expect.any(Number),
      is_paid: true,
      date_purchased: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0[12]:00$/),
      order_items: expect.arrayContaining([
        expect.objectContaining({ quantity: 0, price_wt: 0, tax: expect.any(Number) }),
      ]),
      order_taxes: expect.arrayContaining([
        expect.objectContaining({ row_total: expect.stringMatching(/^-?\d+\.\d\d$/), tax_rate_id: expect.any(Number) }),
      ]),
    });
  });

  it('are at 00:30 on the first of each month, and around both changes of the clock', async () => {
    const orders = await readOrders(await runAccount({ products: 200, orders: 400 }));
    const dates = orders.map(({ date_purchased }) => date_purchased);
    expect(dates.filter((date) => /-01 00:30:00/.test(date))).toHaveLength(14);
    expect(dates).toEqual(
      expect.arrayContaining([
        ...['2026-03-29 01:30:00+01:00', '2026-03-29 03:00:00+02:00', '2026-03-29 03:30:00+02:00'],
        ...['2026-10-25 02:30:00+02:00', '2026-10-25 02:00:00+01:00', '2026-10-25 02:30:00+01:00'],
      ]),
    );
  });
});

describe("the account's own sums", () => {
  it('equal those of its records, by month, rate and status', async () => {
    const account = await runAccount({ products: 200, orders: 400 });
    const counted = (await readOrders(account)).filter(({ id }) => {
      const order = account.server.account.findOrder(id);
      return order !== null && reasonToLeaveOut(order) === null;
    });
    const { periods, leftOut } = sumOrders(account.server.account);
    expect(sum(Object.values(leftOut), (count) => count)).toBe(400 - counted.length);
    expect(Object.values(leftOut).every((count) => count > 0)).toBe(true);
    for (const [month, sums] of Object.entries(periods)) {
      const orders = counted.filter((order) => localMonth(order.date_purchased) === month);
      const soldOf = (order: WireOrder) => centsOf(order.value_wt) + centsOf(order.refunded_price_wt);
      const statuses = Object.groupBy(orders, ({ status }) => status);
      const rows = orders.flatMap(({ order_taxes = [] }) => order_taxes);
      expect({
        orders: orders.length,
        sold: {
          ex: sum(orders, (order) => centsOf(order.value) + centsOf(order.refunded_price)),
          wt: sum(orders, soldOf),
        },
        refunded: {
          ex: sum(orders, (order) => centsOf(order.refunded_price)),
          wt: sum(orders, (order) => centsOf(order.refunded_price_wt)),
        },
        discount: {
          ex: sum(orders, (order) => centsOf(order.discount_value)),
          wt: sum(orders, (order) => centsOf(order.discount_value_wt)),
        },
        paidWt: sum(orders, (order) => centsOf(order.paid_value_wt)),
        statuses: Object.fromEntries(
          Object.entries(statuses).map(([status, of = []]) => [status, [of.length, sum(of, soldOf)]]),
        ),
      }).toEqual({
        ...{ orders: sums.orders, sold: sums.sold, refunded: sums.refunded, discount: sums.discount },
        paidWt: sums.paid.wt,
        statuses: Object.fromEntries(
          Object.entries(sums.statuses).map(([status, of]) => [status, [of.orders, of.sold.wt]]),
        ),
      });
      if (orders.some((order) => order.order_taxes === undefined)) continue;
      for (const [rateId, { ex, wt }] of Object.entries(sums.rates)) {
        const ofRate = rows.filter((row) => row.tax_rate_id === Number(rateId));
        expect([sum(ofRate, (row) => centsOf(row.row_total)), sum(ofRate, (row) => centsOf(row.row_total_wt))]).toEqual(
          [ex, wt],
        );
      }
    }
    expect(Object.keys(periods).length).toBeGreaterThanOrEqual(14);
  });

  it('are the same by day as by month', async () => {
    const { account } = (await runAccount()).server;
    const days = Object.entries(sumOrders(account, 'day').periods);
    for (const [month, sums] of Object.entries(sumOrders(account).periods)) {
      const ofMonth = days.filter(([day]) => day.startsWith(month)).map(([, day]) => day);
      expect(sum(ofMonth, ({ orders }) => orders)).toBe(sums.orders);
      expect(sum(ofMonth, ({ sold }) => sold.ex)).toBe(sums.sold.ex);
    }
  });

  it('equal the prices of its rows, each product once', async () => {
    const { read, server } = await runAccount({ products: 200 });
    interface Row {
      readonly product_id: number;
      readonly product_default_price?: { readonly ppu: number; readonly ppu_wt: number };
      readonly product_price?: { readonly ppu: number; readonly ppu_wt: number };
      readonly product_emballage_price?: { readonly ppu: number; readonly ppu_wt: number };
    }
    const { data } = await read<WireList<Row>>('ShopModule::naturalSearchShopFlatProductForHooks', [0, 0, 0, 0]);
    const products = [...new Map(data.map((row) => [row.product_id, row])).values()];
    const both = (name: 'product_default_price' | 'product_price' | 'product_emballage_price') => ({
      ex: sum(products, (row) => centsOf(row[name]?.ppu ?? 0)),
      wt: sum(products, (row) => centsOf(row[name]?.ppu_wt ?? 0)),
    });
    expect(sumPrices(server.account)).toEqual({
      products: products.length,
      unpriced: products.filter((row) => row.product_default_price === undefined).length,
      ...{ default: both('product_default_price'), inForce: both('product_price') },
      deposit: both('product_emballage_price'),
    });
  });
});

/** Of a date with any offset, in Amsterdam. */
function localMonth(date: string): string {
  const day = new Date(date.replace(' ', 'T')).toLocaleDateString('en-CA', { timeZone: 'Europe/Amsterdam' });
  return day.slice(0, 7);
}
