import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the local day of each order, and totals by day and month. `migrateStore` fills them after the last migration.
 */
export const totals: Migration = {
  async up(db) {
    await db.schema
      .alterTable('orders')
      .addColumn('local_day', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    for (const { name, keys, counts, sums } of TABLES) {
      for (const period of ['day', 'month']) await createTable(db, `${name}_by_${period}`, period, keys, counts, sums);
    }
  },
};

const TABLES = [
  {
    name: 'item_totals',
    keys: ['product_group_id', 'tax_rate_id', 'is_return', 'is_paid', 'type', 'payment_term'],
    counts: ['items'],
    sums: ['value_ex', 'value_wt', 'cost_ex'],
  },
  { name: 'payment_totals', keys: ['provider_id'], counts: ['payments'], sums: ['amount'] },
  {
    name: 'order_totals',
    keys: ['status', 'payment_term', 'is_paid'],
    counts: ['orders', 'returns', 'discounted_orders'],
    sums: ['discount_wt', 'value_wt'],
  },
];

const TEXT_COLUMNS: readonly string[] = ['payment_term', 'type', 'status'];

async function createTable(
  db: Kysely<unknown>,
  table: string,
  period: string,
  keys: readonly string[],
  counts: readonly string[],
  sums: readonly string[],
): Promise<void> {
  const notNull = (c: ColumnDefinitionBuilder) => c.notNull();
  const getType = (column: string) => {
    if (TEXT_COLUMNS.includes(column)) return 'text';
    return sums.includes(column) ? 'bigint' : 'integer';
  };
  const creating = [...keys, ...counts, ...sums].reduce(
    (columns: CreateTableBuilder<string, string>, name) => columns.addColumn(name, getType(name), notNull),
    db.schema
      .createTable(table)
      .addColumn('account_id', 'integer', notNull)
      .addColumn('shop_id', 'integer', notNull)
      .addColumn(period, 'integer', notNull),
  );
  await creating.addPrimaryKeyConstraint(`${table}_by_key`, ['account_id', 'shop_id', period, ...keys]).execute();
}
