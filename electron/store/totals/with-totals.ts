import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LocalDay } from '../../../shared/calendar.ts';
import { recountRows } from '../dialects/expressions.ts';
import type { StoreDb } from '../schema.ts';
import { chunksOf } from '../scoped-queries.ts';
import { raiseVersion } from '../versions.ts';
import { dayOfMonth, daysIn, type LocalMonth, monthOf } from './totals-months.ts';
import { TOTALS, type TotalsTable } from './totals-tables.ts';

/** Orders that a write changes or removes, and those that it creates. */
export interface ChangedOrders {
  readonly existing: readonly number[];
  readonly made?: readonly number[];
}

const ORDERS_PER_STATEMENT = 2_000;

/** After so many new orders the statistics of PostgreSQL are out of date. */
const MANY_ORDERS = 1_000;

const ORDER_TABLES = ['orders', 'order_items', 'order_payments'] as const;

/**
 * Keeps the totals equal to orders that `change` writes; see `writingOrders`. Subtracts the orders, runs `change`, and
 * adds them as they are then; raises the version of the accounts' orders. `db` has to be a transaction, and `change` may
 * write no other orders than those that are named.
 */
export async function withTotals<Result>(
  db: StoreDb,
  { existing, made = [] }: ChangedOrders,
  change: () => Promise<Result>,
): Promise<Result> {
  const daysBefore = await addOrders(db, existing, -1);
  const result = await change();
  if (made.length >= MANY_ORDERS) await recountRows(db, ORDER_TABLES);
  const daysAfter = await addOrders(db, [...new Set([...existing, ...made])], 1);
  for (const totals of TOTALS) {
    for (const day of daysBefore) await removeEmptyDay(db, totals, day);
    for (const month of monthsOf([...daysBefore, ...daysAfter])) await sumMonth(db, totals, month);
  }
  const accounts = new Set([...daysBefore, ...daysAfter].map(({ account_id }) => account_id));
  for (const accountId of accounts) await raiseVersion(db, accountId, 'orders');
  return result;
}

/** Answers the days on which the orders were purchased. */
async function addOrders(db: StoreDb, ids: readonly number[], sign: 1 | -1): Promise<ShopDay[]> {
  const days = new Map<string, ShopDay>();
  for (const some of chunksOf(ids, ORDERS_PER_STATEMENT)) {
    const isAmong = sql<SqlBool>`orders.id in (${sql.join(some)})`;
    for (const totals of TOTALS) await addToDays(db, totals, isAmong, sign);
    for (const day of await readDays(db, isAmong)) days.set(Object.values(day).join(), day);
  }
  return [...days.values()];
}

function readDays(db: StoreDb, orders: RawBuilder<SqlBool>): Promise<ShopDay[]> {
  return db
    .selectFrom('orders')
    .select(['account_id', 'shop_id', 'local_day as day'])
    .distinct()
    .where(orders)
    .execute();
}

function monthsOf(days: readonly ShopDay[]) {
  const months = days.map(({ day, ...shop }) => ({ ...shop, month: monthOf(day) }));
  return new Map(months.map((month) => [Object.values(month).join(), month])).values();
}

interface ShopDay {
  readonly account_id: number;
  readonly shop_id: number;
  readonly day: LocalDay;
}

export interface ShopMonth {
  readonly account_id: number;
  readonly shop_id: number;
  readonly month: LocalMonth;
}

/**
 * Adds the orders of the condition to the totals by day, as they are at this moment, or subtracts them. Rows whose sums
 * become 0 stay: see `removeEmptyDay`.
 */
export async function addToDays(
  db: StoreDb,
  { byDay, source, condition, keys, sums }: TotalsTable,
  orders: RawBuilder<SqlBool>,
  sign: 1 | -1,
): Promise<void> {
  const keyColumns = ['account_id', 'shop_id', 'day', ...Object.keys(keys)];
  const keyValues = [sql`orders.account_id, orders.shop_id, orders.local_day`, ...Object.values(keys)];
  const sumColumns = Object.keys(sums);
  const sumValues = Object.values(sums).map((sum) => (sign === 1 ? sum : sql`-${sum}`));
  const added = sumColumns.map((sum) => sql`${sql.id(sum)} = ${sql.id(byDay, sum)} + ${sql.id('excluded', sum)}`);
  await sql`
    insert into ${sql.id(byDay)} (${columnList([...keyColumns, ...sumColumns])})
    select ${sql.join([...keyValues, ...sumValues])}
    from ${source}
    where ${condition} and ${orders}
    group by ${sql.join(keyColumns.map((_, index) => sql.lit(index + 1)))}
    on conflict (${columnList(keyColumns)}) do update set ${sql.join(added)}
  `.execute(db);
}

async function removeEmptyDay(db: StoreDb, { byDay, count }: TotalsTable, of: ShopDay): Promise<void> {
  await sql`
    delete from ${sql.id(byDay)}
    where account_id = ${of.account_id} and shop_id = ${of.shop_id} and day = ${of.day}
      and ${sql.id(count)} = 0
  `.execute(db);
}

/** Recalculates the totals of a shop's month from those of its days. */
export async function sumMonth(db: StoreDb, totals: TotalsTable, of: ShopMonth): Promise<void> {
  const { byDay, byMonth } = totals;
  const keys = columnList(Object.keys(totals.keys));
  const sums = Object.keys(totals.sums);
  await sql`
    delete from ${sql.id(byMonth)}
    where account_id = ${of.account_id} and shop_id = ${of.shop_id} and month = ${of.month}
  `.execute(db);
  await sql`
    insert into ${sql.id(byMonth)} (account_id, shop_id, month, ${keys}, ${columnList(sums)})
    select account_id, shop_id, day / 100, ${keys}, ${sql.join(sums.map((sum) => sql`sum(${sql.id(sum)})`))}
    from ${sql.id(byDay)}
    where account_id = ${of.account_id} and shop_id = ${of.shop_id}
      and day between ${dayOfMonth(of.month, 1)} and ${dayOfMonth(of.month, daysIn(of.month))}
    group by account_id, shop_id, day / 100, ${keys}
  `.execute(db);
}

function columnList(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.id(column)));
}
