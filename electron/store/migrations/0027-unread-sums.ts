import type { Migration } from 'kysely/migration';

/** Drops stored sums of orders and items that are no longer read. */
export const unreadSums: Migration = {
  async up(db) {
    const tables = await db.introspection.getTables();
    for (const { name, columns } of tables) {
      const unread = UNREAD_SUMS.find(({ totals }) => name.startsWith(`${totals}_by_`))?.sums ?? [];
      for (const column of columns.filter((stored) => unread.includes(stored.name))) {
        await db.schema.alterTable(name).dropColumn(column.name).execute();
      }
    }
  },
};

const UNREAD_SUMS: readonly { readonly totals: string; readonly sums: readonly string[] }[] = [
  { totals: 'item_totals', sums: ['quantity', 'discount_wt'] },
  { totals: 'order_totals', sums: ['value_ex', 'discount_ex', 'non_revenue_wt'] },
];
