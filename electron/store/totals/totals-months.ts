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

/** A local day and its instants, independent of the `local_day` of orders. */
export interface CalendarDay extends InstantRange {
  readonly day: LocalDay;
}

/** Every month in which there is anything, by account and month. */
export async function readMonths(db: StoreDb): Promise<AccountMonth[]> {
  const months: AccountMonth[] = [];
  for (const accountId of await readAccounts(db)) {
    const found = [...(await readOrderMonths(db, accountId)), ...(await readStoredMonths(db, accountId))];
    const inOrder = [...new Set(found)].toSorted((a, b) => a - b);
    months.push(...inOrder.map((month) => ({ accountId, month })));
  }
  return months;
}

/** Empty for a number that is no month: totals under it have no orders. */
export function daysOf(month: LocalMonth): CalendarDay[] {
  if (!isCalendarDate(formatLocalDay(dayOfMonth(month, 1)))) return [];
  return Array.from({ length: daysIn(month) }, (_, index) => {
    const day = dayOfMonth(month, index + 1);
    const date = formatLocalDay(day);
    return { day, ...getInstants(date, date) };
  });
}

/** Accounts, and whatever else has stored totals. */
export async function readAccounts(db: StoreDb): Promise<number[]> {
  const kept = STORED_TOTALS.map(({ table }) => sql`select distinct account_id from ${sql.id(table)}`);
  const { rows } = await sql<{ id: number }>`
    select id from accounts union ${sql.join(kept, sql` union `)} order by 1
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** From one month with an order to the next: one look into the index for each. */
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
    const month = monthOf(getLocalDayAt(at));
    months.push(month);
    after = daysOf(month).at(-1)?.end ?? at + 1;
  }
}

async function readStoredMonths(db: StoreDb, accountId: number): Promise<LocalMonth[]> {
  const kept = TOTALS.flatMap(({ byDay, byMonth }) => [
    sql`select day / 100 as month from ${sql.id(byDay)} where account_id = ${accountId}`,
    sql`select month from ${sql.id(byMonth)} where account_id = ${accountId}`,
  ]);
  kept.push(sql`select month from ${sql.id(PRODUCT_TOTALS.table)} where account_id = ${accountId}`);
  const { rows } = await sql<{ month: number }>`${sql.join(kept, sql` union `)}`.execute(db);
  return rows.map(({ month }) => month);
}

/** The shops with stored totals: one read of the key for each, whether the shop exists or not. */
export async function readStoredShops(db: StoreDb, table: string, accountId: number): Promise<number[]> {
  const nextAfter = (shop: RawBuilder<unknown>) => sql`(
    select min(shop_id) from ${sql.id(table)} where account_id = ${accountId} and shop_id > ${shop})`;
  const { rows } = await sql<{ shop_id: number }>`
    with recursive kept (shop_id) as (
      select ${nextAfter(sql.lit(Number.MIN_SAFE_INTEGER))}
      union all
      select ${nextAfter(sql`kept.shop_id`)} from kept where kept.shop_id is not null
    )
    select shop_id from kept where shop_id is not null
  `.execute(db);
  return rows.map(({ shop_id }) => shop_id);
}

/** Stored totals of a month, by day or as a whole. Names the shops, because the key is by shop, then by period. */
export function isStoredOf(period: 'day' | 'month', { accountId, month }: AccountMonth, shops: readonly number[]) {
  const [first, last] = period === 'month' ? [month, month] : daysUnder(month);
  return sql<SqlBool>`account_id = ${accountId} and ${isOfShops(shops)}
    and ${sql.id(period)} between ${first} and ${last}`;
}

/** PostgreSQL has no empty list. */
function isOfShops(shops: readonly number[]): RawBuilder<SqlBool> {
  return shops.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`shop_id in (${sql.join(shops)})`;
}

/** First and last of all numbers that are the month when divided by 100, whether they are days or not. */
function daysUnder(month: LocalMonth): [first: number, last: number] {
  return [month > 0 ? month * 100 : month * 100 - 99, month < 0 ? month * 100 : month * 100 + 99];
}

/** A month as YYYYMM. */
export type LocalMonth = number;

export function monthOf(day: LocalDay): LocalMonth {
  return Math.floor(day / 100);
}

export function daysIn(month: LocalMonth): number {
  const end = new Date(0);
  end.setUTCFullYear(Math.floor(month / 100), month % 100, 0);
  return end.getUTCDate();
}

/** `day` counts from 1. */
export function dayOfMonth(month: LocalMonth, day: number): LocalDay {
  return month * 100 + day;
}

/** `first` and `last` included. */
export function countMonths(first: LocalMonth, last: LocalMonth): number {
  return 12 * (Math.floor(last / 100) - Math.floor(first / 100)) + (last % 100) - (first % 100) + 1;
}

export function monthAfter(month: LocalMonth): LocalMonth {
  return month % 100 === 12 ? month + 89 : month + 1;
}

export function monthBefore(month: LocalMonth): LocalMonth {
  return month % 100 === 1 ? month - 89 : month - 1;
}
