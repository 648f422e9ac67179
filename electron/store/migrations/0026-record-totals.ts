import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { getDialect } from '../dialects/dialect.ts';

/** Adds totals of each product by month, and of each customer. `migrateStore` fills both tables. */
export const recordTotals: Migration = {
  async up(db) {
    await createTotals(db, {
      table: 'product_totals_by_month',
      keys: ['account_id', 'product_id', 'month', 'shop_id', 'location_id', 'product_group_id'],
      counts: ['items'],
      sums: ['quantity', 'value_ex', 'value_wt', 'discount_wt', 'cost_ex'],
    });
    await createTotals(db, {
      table: 'customer_totals',
      keys: ['account_id', 'customer_id', 'location_id'],
      counts: ['orders'],
      sums: ['turnover_wt'],
    });
  },
};

interface Totals {
  readonly table: string;
  readonly keys: readonly string[];
  readonly counts: readonly string[];
  readonly sums: readonly string[];
}

async function createTotals(db: Kysely<unknown>, { table, keys, counts, sums }: Totals): Promise<void> {
  const columns = [...keys, ...counts].map((name) => sql`${sql.id(name)} integer not null`);
  const amounts = sums.map((name) => sql`${sql.id(name)} bigint not null`);
  const key = sql`constraint ${sql.id(`${table}_by_key`)} primary key (${sql.join(keys.map((name) => sql.id(name)))})`;
  // SQLite stores the rows in key order, in which they are read. PostgreSQL has no such tables.
  const options = getDialect(db) === 'sqlite' ? sql`without rowid` : sql``;
  await sql`create table ${sql.id(table)} (${sql.join([...columns, ...amounts, key])}) ${options}`.execute(db);
}
