import { describe, expect, it } from 'vitest';
import { writeOrdersWithTotals } from './rules/write-orders-with-totals.ts';
import { breachesOf } from './sources/breaches-of.ts';

describe('orders', () => {
  it('are written by those alone that keep the totals equal to them', () => {
    expect(breachesOf(writeOrdersWithTotals)).toEqual([]);
  });

  it.each([
    "db.updateTable('orders').set({ is_paid: 1 });",
    "db.deleteFrom('order_items');",
    "insertRows(db, 'order_payments', rows);",
    "db.insertInto('item_totals_by_day');",
    "db.deleteFrom('order_changes');",
    'sql`update orders set is_paid = 1`;',
  ])('are seen to be written in %s', (text) => {
    expect(writeOrdersWithTotals({ path: 'electron/store/catalog/stock-queries.ts', text })).toHaveLength(1);
    expect(writeOrdersWithTotals({ path: 'electron/store/orders/order-writer.ts', text })).toEqual([]);
  });

  it.each(["db.selectFrom('orders');", "db.updateTable('stock');"])('are not written in %s', (text) => {
    expect(writeOrdersWithTotals({ path: 'electron/store/catalog/stock-queries.ts', text })).toEqual([]);
  });
});
