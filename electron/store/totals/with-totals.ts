import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LocalDay } from '../../../shared/calendar.ts';
import { isAmong, recountRows } from '../dialects/expressions.ts';
import type { StoreDb } from '../schema.ts';
import { prepareWrites, prepareWritesOf } from '../scoped-queries.ts';
import { versionRaise } from '../versions.ts';
import { dayOfMonth, daysIn, type LocalMonth, monthOf } from './totals-months.ts';
import { TOTALS, type TotalsTable } from './totals-tables.ts';

/** Orders that a write changes or removes, and those that it creates. */
export interface ChangedOrders {
  readonly existing: readonly number[];
  readonly made?: readonly number[];
}

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
  const daysBefore = existing.length === 0 ? [] : await readDays(db, existing);
  if (daysBefore.length > 0) await subtraction.run(db, existing);
  const result = await change();
  if (made.length >= MANY_ORDERS) await recountRows(db, ORDER_TABLES);
  await addition.run(db, [...new Set([...existing, ...made])]);
  for (const { account_id: accountId, shop_id: shopId, day } of daysBefore) {
    await removalOfEmptyDay.run(db, { accountId, shopId, day });
  }
  for (const { account_id: accountId, shop_id: shopId, month } of monthsOf(daysBefore)) {
    await removalOfEmptyMonth.run(db, { accountId, shopId, month });
  }
  return result;
}

const addition = prepareWritesOf((isOf) => statementsFor(isOf('orders.id'), 1));

const subtraction = prepareWritesOf((isOf) => statementsFor(isOf('orders.id'), -1));

function statementsFor(orders: Expression<SqlBool>, sign: 1 | -1): RawBuilder<unknown>[] {
  const totals = TOTALS.flatMap((of) => [additionTo(of, 'day', orders, sign), additionTo(of, 'month', orders, sign)]);
  return [...totals, versionRaise(sql`select distinct account_id from orders where ${orders}`, 'orders')];
}

/** The days on which the orders were purchased. */
function readDays(db: StoreDb, orders: readonly number[]): Promise<ShopDay[]> {
  return db
    .selectFrom('orders')
    .select(['account_id', 'shop_id', 'local_day as day'])
    .distinct()
    .where(isAmong('orders.id', JSON.stringify(orders)))
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
 * Adds the orders of the condition to the totals by day, as they are at this moment. See `withTotals` for the months.
 */
export async function addToDays(db: StoreDb, totals: TotalsTable, orders: RawBuilder<SqlBool>): Promise<void> {
  await additionTo(totals, 'day', orders, 1).execute(db);
}

type Period = 'day' | 'month';

const PERIODS = {
  day: { tableOf: (totals: TotalsTable) => totals.byDay, value: sql`orders.local_day` },
  month: { tableOf: (totals: TotalsTable) => totals.byMonth, value: sql`orders.local_day / 100` },
};

/** Adds or subtracts orders. Rows whose sums become 0 stay: see `removalsOfEmpty`. */
function additionTo(totals: TotalsTable, period: Period, orders: Expression<SqlBool>, sign: 1 | -1) {
  const { source, condition, keys, sums } = totals;
  const table = PERIODS[period].tableOf(totals);
  const keyColumns = ['account_id', 'shop_id', period, ...Object.keys(keys)];
  const keyValues = [sql`orders.account_id, orders.shop_id`, PERIODS[period].value, ...Object.values(keys)];
  const sumColumns = Object.keys(sums);
  const sumValues = Object.values(sums).map((sum) => (sign === 1 ? sum : sql`-${sum}`));
  const added = sumColumns.map((sum) => sql`${sql.id(sum)} = ${sql.id(table, sum)} + ${sql.id('excluded', sum)}`);
  return sql`
    insert into ${sql.id(table)} (${columnList([...keyColumns, ...sumColumns])})
    select ${sql.join([...keyValues, ...sumValues])}
    from ${source}
    where ${condition} and ${orders}
    group by ${sql.join(keyColumns.map((_, index) => sql.lit(index + 1)))}
    on conflict (${columnList(keyColumns)}) do update set ${sql.join(added)}
  `;
}

const removalOfEmptyDay = prepareWrites({ accountId: 0, shopId: 0, day: 0 }, ({ accountId, shopId, day }) =>
  removalsOfEmpty('day', { account_id: accountId, shop_id: shopId, day }),
);

const removalOfEmptyMonth = prepareWrites({ accountId: 0, shopId: 0, month: 0 }, ({ accountId, shopId, month }) =>
  removalsOfEmpty('month', { account_id: accountId, shop_id: shopId, month }),
);

function removalsOfEmpty(period: Period, of: Readonly<Record<string, number>>) {
  const isOf = Object.entries(of).map(([column, value]) => sql`${sql.id(column)} = ${value}`);
  return TOTALS.map(
    (totals) => sql`
      delete from ${sql.id(PERIODS[period].tableOf(totals))}
      where ${sql.join(isOf, sql` and `)} and ${sql.id(totals.count)} = 0`,
  );
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
