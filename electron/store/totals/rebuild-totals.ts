import { type Kysely, type SqlBool, sql } from 'kysely';
import { takeAccountTurn } from '../account-turn.ts';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';
import { isKeptOf, readKeptShops } from './kept-rows.ts';
import { type AccountMonth, type CalendarDay, daysOf, readMonths } from './totals-months.ts';
import { addToDays, sumMonth } from './totals-sums.ts';
import { TOTALS, type TotalsTable } from './totals-tables.ts';

type Db = Kysely<StoreSchema>;

/**
 * Makes all totals, and the local days of the orders, anew. Each month is a transaction of its own and right
 * when it ends, so orders may be written meanwhile, and a rebuild that was stopped has done no harm. Tells the
 * part that is done, up to 1.
 */
export async function rebuildTotals(db: Db, onPart: (part: number) => void = () => {}): Promise<void> {
  const months = await readMonths(db);
  for (const [index, month] of months.entries()) {
    await inWriteTransaction(db, (transaction) => rebuildMonth(transaction, month));
    onPart((index + 1) / months.length);
  }
}

async function rebuildMonth(db: Db, month: AccountMonth): Promise<void> {
  await takeAccountTurn(db, month.accountId);
  const days = daysOf(month.month);
  for (const day of days) await writeLocalDay(db, month.accountId, day);
  for (const totals of TOTALS) {
    await removeMonth(db, totals, month);
    for (const { start, end } of days) {
      const isOfDay = sql<SqlBool>`orders.account_id = ${month.accountId}
        and orders.date_purchased >= ${start} and orders.date_purchased < ${end}`;
      await addToDays(db, totals, isOfDay, 1);
    }
    for (const shop_id of await readShops(db, totals, month)) {
      await sumMonth(db, totals, { account_id: month.accountId, shop_id, month: month.month });
    }
  }
}

export async function writeLocalDay(
  db: Db,
  accountId: number,
  { day, start, end }: CalendarDay,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ local_day: day })
    .where('account_id', '=', accountId)
    .where('date_purchased', '>=', start)
    .where('date_purchased', '<', end)
    .where('local_day', '!=', day)
    .execute();
}

async function removeMonth(db: Db, { byDay, byMonth }: TotalsTable, of: AccountMonth): Promise<void> {
  for (const [table, period] of [
    [byDay, 'day'],
    [byMonth, 'month'],
  ] as const) {
    const isKept = isKeptOf(period, of, await readKeptShops(db, table, of.accountId));
    await sql`delete from ${sql.id(table)} where ${isKept}`.execute(db);
  }
}

async function readShops(db: Db, { byDay }: TotalsTable, of: AccountMonth): Promise<number[]> {
  const isKept = isKeptOf('day', of, await readKeptShops(db, byDay, of.accountId));
  const { rows } = await sql<{ shop_id: number }>`
    select distinct shop_id from ${sql.id(byDay)} where ${isKept}
  `.execute(db);
  return rows.map(({ shop_id }) => shop_id);
}
