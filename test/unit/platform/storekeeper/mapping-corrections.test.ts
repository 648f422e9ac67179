import { describe, expect, it } from 'vitest';
import { mapCorrections } from '../../../../electron/platform/storekeeper/map-corrections.ts';
import type { MappedOrder } from '../../../../electron/platform/storekeeper/map-orders.ts';
import { readOrder } from '../../../../electron/platform/storekeeper/records.ts';
import { euros, lineOf, mappedOrder, ORDER_ID, orderOf, type Wire } from './mapping-records.ts';

const READ_AT = Date.parse('2026-11-20T10:00:00Z');

const FIRST_ID = 1_000_000_900_001;

const three = lineOf(1, { quantity: 3, ppu: 2.7521, ppu_wt: 3.33, price: 8.26, price_wt: 10 });

const single = lineOf(2, { price: 4.13, price_wt: 5 });

/**
 * Returns the order with these returned quantities of both items and this refund, in euros excluding and including VAT.
 */
function refunded(quantities: readonly number[], [ex, wt]: readonly [number, number], order: Wire = {}): Wire {
  const lines = [three, single].map((line, at) => ({ ...line, refunded_quantity: quantities[at] ?? 0 }));
  const left = { value: (12.39 - ex).toFixed(4), value_wt: (15 - wt).toFixed(4) };
  return orderOf(lines, { ...left, refunded_price: ex, refunded_price_wt: wt, paid_value_wt: 15, ...order });
}

function correctionsOf(order: Wire, earlier: readonly MappedOrder[] = [], isFirstReading = false, readAt = READ_AT) {
  const sold = mappedOrder(order);
  const outcome = mapCorrections({
    ...{ record: readOrder(order, ORDER_ID), sold, earlier, earlierPayments: [], isFirstReading, readAt },
    getNumber: (nth) => `${sold.order.order_number}-R${nth}`,
  });
  return { ...outcome, sold };
}

/** Returns the items of a correction as quantity, value with VAT and value without VAT. */
const linesOf = ({ items }: MappedOrder) => items.map((item) => [item.quantity, item.value_wt, item.value_ex]);

/** Returns what is left of the order according to its items: with and without VAT. */
const netOf = ({ sold, corrections }: ReturnType<typeof correctionsOf>) =>
  (['value_wt', 'value_ex'] as const).map((side) =>
    [sold, ...corrections].flatMap(({ items }) => items).reduce((sum, item) => sum + item[side], 0),
  );

describe('a correction', () => {
  it('is created when a refund has grown, as a separate later order with the returned items', () => {
    const { corrections, notes } = correctionsOf(refunded([0, 1], [4.13, 5], { relation_data_id: 8 }));

    expect(corrections).toEqual([
      {
        order: {
          ...{ id: FIRST_ID, account_id: 1, order_number: 'W-900-R1', status: 'complete', follows_order_id: 900 },
          ...{ date_purchased: READ_AT, date_updated: READ_AT, local_day: 20_261_120, shop_id: 3, customer_id: 8 },
          ...{ location_id: 1_000_000_002, currency: 'EUR', payment_term: 'direct', is_paid: 1 },
          ...{ value_wt: -euros(5), value_ex: -euros(4.13), discount_wt: 0, discount_ex: 0 },
        },
        items: [
          {
            ...{ id: 1_000_000_002_001, type: 'product', product_id: 42, sku: null, title: 'Line 2' },
            ...{ product_group_id: 12, quantity: -1_000, ppu: euros(4.13), ppu_wt: euros(5) },
            ...{ discount_wt: 0, discount_ex: 0, value_wt: -euros(5), value_ex: -euros(4.13) },
            ...{ tax_rate_id: 55, cost_ex: 0 },
          },
        ],
        payments: [],
      },
    ]);
    expect(notes).toEqual([]);
  });

  it('is not created while nothing was refunded, or when the refund has not grown', () => {
    expect(correctionsOf(refunded([0, 0], [0, 0]))).toMatchObject({ corrections: [], notes: [] });
    const order = refunded([0, 1], [4.13, 5]);
    const first = correctionsOf(order).corrections;
    expect(correctionsOf(order, first, false, READ_AT + 1)).toMatchObject({ corrections: first, notes: [] });
  });

  it('of a part of an item has its share in cents, and all parts together equal the item', () => {
    const first = correctionsOf(refunded([1, 0], [2.75, 3.33])).corrections;
    const second = correctionsOf(refunded([2, 0], [5.51, 6.67]), first).corrections;
    const third = correctionsOf(refunded([3, 0], [8.26, 10]), second);

    expect(third.corrections.map(linesOf)).toEqual([
      [[-1_000, -euros(3.33), -euros(2.75)]],
      [[-1_000, -euros(3.34), -euros(2.76)]],
      [[-1_000, -euros(3.33), -euros(2.75)]],
    ]);
    expect(third.corrections.map(({ order }) => [order.id, order.order_number])).toEqual([
      [FIRST_ID, 'W-900-R1'],
      [FIRST_ID + 1, 'W-900-R2'],
      [FIRST_ID + 2, 'W-900-R3'],
    ]);
    expect(netOf(third)).toEqual([euros(5), euros(4.13)]);
  });

  it('includes the cents by which its shares differ from the refund', () => {
    const { corrections, notes } = correctionsOf(refunded([1, 0], [2.76, 3.34]));
    expect(corrections.map(linesOf)).toEqual([[[-1_000, -euros(3.34), -euros(2.76)]]]);
    expect(notes).toEqual([]);
  });

  it('of goods at a part of their price is that part, without a product, with a note', () => {
    const outcome = correctionsOf(refunded([0, 1], [2, 2.42]));

    expect(outcome.corrections[0]?.items).toMatchObject([
      { product_id: null, quantity: -1_000, value_wt: -euros(2.42), value_ex: -euros(2), tax_rate_id: 55 },
    ]);
    expect(outcome.notes).toMatchObject([
      { kind: 'return_differs', record: 'order:900', detail: { theirs: euros(2.42), ours: euros(5) } },
    ]);
    expect(netOf(outcome)).toEqual([euros(12.58), euros(10.39)]);
  });

  it('of money without goods is split by the rates of all items, with a note', () => {
    const low = lineOf(3, { tax: 0.09, tax_rate_id: 57, price: 4.59, price_wt: 5 });
    const lines = [three, low];
    const order = orderOf(lines, {
      ...{ value: 10.25, value_wt: 12, refunded_price: 2.6, refunded_price_wt: 3, paid_value_wt: 15 },
    });
    const outcome = correctionsOf(order);

    expect(outcome.corrections[0]?.items.map(({ tax_rate_id, value_wt }) => [tax_rate_id, value_wt])).toEqual([
      [55, -euros(2)],
      [57, -euros(1)],
    ]);
    expect(outcome.notes).toEqual([{ kind: 'money_without_goods', record: 'order:900', detail: { amount: euros(3) } }]);
    expect(netOf(outcome)).toEqual([euros(12), euros(10.25)]);
  });

  it('of money is followed only by corrections of money, whatever is returned then', () => {
    const first = correctionsOf(refunded([0, 0], [0.83, 1])).corrections;
    const second = correctionsOf(refunded([0, 1], [4.13, 5]), first);

    expect(second.corrections.map(({ order }) => order.value_wt)).toEqual([-euros(1), -euros(4)]);
    expect(netOf(second)).toEqual([euros(10), euros(8.26)]);
  });

  it('of an order without items is the whole order', () => {
    const order = orderOf([], { value: 0, value_wt: -5, refunded_price: 4.13, refunded_price_wt: 5 });
    expect(correctionsOf(order).corrections).toMatchObject([
      { order: { value_wt: -euros(5), value_ex: -euros(4.13) } },
    ]);
  });

  it('is not created for goods that were returned for nothing', () => {
    expect(correctionsOf(refunded([0, 1], [0, 0]))).toMatchObject({ corrections: [], notes: [] });
  });

  it.each([
    ['says nothing of it', { refunded_price: null, refunded_price_wt: null }],
    ['says it in a way that cannot be read', { refunded_price: {}, refunded_price_wt: {} }],
  ])('is created if the record %s, and the items add up to more than what remains', (_what, change) => {
    const outcome = correctionsOf(refunded([0, 1], [4.13, 5], change));
    expect(outcome.corrections.map(linesOf)).toEqual([[[-1_000, -euros(5), -euros(4.13)]]]);
    expect(netOf(outcome)[0]).toBe(euros(10));
  });

  it('of a discounted item includes its share of the discount', () => {
    const line = {
      ...lineOf(1, { quantity: 2, before_discount_ppu_wt: 6, before_discount_ppu: 4.96, price: 8.26, price_wt: 10 }),
      ...{ is_with_discount: true, refunded_quantity: 1 },
    };
    const order = orderOf([line], { value: 4.13, value_wt: 5, refunded_price: 4.13, refunded_price_wt: 5 });
    expect(correctionsOf(order).corrections[0]?.order).toMatchObject({
      ...{ discount_wt: -euros(1), discount_ex: -euros(0.83), value_wt: -euros(5) },
    });
  });

  it.each([
    [1.5, 0.5, -500, -euros(3.33)],
    [-1, 1, 1_000, euros(10)],
    [-2, 1, 1_000, euros(5)],
  ])('of %j with %j returned has the quantity %j', (quantity, refunded_quantity, back, value_wt) => {
    const price_wt = quantity < 0 ? -10 : 10;
    const refund = -value_wt / 10_000;
    const order = orderOf([{ ...lineOf(1, { quantity, price: price_wt, price_wt, tax: 0 }), refunded_quantity }], {
      ...{ value: price_wt - refund, value_wt: price_wt - refund, refunded_price: refund, refunded_price_wt: refund },
    });
    expect(correctionsOf(order).corrections[0]?.items).toMatchObject([{ quantity: back, value_wt }]);
  });

  it('that existed at the first reading is dated by the record, with a note', () => {
    const order = refunded([0, 1], [4.13, 5], { date_updated: '2026-11-05 12:00:00+01:00' });

    const { corrections, notes } = correctionsOf(order, [], true);

    expect(corrections[0]?.order).toMatchObject({
      ...{ date_purchased: Date.parse('2026-11-05T11:00:00Z'), local_day: 20_261_105 },
    });
    expect(notes).toEqual([{ kind: 'return_date_unknown', record: 'order:900', detail: { amount: -euros(5) } }]);
    const early = correctionsOf({ ...order, date_updated: '2026-10-01 12:00:00+02:00' }, [], true);
    expect(early.corrections[0]?.order.date_purchased).toBe(Date.parse('2026-10-31T23:30:00Z'));
  });

  it('that is undone is followed by one with the opposite sign, and a note', () => {
    const first = correctionsOf(refunded([0, 1], [4.13, 5])).corrections;

    const { corrections, notes } = correctionsOf(refunded([0, 0], [0, 0]), first);

    expect(corrections.map(linesOf)).toEqual([[[-1_000, -euros(5), -euros(4.13)]], [[1_000, euros(5), euros(4.13)]]]);
    expect(notes).toEqual([]);
  });

  it.each([
    ['refunded', 'complete'],
    ['cancelled', 'cancelled'],
  ])('changes with its order when that becomes %s', (status, followed) => {
    const first = correctionsOf(refunded([0, 1], [4.13, 5])).corrections;
    const changed = refunded([0, 1], [4.13, 5], { status, number: 'W-901' });

    const [one] = correctionsOf(changed, first, false, READ_AT + 5).corrections;

    expect(one?.order).toMatchObject({
      ...{ status: followed, order_number: 'W-901-R1', date_purchased: READ_AT, date_updated: READ_AT + 5 },
    });
    expect(one?.items).toEqual(first[0]?.items);
  });
});

describe('refunded money', () => {
  it('is a payment of the correction', () => {
    const { corrections } = correctionsOf(refunded([0, 1], [4.13, 5], { paid_back_value_wt: 5 }));
    expect(corrections[0]?.payments).toEqual([
      { id: FIRST_ID, provider_id: 2_000_000_001, amount: -euros(5), date_paid: READ_AT },
    ]);
  });

  it('that is later than the refund is added to the last correction, each time it grows', () => {
    const order = (paid_back_value_wt: unknown) => refunded([0, 1], [4.13, 5], { paid_back_value_wt });
    const first = correctionsOf(order(0)).corrections;
    const second = correctionsOf(order(2), first, false, READ_AT + 60_000).corrections;
    const third = correctionsOf(order('5.00'), second, false, READ_AT + 120_000).corrections;

    expect(third).toHaveLength(1);
    expect(third[0]?.payments.map(({ id, amount, date_paid }) => [id, amount, date_paid - READ_AT])).toEqual([
      [FIRST_ID, -euros(2), 60_000],
      [FIRST_ID + 1, -euros(3), 120_000],
    ]);
    expect(correctionsOf(order(null), third).corrections).toEqual(third);
  });

  it('without a refunded item is a payment of the order', () => {
    const { payments, corrections } = correctionsOf(refunded([0, 0], [0, 0], { paid_back_value_wt: 5 }));
    expect(payments).toMatchObject([{ id: FIRST_ID, amount: -euros(5), date_paid: READ_AT }]);
    expect(corrections).toEqual([]);
  });
});
