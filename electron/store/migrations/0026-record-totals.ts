import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from '../dialects/dialect.ts';

/** What was sold of each product in each month, and what each customer has bought. */
export const recordTotals: Migration = {
  async up(db) {
    await createTotals(db, PRODUCT_TOTALS);
    await createTotals(db, CUSTOMER_TOTALS);
  },
};

interface Totals {
  readonly table: string;
  readonly keys: readonly string[];
  readonly counts: readonly string[];
  readonly sums: readonly string[];
  readonly rows: RawBuilder<unknown>;
}

const COUNTS = sql`orders.status in ('processing', 'complete', 'refunded')`;

const PRODUCT_TOTALS: Totals = {
  table: 'product_totals_by_month',
  keys: ['account_id', 'product_id', 'month', 'shop_id', 'location_id', 'product_group_id'],
  counts: ['items'],
  sums: ['quantity', 'value_ex', 'value_wt', 'discount_wt', 'cost_ex'],
  rows: sql`
    select orders.account_id, item.product_id, orders.local_day / 100, orders.shop_id,
      coalesce(orders.location_id, 0), coalesce(item.product_group_id, 0),
      count(*), sum(item.quantity), sum(item.value_ex), sum(item.value_wt), sum(item.discount_wt), sum(item.cost_ex)
    from orders inner join order_items as item on item.order_id = orders.id
    where ${COUNTS} and item.type = 'product' and item.product_id is not null
    group by 1, 2, 3, 4, 5, 6`,
};

const CUSTOMER_TOTALS: Totals = {
  table: 'customer_totals',
  keys: ['account_id', 'customer_id', 'location_id'],
  counts: ['orders'],
  sums: ['turnover_wt'],
  rows: sql`
    select orders.account_id, orders.customer_id, coalesce(orders.location_id, 0), count(*),
      sum((select coalesce(sum(item.value_wt), 0) from order_items as item
        where item.order_id = orders.id and item.type in ('product', 'rounding')))
    from orders
    where ${COUNTS} and orders.customer_id is not null
    group by 1, 2, 3`,
};

async function createTotals(db: Kysely<unknown>, { table, keys, counts, sums, rows }: Totals): Promise<void> {
  const columns = [...keys, ...counts].map((name) => sql`${sql.id(name)} integer not null`);
  const amounts = sums.map((name) => sql`${sql.id(name)} bigint not null`);
  const key = sql`constraint ${sql.id(`${table}_by_key`)} primary key (${sql.join(keys.map((name) => sql.id(name)))})`;
  // In SQLite the rows lie in the order of the key, in which they are read. PostgreSQL has no such tables.
  const options = dialectOf(db) === 'sqlite' ? sql`without rowid` : sql``;
  await sql`create table ${sql.id(table)} (${sql.join([...columns, ...amounts, key])}) ${options}`.execute(db);
  await sql`insert into ${sql.id(table)} ${rows}`.execute(db);
}
