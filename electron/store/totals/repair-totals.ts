import { type SqlBool, sql } from 'kysely';
import type { InstantRange } from '../../../shared/calendar.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, lockAccount } from '../transactions.ts';
import { raiseVersion } from '../versions.ts';
import { type CustomerRange, isInRange } from './customer-ranges.ts';
import { type AccountMonth, type CalendarDay, daysOf, isStoredOf, readStoredShops } from './totals-months.ts';
import { CUSTOMER_TOTALS, PRODUCT_TOTALS, storedBy, TOTALS, type TotalsTable } from './totals-tables.ts';
import { readTotalsParts, type TotalsPart, verifyPart } from './verify-totals.ts';
import { addToTotals } from './with-totals.ts';

export interface RepairPace {
  /** In milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Pauses for so many times the duration of each write, so that others hardly notice the repair. */
const REST_PER_WORK = 2;

/**
 * Rebuilds the totals, and the local days of orders, that differ from the orders, in a store that is in use: looks for
 * them without a lock, and locks writers for one month or some customers at a time. Each of these is correct when its
 * transaction ends, so a repair that was stopped has done no harm.
 */
export async function repairTotals(db: StoreDb, { now, sleep }: RepairPace): Promise<void> {
  for (const part of await readTotalsParts(db)) {
    if ((await verifyPart(db, part)).length === 0) continue;
    const start = now();
    await rebuildPart(db, part);
    await sleep((now() - start) * REST_PER_WORK);
  }
}

/**
 * Rebuilds all totals, and the local days of the orders, as `repairTotals` does, without a pause. Calls `onPart` with the
 * completed part, up to 1.
 */
export async function rebuildTotals(db: StoreDb, onPart: (part: number) => void = () => {}): Promise<void> {
  const parts = await readTotalsParts(db);
  for (const [index, part] of parts.entries()) {
    await rebuildPart(db, part);
    onPart((index + 1) / parts.length);
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
  const days = daysOf(month.month);
  for (const day of days) await writeLocalDay(db, month.accountId, day);
  const { table } = PRODUCT_TOTALS;
  await sql`delete from ${sql.id(table)} where account_id = ${month.accountId} and month = ${month.month}`.execute(db);
  for (const totals of TOTALS) await removeMonth(db, totals, month);
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return;
  const isPurchased = isPurchasedIn(month.accountId, { start: first.start, end: last.end });
  for (const totals of TOTALS) {
    await addToTotals(db, storedBy('day', totals), isPurchased);
    await sumMonth(db, totals, month);
  }
  await addToTotals(db, PRODUCT_TOTALS, isPurchased);
}

async function rebuildCustomers(db: StoreDb, range: CustomerRange): Promise<void> {
  const { table } = CUSTOMER_TOTALS;
  await sql`delete from ${sql.id(table)} where ${isInRange(range, table)}`.execute(db);
  await addToTotals(db, CUSTOMER_TOTALS, isInRange(range, 'orders'));
}

function isPurchasedIn(accountId: number, { start, end }: InstantRange) {
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
    const isStored = isStoredOf(period, of, await readStoredShops(db, table, of.accountId));
    await sql`delete from ${sql.id(table)} where ${isStored}`.execute(db);
  }
}

/** Makes the totals of a month from those of its days. */
async function sumMonth(db: StoreDb, { byDay, byMonth, ...totals }: TotalsTable, of: AccountMonth): Promise<void> {
  const listed = (columns: readonly string[]) => sql.join(columns.map((column) => sql.id(column)));
  const [keys, sums] = [Object.keys(totals.keys), Object.keys(totals.sums)];
  const isStored = isStoredOf('day', of, await readStoredShops(db, byDay, of.accountId));
  await sql`
    insert into ${sql.id(byMonth)} (account_id, shop_id, month, ${listed([...keys, ...sums])})
    select account_id, shop_id, day / 100, ${listed(keys)}, ${sql.join(sums.map((sum) => sql`sum(${sql.id(sum)})`))}
    from ${sql.id(byDay)}
    where ${isStored}
    group by account_id, shop_id, day / 100, ${listed(keys)}
  `.execute(db);
}
