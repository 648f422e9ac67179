import { describe, expect, it } from 'vitest';
import { listOrders, readOrder } from '../../shared/contract/orders.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { CUSTOMER, GROUP, LOCATION, ORDER, PRODUCT, PROVIDER, RATE, SHOP } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

type Query = Record<string, string | number | boolean>;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const as = (user: SignedIn) => ({ token: service.tokens[user] });
const orders = (query: Query, user: SignedIn = 'owner') => service.read(listOrders, { ...as(user), query });

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

  it('lowers a limit above 250 to 250', async () => {
    expect((await orders({ ...OCTOBER, limit: 999 })).limit).toBe(250);
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
