import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import type { LocalMonth } from './local-months.ts';
import type { AccountMonth } from './totals-months.ts';

/** The shops of which anything is kept: one look into the key for each, whether the shop exists or not. */
export async function readKeptShops(
  db: Kysely<StoreSchema>,
  table: string,
  accountId: number,
): Promise<number[]> {
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

/** What is kept of a month, by day or as a whole. Names the shops: the key begins with them, the period is next. */
export function isKeptOf(
  period: 'day' | 'month',
  { accountId, month }: AccountMonth,
  shops: readonly number[],
): RawBuilder<SqlBool> {
  const [first, last] = period === 'month' ? [month, month] : daysUnder(month);
  return sql`account_id = ${accountId} and ${isOfShops(shops)}
    and ${sql.id(period)} between ${first} and ${last}`;
}

/** PostgreSQL has no empty list. */
export function isOfShops(shops: readonly number[]): RawBuilder<SqlBool> {
  return shops.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`shop_id in (${sql.join(shops)})`;
}

/** First and last of all numbers that are the month when divided by 100, whether they are days or not. */
function daysUnder(month: LocalMonth): [first: number, last: number] {
  return [month > 0 ? month * 100 : month * 100 - 99, month < 0 ? month * 100 : month * 100 + 99];
}
