import { describe, expect, it } from 'vitest';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listOrders, readOrder } from '../../shared/contract/orders.ts';
import { fromEuros, sumOf, toEuros } from '../../shared/money.ts';
import { readAllRows } from '../support/drain.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { assertKnown } from '../support/known-figure.ts';
import { CUSTOMER, GROUP, LOCATION, ORDER, PRODUCT, PROVIDER, RATE, SHOP } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';
import { assertWholeReport } from '../support/whole-report.ts';

const service = await openPerFile(startFixtureService);

type Query = Record<string, string | number | boolean>;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const as = (user: SignedIn) => ({ token: service.tokens[user] });
const orders = (query: Query, user: SignedIn = 'owner') => service.read(listOrders, { ...as(user), query });
const found = async (query: Query, user?: SignedIn) => (await orders(query, user)).data.map(({ id }) => id);

describe('GET /api/orders', () => {
  it('lists by time of purchase, with the UTC offset of that time', async () => {
    const { data, sums: _, ...page } = await orders({ from: '2026-10-25' });
    expect(page).toEqual({ start: 0, limit: 100, count: 3, total: 3 });
    expect(data.map(({ date_purchased }) => date_purchased)).toEqual([
      '2026-10-25T02:30:00+02:00',
      '2026-10-25T02:30:00+01:00',
      '2026-10-25T23:59:59+01:00',
    ]);
  });

  it('counts a sale at 00:30 on the 1st on the 1st', async () => {
    expect(await found({ from: '2026-10-01' })).toEqual([ORDER.firstOfMonth]);
    expect(await found({ from: '2026-09-30' })).toEqual([]);
  });

  it('counts 23 hours on the day on which summer time starts', async () => {
    expect(await found({ from: '2026-03-29' })).toEqual([ORDER.lastWinterSecond, ORDER.firstSummerSecond]);
  });

  it('returns the fields of the contract, and items and payments only on request', async () => {
    const { data } = await orders({ from: '2026-10-05', shop_id: SHOP.amsterdam });
    expect(data).toEqual([
      {
        id: ORDER.discountInCash,
        order_number: '2026-5002',
        date_purchased: '2026-10-05T11:00:00+02:00',
        date_updated: '2026-10-05T11:00:00+02:00',
        status: 'complete',
        shop_id: SHOP.amsterdam,
        location_id: LOCATION.amsterdam,
        currency: 'EUR',
        value_wt: 12.5,
        value_ex_wt: 10.47,
        discount_value_wt: 1.21,
        discount_value_ex_wt: 1,
        customer_id: CUSTOMER.vries,
        customer_name: 'Jan de Vries',
        customer_email: 'jan@vries.example',
        is_paid: true,
        payment_term: 'direct',
        backoffice_url: `https://demo.backoffice.example/#order/details/${ORDER.discountInCash}`,
      },
    ]);
    const [order] = (await orders({ from: '2026-10-05', include: 'items' })).data;
    expect(order).toHaveProperty('items');
    expect(order).not.toHaveProperty('payments');
  });

  it('filters by shop, location, status, term, payment and text', async () => {
    expect(await found({ ...OCTOBER, shop_id: SHOP.webshop })).toEqual([ORDER.webshopToBelgium, ORDER.onHold]);
    expect(await found({ ...OCTOBER, location_id: LOCATION.utrecht, payment_term: 'invoice' })).toEqual([
      ORDER.unpaidInvoice,
    ]);
    expect(await found({ ...OCTOBER, status: 'cancelled,on_hold' })).toEqual([
      ORDER.cancelledWithDiscount,
      ORDER.onHold,
    ]);
    expect(await found({ ...OCTOBER, payment_term: 'invoice', is_paid: true })).toEqual([ORDER.settledInvoice]);
    expect(await found({ ...OCTOBER, is_paid: 0, payment_term: 'invoice' })).toEqual([ORDER.unpaidInvoice]);
    expect(await found({ ...OCTOBER, q: '2026-5002' })).toEqual([ORDER.discountInCash]);
    expect(await found({ ...OCTOBER, q: 'VRIES' })).toEqual([ORDER.discountInCash]);
  });

  it('filters by customer, and sums only the orders of that customer', async () => {
    const query = { ...OCTOBER, customer_id: CUSTOMER.zon, limit: 250 };
    const all = await orders({ ...OCTOBER, limit: 250 });
    const own = all.data.filter(({ customer_id }) => customer_id === CUSTOMER.zon);
    const { data, total, sums } = await orders(query);
    expect(own.length).toBeGreaterThan(1);
    expect(data).toEqual(own);
    expect(total).toBe(own.length);
    expect(sums?.value_wt).toBe(toEuros(sumOf(own, (row) => fromEuros(row.value_wt))));
    expect(await found({ ...query, shop_id: SHOP.utrecht1, sort: '-value_wt' })).toEqual([ORDER.unpaidInvoice]);
    expect(await found({ ...query, q: '2026-5002' })).toEqual([]);
  });

  it('sorts by time or value, either way', async () => {
    const day = { from: '2026-10-05' };
    expect(await found({ ...day, sort: '-date_purchased' })).toEqual([ORDER.discountInCash, ORDER.saleWithTip]);
    expect(await found({ ...day, sort: 'value_wt' })).toEqual([ORDER.discountInCash, ORDER.saleWithTip]);
    expect(await found({ ...day, sort: '-value_wt' })).toEqual([ORDER.saleWithTip, ORDER.discountInCash]);
  });

  it.each(['value_wt', 'value_ex_wt', 'discount_value_wt', 'discount_value_ex_wt'] as const)(
    'sorts by %s, either way, and equal ones by id',
    async (field) => {
      const { data } = await orders({ ...OCTOBER, limit: 250 });
      for (const [sort, sign] of [
        [field, 1],
        [`-${field}`, -1],
      ] as const) {
        const expected = data.toSorted(
          (one, other) => sign * (assertKnown(one[field]) - assertKnown(other[field])) || one.id - other.id,
        );
        expect(await found({ ...OCTOBER, sort, limit: 250 })).toEqual(expected.map(({ id }) => id));
        const pages = await readAllRows((start) => orders({ ...OCTOBER, sort, start, limit: 4 }));
        expect(pages.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }
    },
  );

  it('sums all selected orders, and says how much is cancelled or counts in no figure', async () => {
    const { sums } = await orders({ ...OCTOBER, limit: 1 });
    const { data } = await orders({ ...OCTOBER, limit: 250 });
    const total = (rows: typeof data, field: 'value_wt' | 'discount_value_ex_wt') =>
      toEuros(sumOf(rows, (row) => fromEuros(assertKnown(row[field]))));
    const cancelled = data.filter(({ status }) => status === 'cancelled');
    const uncounted = data.filter(({ status }) => ['new', 'on_hold', 'cancelled'].includes(assertKnown(status)));
    expect(cancelled.length).toBeGreaterThan(0);
    expect(uncounted.length).toBeGreaterThan(cancelled.length);
    expect(sums).toMatchObject({
      value_wt: total(data, 'value_wt'),
      discount_value_ex_wt: total(data, 'discount_value_ex_wt'),
      cancelled_orders: cancelled.length,
      cancelled_value_wt: total(cancelled, 'value_wt'),
      uncounted_orders: uncounted.length,
      uncounted_value_wt: total(uncounted, 'value_wt'),
    });
    expect((await orders({ ...OCTOBER, q: '2026-5002', limit: 1 })).sums).toMatchObject({ value_wt: 12.5 });
  });

  it.each<Query>([
    { ...OCTOBER },
    { ...OCTOBER, location_id: LOCATION.utrecht },
    { from: '2026-10-05', to: '2026-10-20' },
    { from: '2026-01-01', to: '2026-12-31' },
  ])('leads from the sums of %j to the turnover of the report', async (query) => {
    const { sums } = await orders({ ...query, limit: 1 });
    const { revenue } = assertWholeReport(await service.read(readFinancialReport, { ...as('owner'), query }));
    if (!sums) throw new Error('the orders have no sums');
    expect(sums.non_revenue_wt).toBe(revenue.non_revenue.total);
    const parts = [sums.value_wt, -sums.uncounted_value_wt, -assertKnown(sums.non_revenue_wt)];
    expect(toEuros(sumOf(parts, fromEuros))).toBe(revenue.total_turnover_wt);
  });

  it('says for every filter what is not revenue', async () => {
    const filters: Query[] = [
      { status: 'complete' },
      { status: 'refunded,processing' },
      { status: 'cancelled' },
      { payment_term: 'direct' },
      { payment_term: 'invoice', is_paid: true },
      { customer_id: CUSTOMER.zon },
      { q: '2026-50' },
      { q: '2026-50', sort: '-value_wt', shop_id: SHOP.utrecht1 },
    ];
    const found: number[] = [];
    for (const filter of filters) {
      const query = { ...OCTOBER, ...filter };
      const { data } = await orders({ ...query, include: 'items', limit: 250 });
      const counted = data.filter(({ status }) => ['processing', 'complete', 'refunded'].includes(assertKnown(status)));
      const items = counted.flatMap(({ items = [] }) => items);
      const others = items.filter(({ type }) => type !== 'product' && type !== 'rounding');
      const expected = toEuros(sumOf(others, (item) => fromEuros(item.value_wt)));
      found.push(expected);
      expect((await orders({ ...query, limit: 1 })).sums?.non_revenue_wt).toBe(expected);
    }
    expect(new Set(found).size).toBeGreaterThan(3);
  });

  it.each(['12,50', '12.50', ' € 12,50 '])('finds the orders of exactly %s', async (q) => {
    expect(await found({ ...OCTOBER, q })).toEqual([ORDER.discountInCash]);
  });

  it('can be read page by page without gaps or repeats', async () => {
    const all = await found({ ...OCTOBER, limit: 250 });
    const rows = await readAllRows((start) => orders({ ...OCTOBER, start, limit: 4 }));
    expect(rows.map(({ id }) => id)).toEqual(all);
    expect(new Set(all).size).toBe(20);
  });

  it('lowers a limit above 250 to 250', async () => {
    expect((await orders({ ...OCTOBER, limit: 999 })).limit).toBe(250);
  });

  it('shows only the locked location', async () => {
    const { data } = await orders(OCTOBER, 'staff');
    expect(new Set(data.map(({ location_id }) => location_id))).toEqual(new Set([LOCATION.utrecht]));
    expect(data.length).toBe((await orders({ ...OCTOBER, location_id: LOCATION.utrecht })).total);
  });

  it.each<[string, SignedIn, number]>([
    ['shop_id', 'owner', LOCATION.utrecht],
    ['shop_id', 'owner', SHOP.beta],
    ['location_id', 'owner', SHOP.utrecht1],
    ['location_id', 'owner', LOCATION.beta],
    ['shop_id', 'staff', SHOP.amsterdam],
    ['location_id', 'staff', LOCATION.amsterdam],
    ['customer_id', 'owner', CUSTOMER.beta],
    ['customer_id', 'owner', ORDER.saleWithTip],
    // Their orders are all in Amsterdam.
    ['customer_id', 'staff', CUSTOMER.vries],
  ])('refuses a %s that does not exist for the %s: %d', async (name, user, id) => {
    expect(await service.refusal('GET', `/api/orders?from=2026-10-01&${name}=${id}`, as(user))).toMatchObject({
      status: 400,
      message: `${name} ${id} does not exist.`,
    });
  });

  it('requires a first day', async () => {
    expect(await service.refusal('GET', '/api/orders', as('owner'))).toMatchObject({
      status: 400,
      message: 'from is required.',
    });
  });

  it('rejects as_of without is_paid', async () => {
    const asked = '/api/orders?from=2026-10-01&as_of=2026-10-31';
    expect(await service.refusal('GET', asked, as('owner'))).toMatchObject({
      status: 400,
      message: 'as_of needs is_paid.',
    });
  });
});

describe('GET /api/orders/{id}', () => {
  it('returns the order with items and payments', async () => {
    const order = await service.read(readOrder, { ...as('owner'), id: ORDER.saleWithTip });
    expect(order).toMatchObject({ id: ORDER.saleWithTip, value_wt: 25.2, value_ex_wt: 21 });
    expect(order.items).toEqual([
      expect.objectContaining({
        type: 'product',
        product_id: PRODUCT.cafe,
        product_group_id: GROUP.books,
        product_group_code: '8000',
        quantity: 2,
        ppu: 10,
        ppu_wt: 12.1,
        value_wt: 24.2,
        value_ex_wt: 20,
        tax_rate_id: RATE.nl21,
        cost_value_ex: 8,
      }),
      expect.objectContaining({ type: 'tip', product_group_id: null, tax_rate_id: null, value_wt: 1 }),
    ]);
    expect(order.payments).toEqual([
      {
        id: expect.any(Number),
        provider_method_type_id: PROVIDER.pin,
        title: 'PIN',
        type_alias: 'pin',
        amount: 25.2,
        date_paid: '2026-10-05T10:00:00+02:00',
      },
    ]);
  });

  it('has no customer if the customer is unknown', async () => {
    const order = await service.read(readOrder, { ...as('owner'), id: ORDER.saleWithTip });
    expect(order).toMatchObject({ customer_id: null, customer_name: '', customer_email: '' });
  });

  it.each<[string, SignedIn, number]>([
    ['unknown', 'owner', 999_999],
    ['another account’s', 'owner', ORDER.beta],
    ['another location’s', 'staff', ORDER.discountInCash],
    ['the webshop’s', 'staff', ORDER.webshopToBelgium],
  ])('returns a 404 for an order that is %s', async (_, user, id) => {
    expect(await service.refusal('GET', `/api/orders/${id}`, as(user))).toMatchObject({
      status: 404,
      message: `There is no order ${id}.`,
    });
  });
});
