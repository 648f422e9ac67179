import { describe, expect, it } from 'vitest';
import type { OrderQuery } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import {
  CALLER,
  CUSTOMER,
  GROUP,
  LOCATION,
  ORDER,
  PRODUCT,
  PROVIDER,
  RATE,
  SHOP,
} from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const { platform } = await perFile(openFixturePlatform);

describe('listOrders', () => {
  const list = (query: Partial<OrderQuery>) =>
    platform.listOrders(CALLER.owner, { ...OCTOBER, start: 0, limit: 250, ...query });
  const found = async (query: Partial<OrderQuery>) => (await list(query)).rows.map(({ id }) => id);

  it('returns orders of every status by time of purchase', async () => {
    const { rows, total } = await list({});

    expect(rows.map(({ date_purchased }) => date_purchased)).toEqual(
      rows.map((row) => row.date_purchased).toSorted((a, b) => Date.parse(a) - Date.parse(b)),
    );
    expect(total).toBe(20);
    expect(rows[0]?.id).toBe(ORDER.firstOfMonth);
  });

  it('returns a row with every field of the contract', async () => {
    const [row] = (await list({ from: '2026-10-05', to: '2026-10-05', start: 1 })).rows;

    expect(row).toEqual({
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
      backoffice_url: 'https://demo.backoffice.example/#order/details/5002',
    });
  });

  it('dates a sale at 00:30 on the 1st to that day, although it is the 30th in UTC', async () => {
    expect(await found({ from: '2026-10-01', to: '2026-10-01' })).toEqual([ORDER.firstOfMonth]);
    expect(await found({ from: '2026-09-30', to: '2026-09-30' })).toEqual([]);
  });

  it('searches the beginning of the order number and the words of the customer name', async () => {
    expect(await found({ q: '2026-500' })).toHaveLength(9);
    expect(await found({ q: '5001' })).toEqual([]);
    expect(await found({ q: 'vries JAN' })).toEqual([ORDER.discountInCash]);
    expect(await found({ q: 'cafe' })).toContain(ORDER.unpaidInvoice);
    expect(await found({ q: '%' })).toEqual([]);
  });

  it('returns each order of a page with its own items, or an empty list if it has none', async () => {
    const { rows } = await list({ include: ['items', 'payments'] });

    expect(rows.find(({ id }) => id === ORDER.saleWithTip)?.items?.map(({ type }) => type)).toEqual(['product', 'tip']);
    expect(rows.find(({ id }) => id === ORDER.paidWithBalance)?.payments?.map(({ amount }) => amount)).toEqual([
      50, 10.5,
    ]);
    expect(rows.find(({ id }) => id === ORDER.unpaidInvoice)?.payments).toEqual([]);
  });
});

describe('findOrder', () => {
  it('always returns items and payments', async () => {
    const order = await platform.findOrder(CALLER.owner, ORDER.webshopToBelgium);

    expect(order).toMatchObject({ id: ORDER.webshopToBelgium, status: 'processing', location_id: null });
    expect(order?.items).toHaveLength(2);
    expect(order?.items?.[0]).toEqual({
      id: 50030,
      type: 'product',
      product_id: PRODUCT.cafe,
      sku: '0012345678905',
      title: 'Café crème; "groot"',
      product_group_id: GROUP.books,
      product_group_code: '8000',
      quantity: 1,
      ppu: 10,
      ppu_wt: 12.1,
      discount_value_wt: 0,
      discount_value_ex_wt: 0,
      value_wt: 12.1,
      value_ex_wt: 10,
      tax_rate_id: RATE.be21,
      cost_value_ex: 4,
    });
    expect(order?.payments).toEqual([
      {
        id: 50030,
        provider_method_type_id: PROVIDER.ideal,
        title: 'iDEAL',
        type_alias: 'ideal',
        amount: 17.1,
        date_paid: '2026-10-06T20:15:00+02:00',
      },
    ]);
  });

  it('names an internal provider by its own title', async () => {
    const order = await platform.findOrder(CALLER.owner, ORDER.partialReturn);

    expect(order?.payments?.[0]).toMatchObject({ title: 'Retouren', type_alias: 'returns', amount: -12.1 });
    expect(order?.items?.[0]).toMatchObject({ quantity: -1, value_wt: -12.1, cost_value_ex: -4 });
  });

  it('returns no name and e-mail address for an unknown customer', async () => {
    expect(await platform.findOrder(CALLER.owner, ORDER.exempt)).toMatchObject({
      customer_id: null,
      customer_name: '',
      customer_email: '',
    });
  });

  it.each([
    ['of another account', CALLER.owner, ORDER.beta],
    ['of another location than the locked one', CALLER.staff, ORDER.refunded],
    ['of the webshop, for a locked caller', CALLER.staff, ORDER.webshopToBelgium],
    ['that does not exist', CALLER.owner, 1],
  ])('does not find an order %s', async (_, caller, id) => {
    expect(await platform.findOrder(caller, id)).toBeNull();
  });
});
