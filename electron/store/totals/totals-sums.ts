import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LocalDay } from '../../../shared/local-days.ts';
import type { StoreSchema } from '../schema.ts';
import { dayOfMonth, daysIn, type LocalMonth } from './local-months.ts';
import type { TotalsTable } from './totals-tables.ts';

type Db = Kysely<StoreSchema>;

export interface ShopDay {
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
 * Adds to the totals by day what the orders of the condition come to at this moment, or takes it off again.
 * Rows that come to nothing stay: see `removeEmptyDay`.
 */
export async function addToDays(
  db: Db,
  { byDay, source, condition, keys, sums }: TotalsTable,
  orders: RawBuilder<SqlBool>,
  sign: 1 | -1,
): Promise<void> {
  const keyColumns = ['account_id', 'shop_id', 'day', ...Object.keys(keys)];
  const keyValues = [sql`orders.account_id, orders.shop_id, orders.local_day`, ...Object.values(keys)];
  const sumColumns = Object.keys(sums);
  const sumValues = Object.values(sums).map((sum) => (sign === 1 ? sum : sql`-${sum}`));
  const added = sumColumns.map(
    (sum) => sql`${sql.id(sum)} = ${sql.id(byDay, sum)} + ${sql.id('excluded', sum)}`,
  );
  await sql`
    insert into ${sql.id(byDay)} (${columnList([...keyColumns, ...sumColumns])})
    select ${sql.join([...keyValues, ...sumValues])}
    from ${source}
    where ${condition} and ${orders}
    group by ${sql.join(keyColumns.map((_, index) => sql.lit(index + 1)))}
    on conflict (${columnList(keyColumns)}) do update set ${sql.join(added)}
  `.execute(db);
}

export async function removeEmptyDay(db: Db, { byDay, count }: TotalsTable, of: ShopDay): Promise<void> {
  await sql`
    delete from ${sql.id(byDay)}
    where account_id = ${of.account_id} and shop_id = ${of.shop_id} and day = ${of.day}
      and ${sql.id(count)} = 0
  `.execute(db);
}

/** Makes the totals of a shop's month anew out of those of its days. */
export async function sumMonth(db: Db, totals: TotalsTable, of: ShopMonth): Promise<void> {
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
