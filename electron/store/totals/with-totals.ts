import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LocalDay } from '../../../shared/calendar.ts';
import { isAmong, updateStatistics } from '../dialects/expressions.ts';
import type { StoreDb } from '../schema.ts';
import { writeBatch, writeRecords } from '../scoped-queries.ts';
import { buildVersionRaise } from '../versions.ts';
import { getMonth } from './totals-months.ts';
import {
  CUSTOMER_TOTALS,
  getStoredTotals,
  PRODUCT_TOTALS,
  STORED_TOTALS,
  type StoredTotals,
  TOTALS,
} from './totals-tables.ts';

/** Orders that a write changes or deletes, and those that it creates. */
export interface ChangedOrders {
  readonly existing: readonly number[];
  readonly created?: readonly number[];
}

/** After this many new orders the statistics of PostgreSQL are outdated. */
const MIN_ORDERS_FOR_STATISTICS = 1_000;

const ORDER_TABLES = ['orders', 'order_items', 'order_payments'] as const;

/**
 * Updates the totals of orders that `change` writes: subtracts the orders, runs `change` and adds them again. Raises
 * the version of orders. `db` must be a transaction, and `change` must write no other orders. Only `writeOrders` should
 * call this.
 */
export async function withTotals<Result>(
  db: StoreDb,
  { existing, created = [] }: ChangedOrders,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = existing.length === 0 ? NO_TOTALS : await readAffectedTotals(db, existing);
  if (before.days.length > 0) await writeRecords(db, existing, (isOf) => buildStatements(isOf('orders.id'), -1));
  const result = await change();
  if (created.length >= MIN_ORDERS_FOR_STATISTICS) await updateStatistics(db, ORDER_TABLES);
  const written = [...new Set([...existing, ...created])];
  await writeRecords(db, written, (isOf) => buildStatements(isOf('orders.id'), 1));
  await removeEmptyTotals(db, before);
  return result;
}

function buildStatements(orders: Expression<SqlBool>, sign: 1 | -1): RawBuilder<unknown>[] {
  const totals = STORED_TOTALS.map((stored) => buildAddition(stored, orders, sign));
  return [...totals, buildVersionRaise(sql`select distinct account_id from orders where ${orders}`, 'orders')];
}

/** The keys of the totals that a write affects. */
interface AffectedTotals {
  readonly days: readonly ShopDay[];
  readonly products: readonly AffectedRecord[];
  readonly customers: readonly AffectedRecord[];
}

interface AffectedRecord {
  readonly account_id: number;
  readonly id: number;
}

const NO_TOTALS: AffectedTotals = { days: [], products: [], customers: [] };

async function readAffectedTotals(db: StoreDb, orders: readonly number[]): Promise<AffectedTotals> {
  const isAffected = isAmong('orders.id', JSON.stringify(orders));
  const products = db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['orders.account_id', 'order_items.product_id as id'])
    .distinct()
    .where(isAffected)
    .where('order_items.product_id', 'is not', null)
    .$narrowType<{ id: number }>();
  const customers = db
    .selectFrom('orders')
    .select(['account_id', 'customer_id as id'])
    .distinct()
    .where(isAffected)
    .where('customer_id', 'is not', null)
    .$narrowType<{ id: number }>();
  return { days: await readDays(db, orders), products: await products.execute(), customers: await customers.execute() };
}

function readDays(db: StoreDb, orders: readonly number[]): Promise<ShopDay[]> {
  return db
    .selectFrom('orders')
    .select(['account_id', 'shop_id', 'local_day as day'])
    .distinct()
    .where(isAmong('orders.id', JSON.stringify(orders)))
    .execute();
}

function listMonths(days: readonly ShopDay[]) {
  const months = days.map(({ day, ...shop }) => ({ ...shop, month: getMonth(day) }));
  return new Map(months.map((month) => [Object.values(month).join(), month])).values();
}

interface ShopDay {
  readonly account_id: number;
  readonly shop_id: number;
  readonly day: LocalDay;
}

/** Adds the orders that match the condition, in their current state. */
export async function addToTotals(db: StoreDb, stored: StoredTotals, orders: Expression<SqlBool>): Promise<void> {
  await buildAddition(stored, orders, 1).execute(db);
}

/** Adds or subtracts orders. Rows whose sums become 0 remain until `removeEmptyTotals`. */
function buildAddition(stored: StoredTotals, orders: Expression<SqlBool>, sign: 1 | -1) {
  const { table, source, condition, keys, sums } = stored;
  const [keyColumns, sumColumns] = [Object.keys(keys), Object.keys(sums)];
  const sumValues = Object.values(sums).map((sum) => (sign === 1 ? sum : sql`-${sum}`));
  const added = sumColumns.map((sum) => sql`${sql.id(sum)} = ${sql.id(table, sum)} + ${sql.id('excluded', sum)}`);
  return sql`
    insert into ${sql.id(table)} (${listColumns([...keyColumns, ...sumColumns])})
    select ${sql.join([...Object.values(keys), ...sumValues])}
    from ${source}
    where ${condition} and ${orders}
    group by ${sql.join(keyColumns.map((_, index) => sql.lit(index + 1)))}
    on conflict (${listColumns(keyColumns)}) do update set ${sql.join(added)}
  `;
}

async function removeEmptyTotals(db: StoreDb, { days, products, customers }: AffectedTotals): Promise<void> {
  for (const { account_id, shop_id, day } of days) {
    const isAffected = sql`account_id = ${account_id} and shop_id = ${shop_id} and day = ${day}`;
    const removals = TOTALS.map((totals) => buildRemoval(getStoredTotals('day', totals), isAffected));
    await writeBatch(db, removals);
  }
  for (const { account_id, shop_id, month } of listMonths(days)) {
    const isAffected = sql`account_id = ${account_id} and shop_id = ${shop_id} and month = ${month}`;
    const removals = TOTALS.map((totals) => buildRemoval(getStoredTotals('month', totals), isAffected));
    await writeBatch(db, removals);
  }
  for (const [accountId, ids] of groupByAccount(products)) {
    const isAffected = sql`account_id = ${accountId} and ${isAmong('product_id', ids)}`;
    await buildRemoval(PRODUCT_TOTALS, isAffected).execute(db);
  }
  for (const [accountId, ids] of groupByAccount(customers)) {
    const isAffected = sql`account_id = ${accountId} and ${isAmong('customer_id', ids)}`;
    await buildRemoval(CUSTOMER_TOTALS, isAffected).execute(db);
  }
}

function groupByAccount(records: readonly AffectedRecord[]): [accountId: number, ids: string][] {
  const byAccount = Map.groupBy(records, ({ account_id }) => account_id);
  return [...byAccount].map(([accountId, found]) => [accountId, JSON.stringify(found.map(({ id }) => id))]);
}

function buildRemoval({ table, count }: StoredTotals, isAffected: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`delete from ${sql.id(table)} where ${isAffected} and ${sql.id(count)} = 0`;
}

function listColumns(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.id(column)));
}
