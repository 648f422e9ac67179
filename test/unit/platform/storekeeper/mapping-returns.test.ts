import { describe, expect, it } from 'vitest';
import type { MappedOrder } from '../../../../electron/platform/storekeeper/mapping/orders.ts';
import { mapReturns } from '../../../../electron/platform/storekeeper/mapping/returns.ts';
import type { OrderItemRecord, OrderRecord } from '../../../../electron/platform/storekeeper/mapping/wire-records.ts';
import { euros, lineOf, mappedOrder, orderOf } from './mapping-records.ts';

const READ_AT = Date.parse('2026-11-20T10:00:00Z');

const FIRST_ID = 1_000_000_900_001;

const isNumberTaken = () => false;

const three = lineOf(1, { quantity: 3, ppu: 2.7521, ppu_wt: 3.33, price: 8.26, price_wt: 10 });

const single = lineOf(2, { price: 4.13, price_wt: 5 });

/** The lines after so many of each came back. */
function refunded(quantities: readonly number[], order: Partial<OrderRecord> = {}): OrderRecord {
  const lines: readonly OrderItemRecord[] = [three, single];
  const sold = orderOf(lines);
  return {
    ...sold,
    order_items: lines.map((line, at) => ({ ...line, refunded_quantity: quantities[at] ?? 0 })),
    ...order,
  };
}

function returnsOf(
  record: OrderRecord,
  earlier: readonly MappedOrder[] = [],
  isFirstReading = false,
  readAt = READ_AT,
) {
  return mapReturns({
    record,
    mapped: mappedOrder({ ...record, value: 12.39, value_wt: 15, refunded_price: 0, refunded_price_wt: 0 }),
    earlier,
    isFirstReading,
    readAt,
    isNumberTaken,
  });
}

/** Lines of a return as quantity, value with and value without VAT. */
const linesOf = ({ items }: MappedOrder) => items.map((item) => [item.quantity, item.value_wt, item.value_ex]);

describe('a return', () => {
  it('is there once a returned quantity has grown, as an order that follows', () => {
    const record = refunded([0, 1], { refunded_price: 4.13, refunded_price_wt: 5, relation_data_id: 8 });

    const { returns, notes } = returnsOf(record);

    expect(returns).toEqual([
      {
        order: {
          ...{ id: FIRST_ID, account_id: 7, order_number: 'W-900-R1', status: 'complete', follows_order_id: 900 },
          ...{ date_purchased: READ_AT, date_updated: READ_AT, local_day: 20_261_120, shop_id: 3, customer_id: 8 },
          ...{ location_id: 1_000_000_002, currency: 'EUR', payment_term: 'direct', is_paid: 1 },
          ...{ value_wt: -euros(5), value_ex: -euros(4.13), discount_wt: 0, discount_ex: 0 },
        },
        items: [
          {
            ...{
              id: 1_000_000_002_001,
              type: 'product',
              product_id: 42,
              sku: null,
              title: 'Line 2',
              product_group_id: 12,
            },
            ...{ quantity: -1_000, ppu: euros(4.13), ppu_wt: euros(5), discount_wt: 0, discount_ex: 0 },
            ...{ value_wt: -euros(5), value_ex: -euros(4.13), tax_rate_id: 55, cost_ex: null },
          },
        ],
        payments: [],
      },
    ]);
    expect(notes).toEqual([]);
  });

  it('is not there while nothing came back, and not again while nothing more does', () => {
    expect(returnsOf(refunded([0, 0]))).toEqual({ returns: [], notes: [] });
    const first = returnsOf(refunded([1, 0])).returns;
    expect(returnsOf(refunded([1, 0]), first, false, READ_AT + 1)).toEqual({ returns: first, notes: [] });
  });

  it('of a part has its share in cents, and all parts together have the whole line', () => {
    const first = returnsOf(refunded([1, 0])).returns;
    const second = returnsOf(refunded([2, 0]), first).returns;
    const third = returnsOf(refunded([3, 0]), second).returns;

    expect(third.map(linesOf)).toEqual([
      [[-1_000, -euros(3.33), -euros(2.75)]],
      [[-1_000, -euros(3.34), -euros(2.76)]],
      [[-1_000, -euros(3.33), -euros(2.75)]],
    ]);
    expect(third.map(({ order }) => [order.id, order.order_number])).toEqual([
      [FIRST_ID, 'W-900-R1'],
      [FIRST_ID + 1, 'W-900-R2'],
      [FIRST_ID + 2, 'W-900-R3'],
    ]);
    expect(third.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([
      1_000_000_001_001, 1_000_000_001_002, 1_000_000_001_003,
    ]);
  });

  it('gets the cents by which its shares miss what was refunded', () => {
    const { returns, notes } = returnsOf(refunded([1, 0], { refunded_price: 2.76, refunded_price_wt: 3.34 }));

    expect(returns.map(linesOf)).toEqual([[[-1_000, -euros(3.34), -euros(2.76)]]]);
    expect(notes).toEqual([]);
  });

  it('that is further from what was refunded is noted', () => {
    const { returns, notes } = returnsOf(refunded([1, 0], { refunded_price: 2, refunded_price_wt: 2.42 }));

    expect(returns.map(linesOf)).toEqual([[[-1_000, -euros(3.33), -euros(2.75)]]]);
    expect(notes).toEqual([
      {
        ...{ kind: 'return_differs', record: 'order:900' },
        detail: { given: 'refunded wt', theirs: euros(2.42), ours: euros(3.33) },
      },
    ]);
  });

  it('of a discounted line takes its share of the discount back', () => {
    const line = {
      ...lineOf(1, { quantity: 2, before_discount_ppu_wt: 6, before_discount_ppu: 4.96, price: 8.26, price_wt: 10 }),
      ...{ is_with_discount: true, refunded_quantity: 1 },
    };
    const record = orderOf([line]);

    const { returns } = mapReturns({
      record,
      mapped: mappedOrder(record),
      earlier: [],
      isFirstReading: false,
      readAt: READ_AT,
      isNumberTaken,
    });

    expect(returns[0]?.order).toMatchObject({ discount_wt: -euros(1), discount_ex: -euros(0.83), value_wt: -euros(5) });
  });

  it.each([
    [1.5, 0.5, -500, -euros(3.33)],
    [-1, 1, 1_000, euros(10)],
    [-2, 1, 1_000, euros(5)],
  ])('of %j of which %j came back has the quantity %j', (quantity, refunded_quantity, back, value_wt) => {
    const price_wt = quantity < 0 ? -10 : 10;
    const record = orderOf([{ ...lineOf(1, { quantity, price: price_wt, price_wt }), refunded_quantity }]);

    const { returns } = mapReturns({
      record,
      mapped: mappedOrder(record),
      earlier: [],
      isFirstReading: false,
      readAt: READ_AT,
      isNumberTaken,
    });

    expect(returns[0]?.items).toMatchObject([{ quantity: back, value_wt }]);
  });

  it('of a whole line has all of it, also what is less than a cent', () => {
    const record = orderOf([{ ...lineOf(1, { price: '8.2685', price_wt: '10.0050' }), refunded_quantity: 1 }]);
    const reading = { record, mapped: mappedOrder(record), earlier: [], isFirstReading: false, readAt: READ_AT };

    const { returns } = mapReturns({ ...reading, isNumberTaken });

    expect(returns.map(linesOf)).toEqual([[[-1_000, -100_050, -82_685]]]);
  });

  it('that was there at the first reading is dated by the record, with a note', () => {
    const record = refunded([0, 1], { date_updated: '2026-11-05 12:00:00+01:00' });

    const { returns, notes } = returnsOf(record, [], true);

    expect(returns[0]?.order).toMatchObject({
      date_purchased: Date.parse('2026-11-05T11:00:00Z'),
      local_day: 20_261_105,
    });
    expect(notes).toEqual([{ kind: 'return_date_unknown', record: 'order:900', detail: { amount: -euros(5) } }]);
    const early = returnsOf({ ...record, date_updated: '2026-10-01 12:00:00+02:00' }, [], true);
    expect(early.returns[0]?.order.date_purchased).toBe(Date.parse('2026-10-31T23:30:00Z'));
  });

  it('of more than was sold is as StoreKeeper says, with a note', () => {
    const { returns, notes } = returnsOf(refunded([0, 2]));
    expect(returns.map(linesOf)).toEqual([[[-2_000, -euros(10), -euros(8.26)]]]);
    expect(notes).toMatchObject([{ kind: 'return_exceeds_sale', record: 'order_item:2' }]);
  });

  it('whose number another order has gets its id behind it', () => {
    const record = refunded([0, 1], { number: 'W-900-R4' });
    const taken = (number: string, id: number) => number === 'W-900-R4-R1' && id === FIRST_ID;
    const reading = { record, mapped: mappedOrder(record), earlier: [], isFirstReading: false, readAt: READ_AT };

    const { returns } = mapReturns({ ...reading, isNumberTaken: taken });

    expect(returns[0]?.order.order_number).toBe(`W-900-R4-R1#${FIRST_ID}`);
  });

  it('that is taken back is another one with the other sign, and a note', () => {
    const first = returnsOf(refunded([0, 1])).returns;

    const { returns, notes } = returnsOf(refunded([0, 0]), first);

    expect(returns.map(linesOf)).toEqual([[[-1_000, -euros(5), -euros(4.13)]], [[1_000, euros(5), euros(4.13)]]]);
    expect(notes).toMatchObject([{ kind: 'return_taken_back' }]);
  });

  it.each([
    ['refunded', 'complete'],
    ['cancelled', 'cancelled'],
  ])('follows its order when that becomes %s', (status, followed) => {
    const first = returnsOf(refunded([0, 1])).returns;

    const [one] = returnsOf(refunded([0, 1], { status, number: 'W-901' }), first, false, READ_AT + 5).returns;

    expect(one?.order).toMatchObject({
      status: followed,
      order_number: 'W-901-R1',
      date_purchased: READ_AT,
      date_updated: READ_AT + 5,
    });
    expect(one?.items).toEqual(first[0]?.items);
  });
});

describe('money that went back', () => {
  it('is a payment of the return', () => {
    const { returns } = returnsOf(refunded([0, 1], { paid_back_value_wt: 5 }));

    expect(returns[0]?.payments).toEqual([
      { id: FIRST_ID, provider_id: 2_000_000_001, amount: -euros(5), date_paid: READ_AT },
    ]);
  });

  it('later than the goods is added to the last return, each time it grows', () => {
    const first = returnsOf(refunded([0, 1])).returns;
    const second = returnsOf(refunded([0, 1], { paid_back_value_wt: 2 }), first, false, READ_AT + 60_000).returns;
    const third = returnsOf(refunded([0, 1], { paid_back_value_wt: '5.00' }), second, false, READ_AT + 120_000).returns;

    expect(third).toHaveLength(1);
    expect(third[0]?.order.date_updated).toBe(READ_AT + 120_000);
    expect(third[0]?.payments.map(({ id, amount, date_paid }) => [id, amount, date_paid - READ_AT])).toEqual([
      [FIRST_ID, -euros(2), 60_000],
      [FIRST_ID + 1, -euros(3), 120_000],
    ]);
  });

  it('without goods is a note, and paid for by the return that comes later', () => {
    const before = returnsOf(refunded([0, 0], { paid_back_value_wt: 5 }));
    expect(before).toEqual({
      returns: [],
      notes: [{ kind: 'money_without_goods', record: 'order:900', detail: { amount: euros(5) } }],
    });

    const { returns, notes } = returnsOf(refunded([0, 1], { paid_back_value_wt: 5 }));
    expect(returns[0]?.payments).toMatchObject([{ amount: -euros(5) }]);
    expect(notes).toEqual([]);
  });

  it('beyond the goods is a note about the rest', () => {
    const { returns, notes } = returnsOf(refunded([0, 1], { paid_back_value_wt: 7 }));
    expect(returns[0]?.payments).toMatchObject([{ amount: -euros(5) }]);
    expect(notes).toEqual([{ kind: 'money_without_goods', record: 'order:900', detail: { amount: euros(2) } }]);
  });
});
