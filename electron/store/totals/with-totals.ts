import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { countRowsAnew } from '../dialects/count-rows-anew.ts';
import type { StoreSchema } from '../schema.ts';
import { raiseVersion } from '../versions.ts';
import { monthOf } from './local-months.ts';
import { addToDays, removeEmptyDay, type ShopDay, sumMonth } from './totals-sums.ts';
import { TOTALS } from './totals-tables.ts';

type Db = Kysely<StoreSchema>;

/** Orders that a change touches or removes, and those that it makes. */
export interface ChangedOrders {
  readonly existing: readonly number[];
  readonly made?: readonly number[];
}

const ORDERS_PER_STATEMENT = 2_000;
/** From so many new orders on, what is known of the tables is of another shop. */
const MANY_ORDERS = 1_000;
const ORDER_TABLES = ['orders', 'order_items', 'order_payments'] as const;

/**
 * Keeps the totals equal to orders that `change` writes; see writing-orders.ts. Takes off what
 * the orders come to, runs `change`, and adds what they come to then; raises the version of the accounts' orders.
 * `db` has to be a transaction, and `change` may write no other orders than those that are named.
 */
export async function withTotals<Result>(
  db: Db,
  { existing, made = [] }: ChangedOrders,
  change: () => Promise<Result>,
): Promise<Result> {
  const daysBefore = await add(db, existing, -1);
  const result = await change();
  if (made.length >= MANY_ORDERS) await countRowsAnew(db, ORDER_TABLES);
  const daysAfter = await add(db, [...new Set([...existing, ...made])], 1);
  for (const totals of TOTALS) {
    for (const day of daysBefore) await removeEmptyDay(db, totals, day);
    for (const month of monthsOf([...daysBefore, ...daysAfter])) await sumMonth(db, totals, month);
  }
  const accounts = new Set([...daysBefore, ...daysAfter].map(({ account_id }) => account_id));
  for (const accountId of accounts) await raiseVersion(db, accountId, 'orders');
  return result;
}

/** Answers the days on which the orders were purchased. */
async function add(db: Db, ids: readonly number[], sign: 1 | -1): Promise<ShopDay[]> {
  const days = new Map<string, ShopDay>();
  for (let start = 0; start < ids.length; start += ORDERS_PER_STATEMENT) {
    const isAmong = sql<SqlBool>`orders.id in (${sql.join(ids.slice(start, start + ORDERS_PER_STATEMENT))})`;
    for (const totals of TOTALS) await addToDays(db, totals, isAmong, sign);
    for (const day of await readDays(db, isAmong)) days.set(Object.values(day).join(), day);
  }
  return [...days.values()];
}

function readDays(db: Db, orders: RawBuilder<SqlBool>): Promise<ShopDay[]> {
  return db
    .selectFrom('orders')
    .select(['account_id', 'shop_id', 'local_day as day'])
    .distinct()
    .where(orders)
    .execute();
}

function monthsOf(days: readonly ShopDay[]) {
  const months = days.map(({ account_id, shop_id, day }) => ({
    account_id,
    shop_id,
    month: monthOf(day),
  }));
  return new Map(months.map((month) => [Object.values(month).join(), month])).values();
}
