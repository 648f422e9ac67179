import { type SqlBool, sql } from 'kysely';
import type { LocalDay } from '../../../shared/calendar.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, lockAccount } from '../transactions.ts';
import { raiseVersion } from '../versions.ts';
import {
  type AccountMonth,
  type CalendarDay,
  daysOf,
  isOfShops,
  isStoredOf,
  type LocalMonth,
  monthOf,
  readMonths,
  readStoredShops,
} from './totals-months.ts';
import { TOTALS, type TotalsTable } from './totals-tables.ts';
import { type TotalsDifference, verifyTotals } from './verify-totals.ts';
import { addToDays, sumMonth } from './with-totals.ts';

export interface RepairPace {
  /** In milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Pauses for so many times the duration of each write, so that others hardly notice the repair. */
const REST_PER_WORK = 2;

/**
 * Repairs the totals, and the local days of orders, that differ from the orders, in a store that is in use: looks for
 * them without a lock, and locks writers for one day, or one month of a shop, at a time. Each of these is correct when
 * its transaction ends, so a repair that was stopped has done no harm.
 */
export async function repairTotals(db: StoreDb, pace: RepairPace): Promise<void> {
  for (const { accountId, days, months } of await findDamage(db)) {
    const repair = (write: (tx: StoreDb) => Promise<void>) => writeShortly(db, accountId, pace, write);
    for (const day of days) await repair((tx) => repairDay(tx, accountId, day));
    for (const month of months) {
      for (const shopId of await readShopsWithTotals(db, accountId)) {
        await repair((tx) => repairMonth(tx, accountId, shopId, month));
      }
    }
    await raiseVersion(db, accountId, 'orders');
  }
}

async function writeShortly(
  db: StoreDb,
  accountId: number,
  { now, sleep }: RepairPace,
  write: (tx: StoreDb) => Promise<void>,
): Promise<void> {
  const start = now();
  await inWriteTransaction(db, async (transaction) => {
    await lockAccount(transaction, accountId);
    await write(transaction);
  });
  await sleep((now() - start) * REST_PER_WORK);
}

async function repairDay(db: StoreDb, accountId: number, number: LocalDay): Promise<void> {
  const day = daysOf(monthOf(number)).find((known) => known.day === number);
  if (day) await writeLocalDay(db, accountId, day);
  for (const totals of TOTALS) {
    const shops = await readStoredShops(db, totals.byDay, accountId);
    await sql`
      delete from ${sql.id(totals.byDay)}
      where account_id = ${accountId} and ${isOfShops(shops)} and day = ${number}
    `.execute(db);
    if (day) await addToDays(db, totals, isPurchasedOn(accountId, day));
  }
}

function isPurchasedOn(accountId: number, { start, end }: CalendarDay) {
  return sql<SqlBool>`orders.account_id = ${accountId}
    and orders.date_purchased >= ${start} and orders.date_purchased < ${end}`;
}

async function repairMonth(db: StoreDb, accountId: number, shopId: number, month: LocalMonth): Promise<void> {
  for (const totals of TOTALS) {
    await sumMonth(db, totals, { account_id: accountId, shop_id: shopId, month });
  }
}

async function readShopsWithTotals(db: StoreDb, accountId: number): Promise<Set<number>> {
  const shops: number[] = [];
  for (const { byDay, byMonth } of TOTALS) {
    shops.push(...(await readStoredShops(db, byDay, accountId)), ...(await readStoredShops(db, byMonth, accountId)));
  }
  return new Set(shops);
}

/** Days and months of accounts whose totals differ from the orders; the months of the days too. */
async function findDamage(db: StoreDb) {
  const found = new Map<number, { accountId: number; days: Set<LocalDay>; months: Set<LocalMonth> }>();
  for await (const difference of verifyTotals(db)) {
    const accountId = Number(difference.key.account_id);
    const damage = found.get(accountId) ?? { accountId, days: new Set(), months: new Set() };
    found.set(accountId, damage);
    const day = dayOf(difference);
    if (day !== null) damage.days.add(day);
    damage.months.add(day === null ? Number(difference.key.month) : monthOf(day));
  }
  return [...found.values()];
}

/** null for a difference of a month. */
function dayOf({ key, column, right }: TotalsDifference): LocalDay | null {
  if (column === 'local_day') return right;
  return key.day === undefined ? null : Number(key.day);
}

/**
 * Rebuilds all totals, and the local days of the orders. Each month is a transaction of its own and correct when it
 * ends, so orders may be written meanwhile, and a rebuild that was stopped has done no harm. Calls `onPart` with the
 * completed part, up to 1.
 */
export async function rebuildTotals(db: StoreDb, onPart: (part: number) => void = () => {}): Promise<void> {
  const months = await readMonths(db);
  for (const [index, month] of months.entries()) {
    await inWriteTransaction(db, (transaction) => rebuildMonth(transaction, month));
    onPart((index + 1) / months.length);
  }
}

async function rebuildMonth(db: StoreDb, month: AccountMonth): Promise<void> {
  await lockAccount(db, month.accountId);
  const days = daysOf(month.month);
  for (const day of days) await writeLocalDay(db, month.accountId, day);
  for (const totals of TOTALS) {
    await removeMonth(db, totals, month);
    for (const day of days) await addToDays(db, totals, isPurchasedOn(month.accountId, day));
    for (const shop_id of await readShopsOfMonth(db, totals, month)) {
      await sumMonth(db, totals, { account_id: month.accountId, shop_id, month: month.month });
    }
  }
}

async function writeLocalDay(db: StoreDb, accountId: number, { day, start, end }: CalendarDay): Promise<void> {
  await db
    .updateTable('orders')
    .set({ local_day: day })
    .where('account_id', '=', accountId)
    .where('date_purchased', '>=', start)
    .where('date_purchased', '<', end)
    .where('local_day', '!=', day)
    .execute();
}

async function removeMonth(db: StoreDb, { byDay, byMonth }: TotalsTable, of: AccountMonth): Promise<void> {
  for (const [table, period] of [
    [byDay, 'day'],
    [byMonth, 'month'],
  ] as const) {
    const isStored = isStoredOf(period, of, await readStoredShops(db, table, of.accountId));
    await sql`delete from ${sql.id(table)} where ${isStored}`.execute(db);
  }
}

async function readShopsOfMonth(db: StoreDb, { byDay }: TotalsTable, of: AccountMonth): Promise<number[]> {
  const isStored = isStoredOf('day', of, await readStoredShops(db, byDay, of.accountId));
  const { rows } = await sql<{ shop_id: number }>`
    select distinct shop_id from ${sql.id(byDay)} where ${isStored}
  `.execute(db);
  return rows.map(({ shop_id }) => shop_id);
}
