import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dateAt, instantsOf, localDayOf } from '../../../shared/calendar.ts';

/** The local day of every order, and totals by day and by month that are kept with the orders. */
export const totals: Migration = {
  async up(db) {
    await db.schema
      .alterTable('orders')
      .addColumn('local_day', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await fillLocalDays(db);
    for (const { name, keys, sums, days } of TABLES) {
      await createTable(db, `${name}_by_day`, 'day', keys, sums);
      await createTable(db, `${name}_by_month`, 'month', keys, sums);
      await days.execute(db);
      await fillMonths(db, name, keys, sums);
    }
  },
};

type Schema = Kysely<unknown>;

const COUNTS = sql`orders.status in ('processing', 'complete', 'refunded')`;

const TABLES = [
  {
    name: 'item_totals',
    keys: ['product_group_id', 'tax_rate_id', 'is_return', 'is_paid', 'type', 'payment_term'],
    sums: ['items', 'quantity', 'value_ex', 'value_wt', 'discount_wt', 'cost_ex'],
    days: sql`insert into item_totals_by_day
      select orders.account_id, orders.shop_id, orders.local_day,
        coalesce(item.product_group_id, 0), coalesce(item.tax_rate_id, 0),
        case when item.quantity < 0 then 1 else 0 end, orders.is_paid, item.type, orders.payment_term,
        count(*), sum(item.quantity), sum(item.value_ex), sum(item.value_wt), sum(item.discount_wt), sum(item.cost_ex)
      from orders inner join order_items as item on item.order_id = orders.id
      where ${COUNTS}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  },
  {
    name: 'payment_totals',
    keys: ['provider_id'],
    sums: ['payments', 'amount'],
    days: sql`insert into payment_totals_by_day
      select orders.account_id, orders.shop_id, orders.local_day, payment.provider_id,
        count(*), sum(payment.amount)
      from orders inner join order_payments as payment on payment.order_id = orders.id
      where ${COUNTS} and orders.payment_term = 'direct'
      group by 1, 2, 3, 4`,
  },
  {
    name: 'order_totals',
    keys: ['status', 'payment_term', 'is_paid'],
    sums: ['orders', 'returns', 'discounted_orders', 'discount_wt', 'value_ex', 'value_wt'],
    days: sql`insert into order_totals_by_day
      select orders.account_id, orders.shop_id, orders.local_day, orders.status, orders.payment_term,
        orders.is_paid, count(*),
        sum(case when exists (select 1 from order_items as item where item.order_id = orders.id
          and item.type = 'product' and item.quantity < 0) then 1 else 0 end),
        sum(case when orders.discount_wt > 0 then 1 else 0 end),
        sum(orders.discount_wt), sum(orders.value_ex), sum(orders.value_wt)
      from orders
      group by 1, 2, 3, 4, 5, 6`,
  },
] as const;

const TEXT_COLUMNS: readonly string[] = ['payment_term', 'type', 'status'];
const SMALL_COLUMNS: readonly string[] = ['items', 'payments', 'orders', 'returns', 'discounted_orders'];

async function fillLocalDays(db: Schema): Promise<void> {
  const accounts = await sql<{ id: number }>`select id from accounts`.execute(db);
  for (const { id } of accounts.rows) await fillDaysOf(db, id);
}

/**
 * Day after day that has an order: databases know no time zones, so each day is a range of instants. Of one
 * account, so that each day is found by the index and not by a scan.
 */
async function fillDaysOf(db: Schema, accountId: number): Promise<void> {
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const next = await sql<{ at: number | null }>`
      select min(date_purchased) as at from orders
      where account_id = ${accountId} and date_purchased >= ${after}`.execute(db);
    const at = next.rows[0]?.at ?? null;
    if (at === null) return;
    const date = dateAt(at);
    const { start, end } = instantsOf(date, date);
    await sql`update orders set local_day = ${localDayOf(date)}
      where account_id = ${accountId} and date_purchased >= ${start} and date_purchased < ${end}`.execute(db);
    after = end;
  }
}

async function createTable(
  db: Schema,
  table: string,
  period: string,
  keys: readonly string[],
  sums: readonly string[],
): Promise<void> {
  const notNull = (c: ColumnDefinitionBuilder) => c.notNull();
  const creating = [...keys, ...sums].reduce(
    (columns: CreateTableBuilder<string, string>, name) => columns.addColumn(name, typeOf(name, sums), notNull),
    db.schema
      .createTable(table)
      .addColumn('account_id', 'integer', notNull)
      .addColumn('shop_id', 'integer', notNull)
      .addColumn(period, 'integer', notNull),
  );
  await creating.addPrimaryKeyConstraint(`${table}_by_key`, ['account_id', 'shop_id', period, ...keys]).execute();
}

function typeOf(column: string, sums: readonly string[]): 'text' | 'integer' | 'bigint' {
  if (TEXT_COLUMNS.includes(column)) return 'text';
  return sums.includes(column) && !SMALL_COLUMNS.includes(column) ? 'bigint' : 'integer';
}

async function fillMonths(db: Schema, name: string, keys: readonly string[], sums: readonly string[]): Promise<void> {
  const groups = Array.from({ length: keys.length + 3 }, (_, index) => sql.lit(index + 1));
  await sql`insert into ${sql.id(`${name}_by_month`)}
    select account_id, shop_id, day / 100, ${sql.join(keys.map((key) => sql.id(key)))},
      ${sql.join(sums.map((sum) => sql`sum(${sql.id(sum)})`))}
    from ${sql.id(`${name}_by_day`)}
    group by ${sql.join(groups)}`.execute(db);
}
