import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LocalDay } from '../../../shared/calendar.ts';
import { isAmong, updateStatistics } from '../dialects/expressions.ts';
import type { StoreDb } from '../schema.ts';
import { writeRecords, writeBatch } from '../scoped-queries.ts';
import { buildVersionRaise } from '../versions.ts';
import { monthOf } from './totals-months.ts';
import {
  CUSTOMER_TOTALS,
  PRODUCT_TOTALS,
  STORED_TOTALS,
  type StoredTotals,
  storedBy,
  TOTALS,
} from './totals-tables.ts';

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
  const before = existing.length === 0 ? NOTHING : await readTouched(db, existing);
  if (before.days.length > 0) await writeRecords(db, existing, (isOf) => statementsFor(isOf('orders.id'), -1));
  const result = await change();
  if (made.length >= MANY_ORDERS) await updateStatistics(db, ORDER_TABLES);
  const written = [...new Set([...existing, ...made])];
  await writeRecords(db, written, (isOf) => statementsFor(isOf('orders.id'), 1));
  await removeEmptyTotals(db, before);
  return result;
}

function statementsFor(orders: Expression<SqlBool>, sign: 1 | -1): RawBuilder<unknown>[] {
  const totals = STORED_TOTALS.map((stored) => additionTo(stored, orders, sign));
  return [...totals, buildVersionRaise(sql`select distinct account_id from orders where ${orders}`, 'orders')];
}

/** What the totals of orders are found by. */
interface Touched {
  readonly days: readonly ShopDay[];
  readonly products: readonly TouchedRecord[];
  readonly customers: readonly TouchedRecord[];
}

interface TouchedRecord {
  readonly account_id: number;
  readonly id: number;
}

const NOTHING: Touched = { days: [], products: [], customers: [] };

async function readTouched(db: StoreDb, orders: readonly number[]): Promise<Touched> {
  const isTouched = isAmong('orders.id', JSON.stringify(orders));
  const products = db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['orders.account_id', 'order_items.product_id as id'])
    .distinct()
    .where(isTouched)
    .where('order_items.product_id', 'is not', null)
    .$narrowType<{ id: number }>();
  const customers = db
    .selectFrom('orders')
    .select(['account_id', 'customer_id as id'])
    .distinct()
    .where(isTouched)
    .where('customer_id', 'is not', null)
    .$narrowType<{ id: number }>();
  return { days: await readDays(db, orders), products: await products.execute(), customers: await customers.execute() };
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

/** Adds the orders of the condition to totals, as they are at this moment. */
export async function addToTotals(db: StoreDb, stored: StoredTotals, orders: Expression<SqlBool>): Promise<void> {
  await additionTo(stored, orders, 1).execute(db);
}

/** Adds or subtracts orders. Rows whose sums become 0 stay: see `removeEmptyTotals`. */
function additionTo(stored: StoredTotals, orders: Expression<SqlBool>, sign: 1 | -1) {
  const { table, source, condition, keys, sums } = stored;
  const [keyColumns, sumColumns] = [Object.keys(keys), Object.keys(sums)];
  const sumValues = Object.values(sums).map((sum) => (sign === 1 ? sum : sql`-${sum}`));
  const added = sumColumns.map((sum) => sql`${sql.id(sum)} = ${sql.id(table, sum)} + ${sql.id('excluded', sum)}`);
  return sql`
    insert into ${sql.id(table)} (${columnList([...keyColumns, ...sumColumns])})
    select ${sql.join([...Object.values(keys), ...sumValues])}
    from ${source}
    where ${condition} and ${orders}
    group by ${sql.join(keyColumns.map((_, index) => sql.lit(index + 1)))}
    on conflict (${columnList(keyColumns)}) do update set ${sql.join(added)}
  `;
}

async function removeEmptyTotals(db: StoreDb, { days, products, customers }: Touched): Promise<void> {
  for (const { account_id, shop_id, day } of days) {
    const isTouched = sql`account_id = ${account_id} and shop_id = ${shop_id} and day = ${day}`;
    const removals = TOTALS.map((totals) => removalOfEmpty(storedBy('day', totals), isTouched));
    await writeBatch(db, removals);
  }
  for (const { account_id, shop_id, month } of monthsOf(days)) {
    const isTouched = sql`account_id = ${account_id} and shop_id = ${shop_id} and month = ${month}`;
    const removals = TOTALS.map((totals) => removalOfEmpty(storedBy('month', totals), isTouched));
    await writeBatch(db, removals);
  }
  for (const [accountId, ids] of idsByAccount(products)) {
    const isTouched = sql`account_id = ${accountId} and ${isAmong('product_id', ids)}`;
    await removalOfEmpty(PRODUCT_TOTALS, isTouched).execute(db);
  }
  for (const [accountId, ids] of idsByAccount(customers)) {
    const isTouched = sql`account_id = ${accountId} and ${isAmong('customer_id', ids)}`;
    await removalOfEmpty(CUSTOMER_TOTALS, isTouched).execute(db);
  }
}

function idsByAccount(records: readonly TouchedRecord[]): [accountId: number, ids: string][] {
  const byAccount = Map.groupBy(records, ({ account_id }) => account_id);
  return [...byAccount].map(([accountId, found]) => [accountId, JSON.stringify(found.map(({ id }) => id))]);
}

function removalOfEmpty({ table, count }: StoredTotals, isTouched: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`delete from ${sql.id(table)} where ${isTouched} and ${sql.id(count)} = 0`;
}

function columnList(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.id(column)));
}
