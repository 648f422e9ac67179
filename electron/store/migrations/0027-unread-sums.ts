import type { Migration } from 'kysely/migration';

/** Sums of orders and of items that no list and no figure is made of any more. */
export const unreadSums: Migration = {
  async up(db) {
    for (const period of ['day', 'month']) {
      for (const sum of ['quantity', 'discount_wt']) {
        await db.schema.alterTable(`item_totals_by_${period}`).dropColumn(sum).execute();
      }
      for (const sum of ['value_ex', 'discount_ex', 'non_revenue_wt']) {
        await db.schema.alterTable(`order_totals_by_${period}`).dropColumn(sum).execute();
      }
    }
  },
};
