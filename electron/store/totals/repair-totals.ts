import { type SqlBool, sql } from 'kysely';
import type { InstantRange, LocalDay } from '../../../shared/calendar.ts';
import { isAmong } from '../dialects/expressions.ts';
import type { StoreDb } from '../schema.ts';
import { chunksOf } from '../scoped-queries.ts';
import { inWriteTransaction, lockAccount } from '../transactions.ts';
import { raiseVersion } from '../versions.ts';
import { type CustomerRange, isInRange, readCustomerRanges } from './customer-ranges.ts';
import type { TotalsDifference } from './totals-differences.ts';
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
import { CUSTOMER_TOTALS, PRODUCT_TOTALS, storedBy, TOTALS, type TotalsTable } from './totals-tables.ts';
import { verifyTotals } from './verify-totals.ts';
import { addToTotals, sumMonth } from './with-totals.ts';

export interface RepairPace {
  /** In milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Pauses for so many times the duration of each write, so that others hardly notice the repair. */
const REST_PER_WORK = 2;

const CUSTOMERS_PER_WRITE = 1_000;

/**
 * Repairs the totals, and the local days of orders, that differ from the orders, in a store that is in use: looks for
 * them without a lock, and locks writers for one day, one month or some customers at a time. Each of these is correct
 * when its transaction ends, so a repair that was stopped has done no harm.
 */
export async function repairTotals(db: StoreDb, pace: RepairPace): Promise<void> {
  for (const { accountId, days, months, monthsOfProducts, customers } of await findDamage(db)) {
    const repair = (write: (tx: StoreDb) => Promise<void>) => writeShortly(db, accountId, pace, write);
    for (const day of days) await repair((tx) => repairDay(tx, accountId, day));
    for (const month of months) {
      for (const shopId of await readShopsWithTotals(db, accountId)) {
        await repair((tx) => repairMonth(tx, accountId, shopId, month));
      }
    }
    for (const month of monthsOfProducts) await repair((tx) => rebuildProducts(tx, { accountId, month }));
    for (const ids of chunksOf([...customers], CUSTOMERS_PER_WRITE)) {
      await repair((tx) => repairCustomers(tx, accountId, ids));
    }
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
    await raiseVersion(transaction, accountId, 'orders');
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
    if (day) await addToTotals(db, storedBy('day', totals), isPurchasedIn(accountId, day));
  }
}

function isPurchasedIn(accountId: number, { start, end }: InstantRange) {
  return sql<SqlBool>`orders.account_id = ${accountId}
    and orders.date_purchased >= ${start} and orders.date_purchased < ${end}`;
}

async function repairMonth(db: StoreDb, accountId: number, shopId: number, month: LocalMonth): Promise<void> {
  for (const totals of TOTALS) {
    await sumMonth(db, totals, { account_id: accountId, shop_id: shopId, month });
  }
}

async function repairCustomers(db: StoreDb, accountId: number, ids: readonly number[]): Promise<void> {
  const list = JSON.stringify(ids);
  const { table } = CUSTOMER_TOTALS;
  await sql`delete from ${sql.id(table)}
    where account_id = ${accountId} and ${isAmong('customer_id', list)}`.execute(db);
  const isOfCustomers = sql<SqlBool>`orders.account_id = ${accountId} and ${isAmong('orders.customer_id', list)}`;
  await addToTotals(db, CUSTOMER_TOTALS, isOfCustomers);
}

async function readShopsWithTotals(db: StoreDb, accountId: number): Promise<Set<number>> {
  const shops: number[] = [];
  for (const { byDay, byMonth } of TOTALS) {
    shops.push(...(await readStoredShops(db, byDay, accountId)), ...(await readStoredShops(db, byMonth, accountId)));
  }
  return new Set(shops);
}

interface Damage {
  readonly accountId: number;
  readonly days: Set<LocalDay>;
  /** Those of the days too. */
  readonly months: Set<LocalMonth>;
  readonly monthsOfProducts: Set<LocalMonth>;
  readonly customers: Set<number>;
}

async function findDamage(db: StoreDb): Promise<Damage[]> {
  const found = new Map<number, Damage>();
  for await (const difference of verifyTotals(db)) {
    const accountId = Number(difference.key.account_id);
    const damage = found.get(accountId) ?? createDamage(accountId);
    found.set(accountId, damage);
    addDamage(damage, difference);
  }
  return [...found.values()];
}

function createDamage(accountId: number): Damage {
  return { accountId, days: new Set(), months: new Set(), monthsOfProducts: new Set(), customers: new Set() };
}

function addDamage({ days, months, monthsOfProducts, customers }: Damage, difference: TotalsDifference): void {
  const { table, key } = difference;
  if (table === CUSTOMER_TOTALS.table) {
    customers.add(Number(key.customer_id));
  } else if (table === PRODUCT_TOTALS.table) {
    monthsOfProducts.add(Number(key.month));
  } else {
    const day = dayOf(difference);
    if (day !== null) days.add(day);
    months.add(day === null ? Number(key.month) : monthOf(day));
  }
}

/** null for a difference of a month. */
function dayOf({ key, column, right }: TotalsDifference): LocalDay | null {
  if (column === 'local_day') return right;
  return key.day === undefined ? null : Number(key.day);
}

/**
 * Rebuilds all totals, and the local days of the orders. Each month, and each range of customers, is a transaction of its
 * own and correct when it ends, so orders may be written meanwhile, and a rebuild that was stopped has done no harm. Calls
 * `onPart` with the completed part, up to 1.
 */
export async function rebuildTotals(db: StoreDb, onPart: (part: number) => void = () => {}): Promise<void> {
  const months = await readMonths(db);
  for (const [index, month] of months.entries()) {
    await inWriteTransaction(db, (transaction) => rebuildMonth(transaction, month));
    onPart((MONTHS_PART * (index + 1)) / months.length);
  }
  const ranges = await readCustomerRanges(db);
  for (const [index, range] of ranges.entries()) {
    await inWriteTransaction(db, (transaction) => rebuildCustomers(transaction, range));
    onPart(MONTHS_PART + ((1 - MONTHS_PART) * (index + 1)) / ranges.length);
  }
}

/** Share of the time that the months take; the customers take the rest. */
const MONTHS_PART = 0.9;

async function rebuildMonth(db: StoreDb, month: AccountMonth): Promise<void> {
  await lockAccount(db, month.accountId);
  const days = daysOf(month.month);
  for (const day of days) await writeLocalDay(db, month.accountId, day);
  for (const totals of TOTALS) {
    await removeMonth(db, totals, month);
    for (const day of days) await addToTotals(db, storedBy('day', totals), isPurchasedIn(month.accountId, day));
    for (const shop_id of await readShopsOfMonth(db, totals, month)) {
      await sumMonth(db, totals, { account_id: month.accountId, shop_id, month: month.month });
    }
  }
  await rebuildProducts(db, month);
}

async function rebuildProducts(db: StoreDb, { accountId, month }: AccountMonth): Promise<void> {
  await sql`delete from ${sql.id(PRODUCT_TOTALS.table)}
    where account_id = ${accountId} and month = ${month}`.execute(db);
  const days = daysOf(month);
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return;
  await addToTotals(db, PRODUCT_TOTALS, isPurchasedIn(accountId, { start: first.start, end: last.end }));
}

async function rebuildCustomers(db: StoreDb, range: CustomerRange): Promise<void> {
  await lockAccount(db, range.accountId);
  const { table } = CUSTOMER_TOTALS;
  await sql`delete from ${sql.id(table)} where ${isInRange(range, table)}`.execute(db);
  await addToTotals(db, CUSTOMER_TOTALS, isInRange(range, 'orders'));
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
