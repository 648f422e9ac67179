import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  formatLocalDay,
  getInstants,
  getLocalDayAt,
  type InstantRange,
  isCalendarDate,
  type LocalDay,
} from '../../../shared/calendar.ts';
import type { StoreDb } from '../schema.ts';
import { PRODUCT_TOTALS, STORED_TOTALS, TOTALS } from './totals-tables.ts';

/** A month of an account with orders or stored totals. */
export interface AccountMonth {
  readonly accountId: number;
  readonly month: LocalMonth;
}

/** A local day and its instants. Calculated, not read from `local_day` of orders. */
export interface CalendarDay extends InstantRange {
  readonly day: LocalDay;
}

/** Every month with orders or totals, sorted by account and month. */
export async function readMonths(db: StoreDb): Promise<AccountMonth[]> {
  const months: AccountMonth[] = [];
  for (const accountId of await readAccounts(db)) {
    const found = [...(await readOrderMonths(db, accountId)), ...(await readStoredMonths(db, accountId))];
    const sortedMonths = [...new Set(found)].toSorted((a, b) => a - b);
    months.push(...sortedMonths.map((month) => ({ accountId, month })));
  }
  return months;
}

/** Lists the days of a month. Empty for an invalid month, because totals with it have no orders. */
export function listDays(month: LocalMonth): CalendarDay[] {
  if (!isCalendarDate(formatLocalDay(composeDay(month, 1)))) return [];
  return Array.from({ length: countDays(month) }, (_, index) => {
    const day = composeDay(month, index + 1);
    const date = formatLocalDay(day);
    return { day, ...getInstants(date, date) };
  });
}

/** Reads ids of accounts, and those with stored totals. */
export async function readAccounts(db: StoreDb): Promise<number[]> {
  const queries = STORED_TOTALS.map(({ table }) => sql`select distinct account_id from ${sql.id(table)}`);
  const { rows } = await sql<{ id: number }>`
    select id from accounts union ${sql.join(queries, sql` union `)} order by 1
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Jumps from one month with orders to the next, with one index lookup each. */
async function readOrderMonths(db: StoreDb, accountId: number): Promise<LocalMonth[]> {
  const months: LocalMonth[] = [];
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const { at } = await db
      .selectFrom('orders')
      .select(({ fn }) => fn.min<number | null>('date_purchased').as('at'))
      .where('account_id', '=', accountId)
      .where('date_purchased', '>=', after)
      .executeTakeFirstOrThrow();
    if (at === null) return months;
    const month = getMonth(getLocalDayAt(at));
    months.push(month);
    after = listDays(month).at(-1)?.end ?? at + 1;
  }
}

async function readStoredMonths(db: StoreDb, accountId: number): Promise<LocalMonth[]> {
  const queries = TOTALS.flatMap(({ byDay, byMonth }) => [
    sql`select day / 100 as month from ${sql.id(byDay)} where account_id = ${accountId}`,
    sql`select month from ${sql.id(byMonth)} where account_id = ${accountId}`,
  ]);
  queries.push(sql`select month from ${sql.id(PRODUCT_TOTALS.table)} where account_id = ${accountId}`);
  const { rows } = await sql<{ month: number }>`${sql.join(queries, sql` union `)}`.execute(db);
  return rows.map(({ month }) => month);
}

/** Reads shops with stored totals, including removed ones. One index lookup each. */
export async function readStoredShops(db: StoreDb, table: string, accountId: number): Promise<number[]> {
  const nextAfter = (shop: RawBuilder<unknown>) => sql`(
    select min(shop_id) from ${sql.id(table)} where account_id = ${accountId} and shop_id > ${shop})`;
  const { rows } = await sql<{ shop_id: number }>`
    with recursive stored (shop_id) as (
      select ${nextAfter(sql.lit(Number.MIN_SAFE_INTEGER))}
      union all
      select ${nextAfter(sql`stored.shop_id`)} from stored where stored.shop_id is not null
    )
    select shop_id from stored where shop_id is not null
  `.execute(db);
  return rows.map(({ shop_id }) => shop_id);
}

/** Matches stored totals of a month, by day or by month. Lists the shops, because the key starts with the shop. */
export function isStoredIn(period: 'day' | 'month', { accountId, month }: AccountMonth, shops: readonly number[]) {
  const [first, last] = period === 'month' ? [month, month] : getDayBounds(month);
  return sql<SqlBool>`account_id = ${accountId} and ${isInShops(shops)}
    and ${sql.id(period)} between ${first} and ${last}`;
}

/** PostgreSQL does not allow an empty list. */
function isInShops(shops: readonly number[]): RawBuilder<SqlBool> {
  return shops.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`shop_id in (${sql.join(shops)})`;
}

/**
 * Returns the smallest and largest number with this month as its first six digits, whether or not they are valid days.
 */
function getDayBounds(month: LocalMonth): [first: number, last: number] {
  return [month > 0 ? month * 100 : month * 100 - 99, month < 0 ? month * 100 : month * 100 + 99];
}

/** A month as YYYYMM. */
export type LocalMonth = number;

export function getMonth(day: LocalDay): LocalMonth {
  return Math.floor(day / 100);
}

export function countDays(month: LocalMonth): number {
  const end = new Date(0);
  end.setUTCFullYear(Math.floor(month / 100), month % 100, 0);
  return end.getUTCDate();
}

/** `day` starts at 1. */
export function composeDay(month: LocalMonth, day: number): LocalDay {
  return month * 100 + day;
}

/** Includes `first` and `last`. */
export function countMonths(first: LocalMonth, last: LocalMonth): number {
  return 12 * (Math.floor(last / 100) - Math.floor(first / 100)) + (last % 100) - (first % 100) + 1;
}

export function getNextMonth(month: LocalMonth): LocalMonth {
  return month % 100 === 12 ? month + 89 : month + 1;
}

export function getPreviousMonth(month: LocalMonth): LocalMonth {
  return month % 100 === 1 ? month - 89 : month - 1;
}
