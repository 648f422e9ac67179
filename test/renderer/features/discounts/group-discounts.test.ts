import { describe, expect, it } from 'vitest';
import {
  type GroupNames,
  groupDiscounts,
  toGroupRows,
} from '../../../../renderer/features/discounts/discount-groups.ts';
import { order } from './discount-order.ts';

const NAMES: GroupNames = {
  shop: (id) => `Winkel ${id}`,
  day: (date) => `op ${date}`,
  getLocation: (id) => (id === 9 ? null : { id: id % 2, title: id % 2 === 0 ? 'Utrecht' : 'Amsterdam' }),
  noLocation: 'Zonder vestiging',
  noCustomer: 'Zonder klant',
};

describe('groupDiscounts', () => {
  it('sums each group exactly and keeps the order of its orders', () => {
    const tenths = Array.from({ length: 10 }, (_, index) => order(index + 1, 0.1, 0.1, { shop_id: 9 }));
    const groups = groupDiscounts([order(20, 9, 1), ...tenths, order(21, 4, 1)], 'shop', NAMES);
    expect(groups.map(({ title, orders }) => [title, orders.map(({ id }) => id)])).toEqual([
      ['Winkel 14', [20, 21]],
      ['Winkel 9', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ]);
    expect(groups.map(({ sums }) => [sums.value_wt, sums.discount_value_wt])).toEqual([
      [13, 2],
      [1, 1],
    ]);
  });

  it('groups the shops of a location, and puts those without one last', () => {
    const orders = [14, 9, 16, 15].map((shop_id, index) => order(index + 1, 9, 1, { shop_id }));
    const groups = groupDiscounts(orders, 'location', NAMES);
    expect(groups.map(({ title, orders }) => [title, orders.map(({ id }) => id)])).toEqual([
      ['Amsterdam', [4]],
      ['Utrecht', [1, 3]],
      ['Zonder vestiging', [2]],
    ]);
  });

  it('uses the day in the time zone of the shop, in calendar order', () => {
    const groups = groupDiscounts(
      [
        order(1, 9, 1, { date_purchased: '2026-11-01T00:10:00+01:00' }),
        order(2, 9, 1, { date_purchased: '2026-10-31T23:50:00+01:00' }),
      ],
      'day',
      NAMES,
    );
    expect(groups.map(({ title }) => title)).toEqual(['op 2026-10-31', 'op 2026-11-01']);
  });

  it('has the newest day first if the orders do', () => {
    const days = ['2026-11-03', '2026-11-02', '2026-11-01'];
    const orders = days.map((day, index) => order(index + 1, 9, 1, { date_purchased: `${day}T12:00:00+01:00` }));
    expect(groupDiscounts(orders, 'day', NAMES, true).map(({ title }) => title)).toEqual(
      days.map((day) => `op ${day}`),
    );
  });

  it('puts all sales without a customer into one group, which comes last', () => {
    const groups = groupDiscounts(
      [
        order(1, 9, 1, { customer_name: '', customer_email: '' }),
        order(2, 9, 1, { customer_name: 'Zoë' }),
        order(3, 9, 1, { customer_name: '', customer_email: 'x@example.nl' }),
        order(4, 9, 1, { customer_name: 'anna' }),
      ],
      'customer',
      NAMES,
    );
    expect(groups.map(({ title, orders }) => [title, orders.length])).toEqual([
      ['anna', 1],
      ['Zoë', 1],
      ['Zonder klant', 2],
    ]);
  });

  it('keeps two customers with the same name apart by their addresses', () => {
    const groups = groupDiscounts(
      [
        order(1, 9, 1, { customer_name: 'Jan', customer_email: 'jan@a.example' }),
        order(2, 9, 1, { customer_name: 'Jan', customer_email: 'jan@b.example' }),
        order(3, 9, 1, { customer_name: 'Jan', customer_email: 'jan@a.example' }),
      ],
      'customer',
      NAMES,
    );
    expect(groups.map(({ title, orders }) => [title, orders.length])).toEqual([
      ['Jan (jan@a.example)', 2],
      ['Jan (jan@b.example)', 1],
    ]);
  });
});

describe('toGroupRows', () => {
  it('puts each group above its orders, and leaves out those of a collapsed one', () => {
    const groups = groupDiscounts([order(1, 9, 1, { shop_id: 3 }), order(2, 9, 1, { shop_id: 5 })], 'shop', NAMES);
    const rows = toGroupRows(groups, new Set(['shop:3']));
    expect(rows.map((row) => (row.kind === 'group' ? row.group.title : row.order.order_number))).toEqual([
      'Winkel 3',
      'Winkel 5',
      'T-2',
    ]);
  });
});
