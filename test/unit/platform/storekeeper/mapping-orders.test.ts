import { describe, expect, it } from 'vitest';
import { mapOrder } from '../../../../electron/platform/storekeeper/map-orders.ts';
import { readOrder } from '../../../../electron/platform/storekeeper/records.ts';
import { ORDER_STATUSES } from '../../../../shared/contract/orders.ts';
import { contextOf, euros, lineOf, mappedItems, mappedOrder, ORDER_ID, orderOf, type Wire } from './mapping-records.ts';

const line = lineOf(1, { ppu: 12.4, ppu_wt: 15, price: 12.4, price_wt: 15 });

describe('an order', () => {
  it('has the columns of the store, the values of its header and its day in local time', () => {
    const record = orderOf([line], { relation_data_id: 8, discount_value: 0, discount_value_wt: 0 });

    expect(mappedOrder(record)).toEqual({
      order: {
        ...{ id: 900, account_id: 1, order_number: 'W-900', status: 'complete' },
        ...{ date_purchased: Date.parse('2026-10-31T23:30:00Z'), local_day: 20_261_101 },
        date_updated: Date.parse('2026-10-31T23:31:00Z'),
        ...{
          shop_id: 3,
          location_id: 1_000_000_002,
          currency: 'EUR',
          payment_term: 'direct',
          is_paid: 1,
          customer_id: 8,
        },
        ...{ value_wt: euros(15), value_ex: euros(12.4), discount_wt: 0, discount_ex: 0, follows_order_id: null },
      },
      items: [expect.objectContaining({ id: 1, type: 'product' })],
      payments: [
        { id: 900, provider_id: 2_000_000_001, amount: euros(15), date_paid: Date.parse('2026-10-31T23:30:00Z') },
      ],
      ...{ notes: [], taxRates: [] },
    });
  });

  it('has as value what is left after refunds plus what was refunded', () => {
    const record = orderOf([line], { value: 0, value_wt: '0.00', refunded_price: '12.4000', refunded_price_wt: 15 });

    const { order, notes } = mappedOrder(record);

    expect([order.value_ex, order.value_wt, notes]).toEqual([euros(12.4), euros(15), []]);
  });

  it('whose header differs from the sum of its items keeps the header, with a note', () => {
    const { order, notes } = mappedOrder(orderOf([line], { value_wt: 16 }));

    expect(order.value_wt).toBe(euros(16));
    expect(notes).toContainEqual({
      ...{ kind: 'header_differs', record: 'order:900' },
      detail: { given: 'value wt', theirs: euros(16), ours: euros(15) },
    });
  });

  it('that is marked as refunded in one place only has the value of its items', () => {
    for (const refund of [{ refunded_price_wt: 3 }, { refunded_price: 2.48, refunded_price_wt: '' }]) {
      const { order } = mappedOrder(orderOf([line], { value: 9.92, value_wt: 12, ...refund }));
      expect([order.value_ex, order.value_wt]).toEqual([euros(12.4), euros(15)]);
    }
  });

  it('that mentions no refund anywhere has none', () => {
    const { order } = mappedOrder(orderOf([line], { refunded_price: '', refunded_price_wt: null }));
    expect([order.value_ex, order.value_wt]).toEqual([euros(12.4), euros(15)]);
  });

  it('whose header has no value has the value of its items', () => {
    expect(mappedOrder(orderOf([line], { value: null })).order).toMatchObject({ value_wt: euros(15) });
  });

  it('that is not paid is an invoice without payments', () => {
    const { order, payments, notes } = mappedOrder(orderOf([line], { is_paid: false, paid_value_wt: 0 }));

    expect([order.payment_term, order.is_paid, payments, notes]).toEqual(['invoice', 0, [], []]);
  });

  it('that was partly paid has its payment, and a note', () => {
    const { payments, notes } = mappedOrder(orderOf([line], { is_paid: false, paid_value_wt: 5 }));

    expect(payments).toMatchObject([{ amount: euros(5) }]);
    expect(notes).toEqual([{ kind: 'paid_differs', record: 'order:900', detail: { theirs: euros(5), ours: 0 } }]);
  });

  it('that is paid with another amount than its value has that payment, and a note', () => {
    const { payments, notes } = mappedOrder(orderOf([line], { paid_value_wt: 20 }));

    expect(payments).toMatchObject([{ amount: euros(20) }]);
    expect(notes).toMatchObject([{ kind: 'paid_differs', detail: { theirs: euros(20), ours: euros(15) } }]);
  });

  it('that is paid without an amount has no payment, and a note', () => {
    const { payments, notes } = mappedOrder(orderOf([line], { paid_value_wt: null }));

    expect(payments).toEqual([]);
    expect(notes).toEqual([{ kind: 'paid_amount_unknown', record: 'order:900', detail: { amount: euros(15) } }]);
  });

  it('of a negative value is accepted unchanged', () => {
    const back = lineOf(1, { quantity: -1, ppu: 12.4, ppu_wt: 15, price: -12.4, price_wt: -15 });

    const { order, items, payments, notes } = mappedOrder(orderOf([back]));

    expect([order.value_wt, order.value_ex]).toEqual([-euros(15), -euros(12.4)]);
    expect(items).toMatchObject([{ quantity: -1_000, ppu_wt: euros(15), value_wt: -euros(15), discount_wt: 0 }]);
    expect(payments).toMatchObject([{ amount: -euros(15) }]);
    expect(notes).toEqual([]);
  });

  it('that names a shop only in its record belongs to that shop, and otherwise to the default shop', () => {
    expect(mappedOrder(orderOf([line], { shop_id: null, shop: { id: 4 } })).order.shop_id).toBe(4);
    expect(mappedOrder(orderOf([line], { shop_id: null }), { ownShopId: 6 }).order.shop_id).toBe(6);
  });

  it('without a location has none, and of an anonymous customer has no customer', () => {
    const { order } = mappedOrder(orderOf([line], { location_id: null, is_anonymous: true, relation_data_id: 8 }));
    expect([order.location_id, order.customer_id]).toEqual([null, null]);
  });

  it.each([
    [{ date_purchased: null, date_created: '2026-11-02 10:00:00+01:00' }, '2026-11-02T09:00:00.000Z'],
    [{ date_created: '2026-11-02 10:00:00+01:00' }, '2026-10-31T23:30:00.000Z'],
  ])('with %j has the purchase time %s', (dates, instant) => {
    expect(new Date(mappedOrder(orderOf([line], dates)).order.date_purchased).toISOString()).toBe(instant);
  });
});

describe('statuses', () => {
  it.each(ORDER_STATUSES)('%s is used unchanged', (status) => {
    const { order, notes } = mappedOrder(orderOf([line], { status }));
    expect([order.status, notes]).toEqual([status, []]);
  });

  it.each([
    [true, 'processing'],
    [false, 'on_hold'],
  ])('that are unknown, with paid %s, become %s with a note', (is_paid, written) => {
    const { order, notes } = mappedOrder(
      orderOf([line], { status: 'in_transit', is_paid, paid_value_wt: is_paid ? 15 : 0 }),
    );

    expect(order.status).toBe(written);
    expect(notes).toEqual([{ kind: 'status_unknown', record: 'order:900', detail: { given: 'in_transit', written } }]);
  });
});

it.each(['', 'W-900'])('the number %j, which is replaced, is noted', (number) => {
  const { order, notes } = mappedOrder(orderOf([line], { number }), { orderNumber: `${number}#900` });
  expect(order.order_number).toBe(`${number}#900`);
  const detail = { given: number, written: `${number}#900` };
  expect(notes).toEqual([{ kind: 'number_taken', record: 'order:900', detail }]);
});

describe('orders that are skipped', () => {
  const wholeNote = (given: string) => [
    { kind: 'order_left_out', record: 'order:900', detail: { given, amount: euros(15) } },
  ];

  it.each<[string, Wire]>([
    ['quote', { is_quote: true }],
    ['request', { is_request: true }],
    ['request', { is_request: true, is_customer_accepted: false }],
    ['contract', { is_contract: true }],
    ['USD', { currency_iso3: 'USD' }],
  ])('are noted as %s for %j', (given, change) => {
    expect(mapOrder(readOrder(orderOf([line], change), ORDER_ID), contextOf())).toEqual({
      mapped: null,
      taxRates: [],
      notes: wholeNote(given),
    });
  });

  it('do not include requests that the customer accepted, or orders without a currency', () => {
    const accepted = orderOf([line], { is_request: true, is_customer_accepted: true, currency_iso3: null });
    expect(mappedOrder(accepted).notes).toEqual([]);
  });
});

describe('an unreadable part', () => {
  it('makes the whole order unreadable if its amounts do not add up exactly', () => {
    const before = { before_discount_ppu_wt: 900_000_000, is_with_discount: true };
    const vast = lineOf(1, { quantity: 900_000, price_wt: 1, ...before });
    expect(() => mappedOrder(orderOf([vast]))).toThrow('too large');
  });

  it.each<[string, Wire]>([
    ['discount_value', { discount_value: '9e15' }],
    ['refunded_price', { refunded_price: [-1] }],
    ['paid_back_value_wt', { paid_back_value_wt: 1e12 }],
    ['location_id', { location_id: { id: 2 } }],
    ['order_items.ppu_wt', { order_items: [{ ...line, ppu_wt: 1e12 }] }],
    ['order_items.before_discount_ppu', { order_items: [{ ...line, before_discount_ppu: {} }] }],
    ['order_items.quantity', { order_items: [{ ...line, quantity: { value: 1 } }] }],
    ['order_items.refunded_quantity', { order_items: [{ ...line, refunded_quantity: 1e13 }] }],
    ['order_taxes.row_total', { order_taxes: [{ tax_rate_id: 55, row_total: [], row_total_wt: 15 }] }],
  ])('is %s only, and the order has its own value', (given, change) => {
    const { order, items, notes } = mappedOrder(orderOf([line], change));
    expect([order.value_wt, items.map(({ value_wt }) => value_wt)]).toEqual([euros(15), [euros(15)]]);
    expect(notes).toContainEqual({ kind: 'member_unreadable', record: 'order:900', detail: { given } });
  });

  it.each<[string, Wire]>([
    ['both prices', { price: {}, price_wt: {} }],
    ['all of a line', {}],
  ])('of an item is %s, with the value that the other items leave of the order', (_what, change) => {
    const lost = Object.keys(change).length === 0 ? 'line' : lineOf(2, change);
    const order = orderOf([line], { value: 20.66, value_wt: 25, order_items: [line, lost] });
    const { items, order: mapped } = mappedOrder(order);
    expect(items.reduce((sum, { value_wt }) => sum + value_wt, 0)).toBe(mapped.value_wt);
  });

  it('of all items becomes one item with the value of the order', () => {
    const { items } = mappedOrder(orderOf([line], { order_items: { first: line } }));
    expect(items).toMatchObject([{ value_wt: euros(15), type: 'product' }]);
  });
});

describe('items', () => {
  it('have the columns of the store, with a cost that only responses show as unknown', () => {
    expect(mappedItems(orderOf([{ ...line, sku: 'TU-1' }])).items).toEqual([
      {
        ...{
          id: 1,
          type: 'product',
          product_id: 41,
          sku: 'TU-1',
          title: 'Line 1',
          product_group_id: 12,
          quantity: 1_000,
        },
        ...{ ppu: euros(12.4), ppu_wt: euros(15), discount_wt: 0, discount_ex: 0, value_wt: euros(15) },
        ...{ value_ex: euros(12.4), tax_rate_id: 55, cost_ex: 0 },
      },
    ]);
  });

  it('are in the order of their records', () => {
    const lines = [lineOf(1, { rownb: 2 }), lineOf(2, { rownb: '1' }), lineOf(3, { rownb: 3 })];
    expect(mappedItems(orderOf(lines)).items.map(({ id }) => id)).toEqual([2, 1, 3]);
  });

  it.each([
    ['a shipping line', { product_id: null }, { type: 'product', product_group_id: 999_999_999, tax_rate_id: 55 }],
    ['a discount line', { price: -1, price_wt: -1.21 }, { type: 'product', value_wt: -12_100, tax_rate_id: 55 }],
    ['a product that is gone', { product_id: 4_000 }, { product_id: 4_000, product_group_id: 999_999_999 }],
    [
      'a gift card',
      { product_id: 77, tax: 0, price: 25, price_wt: 25 },
      { type: 'gift_card', product_group_id: null, tax_rate_id: null, value_ex: euros(25) },
    ],
    [
      'no turnover without VAT',
      { is_turnover: false, tax: 0, price: 3, price_wt: 3 },
      { type: 'other', product_group_id: null, tax_rate_id: null, value_wt: euros(3) },
    ],
    ['no turnover with VAT', { is_turnover: false, price: 1, price_wt: 1.21 }, { type: 'product', tax_rate_id: 55 }],
    ['turnover without VAT', { is_turnover: true, tax: 0, price: 3, price_wt: 3 }, { type: 'product' }],
    ['a line that does not say', { tax: 0, price: 3, price_wt: 3 }, { type: 'product' }],
  ])('of %s have the right type', (_name, change, columns) => {
    expect(mappedItems(orderOf([lineOf(1, change)])).items).toMatchObject([columns]);
  });

  it('of a gift card with VAT count as turnover, with a note', () => {
    const { items, notes } = mappedItems(orderOf([lineOf(1, { product_id: 77, price: 20.66, price_wt: 25 })]));

    expect(items).toMatchObject([{ type: 'product', tax_rate_id: 55 }]);
    expect(notes).toEqual([{ kind: 'gift_card_with_vat', record: 'order_item:1', detail: { amount: euros(25) } }]);
  });

  it.each([0, '0.0000'])('of the quantity %j are skipped with a note', (quantity) => {
    const { items, notes } = mappedItems(orderOf([line, lineOf(2, { quantity, price_wt: 2 })]));

    expect(items.map(({ id }) => id)).toEqual([1]);
    expect(notes).toEqual([
      { kind: 'quantity_zero', record: 'order_item:2', detail: { given: 'Line 2', amount: 20_000 } },
    ]);
  });

  it.each([
    [{ price: 2, price_wt: null }, { given: 'Line 1' }],
    [
      { price: '', price_wt: 2.42 },
      { given: 'Line 1', amount: 24_200 },
    ],
    [{}, { given: 'Line 1' }],
  ])('with the prices %j, of which one is missing, get a note', (prices, detail) => {
    expect(mappedItems(orderOf([lineOf(1, prices)])).notes).toEqual([
      { kind: 'line_price_missing', record: 'order_item:1', detail },
    ]);
  });

  it('that cost nothing get no note, and those without a quantity only one', () => {
    expect(mappedItems(orderOf([lineOf(1, { price: 0, price_wt: '0.0000' })])).notes).toEqual([]);
    expect(mappedItems(orderOf([lineOf(1, { quantity: 0 })])).notes).toEqual([
      { kind: 'quantity_zero', record: 'order_item:1', detail: { given: 'Line 1' } },
    ]);
  });

  it.each([
    [{ ppu_wt: 4, before_discount_ppu_wt: 5 }, 50_000],
    [{ ppu_wt: '4.0001' }, 40_001],
    [{ quantity: 0.75, price_wt: 3 }, 40_000],
    [{ quantity: -2, price_wt: -3 }, 15_000],
  ])('with %j have the unit price %j', (prices, ppu) => {
    expect(mappedItems(orderOf([lineOf(1, prices)])).items).toMatchObject([{ ppu_wt: ppu }]);
  });

  it('at an unlisted rate add it, once', () => {
    const low = { tax: 0.06, tax_rate_id: 56, price: 1, price_wt: 1.06 };
    const lines = [lineOf(1, low), lineOf(2, low), lineOf(3, { price: 1, price_wt: 1.21 })];

    const { taxRates, notes } = mappedItems(orderOf(lines));

    expect(taxRates).toMatchObject([{ id: 56, value_hundredths: 600 }]);
    expect(notes.map(({ kind }) => kind)).toEqual(['tax_rate_from_line']);
  });
});

describe('the value of items without VAT', () => {
  const rounded = [lineOf(1, { price: 2.06, price_wt: 2.49 }), lineOf(2, { price: 14.05, price_wt: 17 })];
  const taxes = [{ tax: 0.21, tax_rate_id: 55, value: '3.3700', row_total: '16.1200', row_total_wt: '19.4900' }];

  it('follows from their rate: 14.05 + 2.06 is 16.12, with the cent on the largest item', () => {
    const { items, notes } = mappedOrder(orderOf(rounded, { order_taxes: taxes, value: 16.12 }));

    expect(items.map(({ value_ex }) => value_ex)).toEqual([euros(2.06), euros(14.06)]);
    expect(items.map(({ value_wt }) => value_wt)).toEqual([euros(2.49), euros(17)]);
    expect(notes).toEqual([]);
  });

  it('follows from the header if there are no sums by rate', () => {
    const { items, notes } = mappedOrder(orderOf(rounded, { value: 16.12 }));

    expect(items.map(({ value_ex }) => value_ex)).toEqual([euros(2.06), euros(14.06)]);
    expect(notes).toEqual([]);
  });

  it('is computed for each rate, also for one that occurs in two records', () => {
    const low = { tax: 0.09, tax_rate_id: 57 };
    const lines = [
      ...rounded,
      lineOf(3, { ...low, price: 0.92, price_wt: 1 }),
      lineOf(4, { ...low, price: -4.58, price_wt: -5 }),
    ];
    const lowTaxes = [
      { ...low, row_total: '-4.59', row_total_wt: '-5' },
      { ...low, row_total: '0.92', row_total_wt: '1' },
    ];

    const { items, notes } = mappedOrder(orderOf(lines, { order_taxes: [...taxes, ...lowTaxes], value: 12.45 }));

    expect(items.map(({ value_ex }) => value_ex)).toEqual([euros(2.06), euros(14.06), euros(0.92), -euros(4.59)]);
    expect(notes).toEqual([]);
  });

  it('follows from the sum with VAT if the record has no sum without', () => {
    const row = { tax: 0.21, tax_rate_id: 55, value: '3.3700', row_total_wt: '19.4900' };
    expect(mappedOrder(orderOf(rounded, { order_taxes: [row], value: 16.12 })).items[1]?.value_ex).toBe(euros(14.06));
  });

  it('stays unchanged if the record of the rate covers other items, with a note', () => {
    const other = [{ ...taxes[0], row_total_wt: '21.0000' }];

    const { items, notes } = mappedOrder(orderOf(rounded, { order_taxes: other }));

    expect(items.map(({ value_ex }) => value_ex)).toEqual([euros(2.06), euros(14.05)]);
    expect(notes).toEqual([
      {
        ...{ kind: 'tax_row_differs', record: 'order:900' },
        detail: { given: 'rate 55 wt', theirs: euros(21), ours: euros(19.49) },
      },
    ]);
  });

  it('adds up to the sum of their rate even if more than cents are missing, with a note', () => {
    const { items, notes } = mappedOrder(
      orderOf(rounded, { order_taxes: [{ ...taxes[0], row_total: 15 }], value: 15 }),
    );

    expect(items.map(({ value_ex }) => value_ex)).toEqual([euros(2.06), euros(12.94)]);
    expect(notes).toMatchObject([{ kind: 'tax_row_differs', detail: { theirs: euros(15), ours: euros(16.11) } }]);
  });

  it('has the extra cent on the first of the largest items', () => {
    const twins = [lineOf(1, { price: 2.06, price_wt: 2.49 }), lineOf(2, { price: 2.06, price_wt: 2.49 })];
    const { items } = mappedOrder(orderOf(twins, { value: 4.11 }));
    expect(items.map(({ value_ex }) => value_ex)).toEqual([euros(2.05), euros(2.06)]);
  });

  it('never puts a cent on a gift card, whatever rate it has', () => {
    const card = lineOf(3, { product_id: 77, tax: 0, price: 25, price_wt: 25 });
    const row = { tax_rate_id: 55, row_total: 41.12, row_total_wt: 44.49 };
    const { items } = mappedOrder(orderOf([...rounded, card], { order_taxes: [row], value: 41.12 }));
    expect(items.map(({ value_ex }) => value_ex)).toEqual([euros(2.06), euros(14.06), euros(25)]);
  });

  it('never puts a cent on an item without VAT', () => {
    const card = lineOf(3, { product_id: 77, tax: 0, tax_rate_id: 60, price: 50, price_wt: 50 });
    const { items } = mappedOrder(orderOf([...rounded, card], { value: 66.12 }));
    expect(items.map(({ value_ex }) => value_ex)).toEqual([euros(2.06), euros(14.06), euros(50)]);
  });
});

describe('the discount', () => {
  it('is quantity times price before discount, less the price: 5 × 4.13 without a discount may be 20.66', () => {
    const plain = lineOf(1, { quantity: 5, ppu: 4.13, ppu_wt: 5, price: 20.66, price_wt: 25, is_with_discount: false });
    const { items, notes } = mappedOrder(orderOf([plain], { discount_value: 0, discount_value_wt: 0 }));
    expect(items).toMatchObject([{ value_ex: euros(20.66), ppu: euros(4.13), discount_ex: 0, discount_wt: 0 }]);
    expect(notes).toEqual([]);
  });

  it('is that of discounted items only, without and with VAT', () => {
    const discounted = lineOf(2, {
      ...{ quantity: 3, ppu: 7.44, ppu_wt: 9, before_discount_ppu: 8.26, before_discount_ppu_wt: 10 },
      ...{ price: 22.31, price_wt: 27, is_with_discount: true },
    });
    const header = { discount_value: 2.47, discount_value_wt: 3 };

    const { order, items, notes } = mappedOrder(orderOf([line, discounted], header));

    expect(items.map(({ discount_ex, discount_wt }) => [discount_ex, discount_wt])).toEqual([
      [0, 0],
      [euros(2.47), euros(3)],
    ]);
    expect([order.discount_ex, order.discount_wt, notes]).toEqual([euros(2.47), euros(3), []]);
  });

  it.each([
    [0.5, 4.13, 2, 0.07],
    [-2, 5, -8, -2],
    [0.375, 10, 3, 0.75],
  ])('of %j at %j for %j is %j', (quantity, before, price, discount) => {
    const one = lineOf(1, { quantity, before_discount_ppu_wt: before, price_wt: price, is_with_discount: true });
    expect(mappedItems(orderOf([one])).items[0]?.discount_wt).toBe(euros(discount));
  });

  it('of an item without a price before discount is unknown, and not guessed', () => {
    const one = lineOf(1, { quantity: 5, ppu: 4.13, ppu_wt: 5, price: 20.66, price_wt: 25, is_with_discount: true });
    expect(mappedItems(orderOf([one])).items).toMatchObject([{ discount_ex: 0, discount_wt: 0 }]);
  });

  it('in the header may differ from that of the items by cents, which go to the largest item', () => {
    const one = (id: number, price: number) =>
      lineOf(id, {
        before_discount_ppu: price,
        price: 1,
        before_discount_ppu_wt: 3,
        price_wt: id,
        is_with_discount: true,
      });

    const { items, notes } = mappedOrder(
      orderOf([one(1, 2.11), one(2, 2.12)], { discount_value: 2.24, discount_value_wt: 3 }),
    );

    expect(items.map(({ discount_ex }) => discount_ex)).toEqual([euros(1.11), euros(1.13)]);
    expect(notes).toEqual([]);
  });

  it('in the header that differs by more is noted, and the order keeps that of its header', () => {
    const { order, items, notes } = mappedOrder(orderOf([line], { discount_value: 4, discount_value_wt: 5 }));

    expect([order.discount_wt, items[0]?.discount_wt]).toEqual([euros(5), 0]);
    expect(notes).toEqual([
      {
        ...{ kind: 'discount_differs', record: 'order:900' },
        detail: { given: 'discount wt', theirs: euros(5), ours: 0 },
      },
    ]);
  });
});
