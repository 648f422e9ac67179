import { type SqlBool, sql } from 'kysely';
import type { InstantRange } from '../../../shared/calendar.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, lockAccount } from '../transactions.ts';
import { raiseVersion } from '../versions.ts';
import { type CustomerRange, isInRange } from './customer-ranges.ts';
import { type AccountMonth, type CalendarDay, isStoredIn, listDays, readStoredShops } from './totals-months.ts';
import { CUSTOMER_TOTALS, getStoredTotals, PRODUCT_TOTALS, TOTALS, type TotalsTable } from './totals-tables.ts';
import { readTotalsParts, type TotalsPart, verifyPart } from './verify-totals.ts';
import { addToTotals } from './with-totals.ts';

export interface RepairPace {
  /** The time in milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Pauses this many times the duration of each write, to leave the store to other users. */
const PAUSE_FACTOR = 2;

/**
 * Rebuilds totals and local days that differ from the orders, while the store is in use. Verifies without a lock. Locks
 * writers for one month, or one range of customers, at a time. Each part is its own transaction, so it may be stopped.
 */
export async function repairTotals(db: StoreDb, { now, sleep }: RepairPace): Promise<void> {
  for (const part of await readTotalsParts(db)) {
    if ((await verifyPart(db, part)).length === 0) continue;
    const start = now();
    await rebuildPart(db, part);
    await sleep((now() - start) * PAUSE_FACTOR);
  }
}

/** Rebuilds all totals and local days without pauses. Calls `onProgress` with the completed fraction, up to 1. */
export async function rebuildTotals(db: StoreDb, onProgress: (part: number) => void = () => {}): Promise<void> {
  const parts = await readTotalsParts(db);
  for (const [index, part] of parts.entries()) {
    await rebuildPart(db, part);
    onProgress((index + 1) / parts.length);
  }
}

async function rebuildPart(db: StoreDb, part: TotalsPart): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await lockAccount(transaction, part.accountId);
    if ('month' in part) await rebuildMonth(transaction, part);
    else await rebuildCustomers(transaction, part);
    await raiseVersion(transaction, part.accountId, 'orders');
  });
}

async function rebuildMonth(db: StoreDb, month: AccountMonth): Promise<void> {
  const days = listDays(month.month);
  for (const day of days) await writeLocalDay(db, month.accountId, day);
  const { table } = PRODUCT_TOTALS;
  await sql`delete from ${sql.id(table)} where account_id = ${month.accountId} and month = ${month.month}`.execute(db);
  for (const totals of TOTALS) await removeMonth(db, totals, month);
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return;
  const wasPurchased = wasPurchasedIn(month.accountId, { start: first.start, end: last.end });
  for (const totals of TOTALS) {
    await addToTotals(db, getStoredTotals('day', totals), wasPurchased);
    await sumMonth(db, totals, month);
  }
  await addToTotals(db, PRODUCT_TOTALS, wasPurchased);
}

async function rebuildCustomers(db: StoreDb, range: CustomerRange): Promise<void> {
  const { table } = CUSTOMER_TOTALS;
  await sql`delete from ${sql.id(table)} where ${isInRange(range, table)}`.execute(db);
  await addToTotals(db, CUSTOMER_TOTALS, isInRange(range, 'orders'));
}

function wasPurchasedIn(accountId: number, { start, end }: InstantRange) {
  return sql<SqlBool>`orders.account_id = ${accountId}
    and orders.date_purchased >= ${start} and orders.date_purchased < ${end}`;
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
    const isStored = isStoredIn(period, of, await readStoredShops(db, table, of.accountId));
    await sql`delete from ${sql.id(table)} where ${isStored}`.execute(db);
  }
}

async function sumMonth(db: StoreDb, { byDay, byMonth, ...totals }: TotalsTable, of: AccountMonth): Promise<void> {
  const listed = (columns: readonly string[]) => sql.join(columns.map((column) => sql.id(column)));
  const [keys, sums] = [Object.keys(totals.keys), Object.keys(totals.sums)];
  const isStored = isStoredIn('day', of, await readStoredShops(db, byDay, of.accountId));
  await sql`
    insert into ${sql.id(byMonth)} (account_id, shop_id, month, ${listed([...keys, ...sums])})
    select account_id, shop_id, day / 100, ${listed(keys)}, ${sql.join(sums.map((sum) => sql`sum(${sql.id(sum)})`))}
    from ${sql.id(byDay)}
    where ${isStored}
    group by account_id, shop_id, day / 100, ${listed(keys)}
  `.execute(db);
}
