import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
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
  const list = (query: Partial<OrderQuery>, caller: Caller = CALLER.owner) =>
    platform.listOrders(caller, { ...OCTOBER, start: 0, limit: 250, ...query });
  const found = async (query: Partial<OrderQuery>, caller?: Caller) =>
    (await list(query, caller)).rows.map(({ id }) => id);

  it('gives orders of every status by moment of purchase', async () => {
    const { rows, total } = await list({});

    expect(rows.map(({ date_purchased }) => date_purchased)).toEqual(
      rows.map((row) => row.date_purchased).toSorted((a, b) => Date.parse(a) - Date.parse(b)),
    );
    expect(total).toBe(20);
    expect(rows[0]?.id).toBe(ORDER.firstOfMonth);
  });

  it('gives a row with every field of the contract', async () => {
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

  it('counts a sale at 00:30 on the 1st to that day, though it is the 30th in UTC', async () => {
    expect(await found({ from: '2026-10-01', to: '2026-10-01' })).toEqual([ORDER.firstOfMonth]);
    expect(await found({ from: '2026-09-30', to: '2026-09-30' })).toEqual([]);
  });

  it('gives the day on which clocks go back 25 hours', async () => {
    const { rows } = await list({ from: '2026-10-25', to: '2026-10-25' });

    expect(rows.map(({ id, date_purchased }) => [id, date_purchased])).toEqual([
      [ORDER.summerHalfPastTwo, '2026-10-25T02:30:00+02:00'],
      [ORDER.winterHalfPastTwo, '2026-10-25T02:30:00+01:00'],
      [ORDER.lastSecondOfClockChange, '2026-10-25T23:59:59+01:00'],
    ]);
  });

  it('gives the day on which clocks go forward 23 hours', async () => {
    expect(await found({ from: '2026-03-29', to: '2026-03-29' })).toEqual([
      ORDER.lastWinterSecond,
      ORDER.firstSummerSecond,
    ]);
  });

  it('selects by shop and by location', async () => {
    expect(await found({ shop_id: [SHOP.webshop] })).toEqual([ORDER.webshopToBelgium, ORDER.onHold]);
    expect(await found({ shop_id: [SHOP.webshop], location_id: [LOCATION.utrecht] })).toEqual([]);
    expect((await list({ location_id: [LOCATION.utrecht] })).total).toBe(11);
    expect(await found({ location_id: [LOCATION.arnhem] })).toEqual([]);
    expect(await found({ shop_id: [SHOP.beta] })).toEqual([]);
  });

  it('selects by status, payment term and payment', async () => {
    expect(await found({ status: ['cancelled', 'refunded'] })).toEqual([ORDER.cancelledWithDiscount, ORDER.refunded]);
    expect(await found({ payment_term: 'invoice' })).toEqual([ORDER.unpaidInvoice, ORDER.settledInvoice]);
    expect(await found({ payment_term: 'invoice', is_paid: true })).toEqual([ORDER.settledInvoice]);
    expect(await found({ is_paid: false })).toEqual([ORDER.unpaidInvoice, ORDER.cancelledWithDiscount, ORDER.onHold]);
  });

  it('searches the beginning of the order number and the words of the customer name', async () => {
    expect(await found({ q: '2026-500' })).toHaveLength(9);
    expect(await found({ q: '5001' })).toEqual([]);
    expect(await found({ q: 'vries JAN' })).toEqual([ORDER.discountInCash]);
    expect(await found({ q: 'cafe' })).toContain(ORDER.unpaidInvoice);
    expect(await found({ q: '%' })).toEqual([]);
  });

  it('sorts by moment or value in both directions, ties by id', async () => {
    const day = { from: '2026-10-12', to: '2026-10-26' };
    const byMoment = [5017, 5018, 5006, 5023, 5024, 5013, 5014, 5015, 5016];

    expect(await found({ ...day, sort: 'date_purchased' })).toEqual(byMoment);
    expect(await found({ ...day, sort: '-date_purchased' })).toEqual(byMoment.toReversed());
    expect(await found({ ...day, sort: 'value_wt' })).toEqual([5018, 5013, 5014, 5015, 5016, 5017, 5024, 5023, 5006]);
    expect(await found({ ...day, sort: '-value_wt' })).toEqual([5006, 5023, 5024, 5013, 5014, 5015, 5016, 5017, 5018]);
  });

  it('gives a page and the number of all', async () => {
    const page = await list({ start: 18, limit: 5 });

    expect(page.rows.map(({ id }) => id)).toEqual([ORDER.lastSecondOfClockChange, ORDER.dayAfterClockChange]);
    expect(page.total).toBe(20);
  });

  it('has items and payments only where they are asked for', async () => {
    const day = { from: '2026-10-05', to: '2026-10-05' };
    const keys = async (include: OrderQuery['include']) =>
      (await list({ ...day, ...(include && { include }) })).rows.map((row) => ['items' in row, 'payments' in row]);

    expect(await keys(undefined)).toEqual([
      [false, false],
      [false, false],
    ]);
    expect(await keys(['items'])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(await keys(['payments', 'items'])).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it('gives each order of a page its own lines, an empty list where it has none', async () => {
    const { rows } = await list({ include: ['items', 'payments'] });

    expect(rows.find(({ id }) => id === ORDER.saleWithTip)?.items?.map(({ type }) => type)).toEqual(['product', 'tip']);
    expect(rows.find(({ id }) => id === ORDER.paidWithBalance)?.payments?.map(({ amount }) => amount)).toEqual([
      50, 10.5,
    ]);
    expect(rows.find(({ id }) => id === ORDER.unpaidInvoice)?.payments).toEqual([]);
  });

  it('shows a locked caller the orders of their location alone', async () => {
    expect((await list({}, CALLER.staff)).total).toBe(11);
    expect(await found({ location_id: [LOCATION.amsterdam] }, CALLER.staff)).toEqual([]);
    expect(await found({ shop_id: [SHOP.webshop] }, CALLER.staff)).toEqual([]);
  });

  it('keeps accounts apart', async () => {
    expect(await found({}, CALLER.beta)).toEqual([ORDER.beta]);
  });
});

describe('findOrder', () => {
  it('always gives items and payments', async () => {
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

  it('leaves name and e-mail of an unknown customer empty', async () => {
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
