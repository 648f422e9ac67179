import { type Kysely, type SqlBool, sql } from 'kysely';
import type { LocalDay } from '../../../shared/local-days.ts';
import { takeAccountTurn } from '../account-turn.ts';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';
import { raiseVersion } from '../versions.ts';
import { findDamage } from './find-damage.ts';
import { isOfShops, readKeptShops } from './kept-rows.ts';
import { type LocalMonth, monthOf } from './local-months.ts';
import { writeLocalDay } from './rebuild-totals.ts';
import { daysOf } from './totals-months.ts';
import { addToDays, sumMonth } from './totals-sums.ts';
import { TOTALS } from './totals-tables.ts';

type Db = Kysely<StoreSchema>;

export interface RepairPace {
  /** In milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** While others may write for this many times as long as the repair has, they hardly notice it. */
const REST_PER_WORK = 2;

/**
 * Makes anew the totals, and the local days of orders, that differ from the orders, in a store that is in use: looks
 * for them without a lock, and holds the lock of writers for no more than a day, or a month of a shop, at a time.
 * Each of these is right when its transaction ends, so a repair that was stopped has done no harm.
 */
export async function repairTotals(db: Db, pace: RepairPace): Promise<void> {
  for (const { accountId, days, months } of await findDamage(db)) {
    const repair = (write: (tx: Db) => Promise<void>) => writeShortly(db, accountId, pace, write);
    for (const day of days) await repair((tx) => repairDay(tx, accountId, day));
    for (const month of months) {
      for (const shopId of await readShops(db, accountId)) {
        await repair((tx) => repairMonth(tx, accountId, shopId, month));
      }
    }
    await raiseVersion(db, accountId, 'orders');
  }
}

async function writeShortly(
  db: Db,
  accountId: number,
  { now, sleep }: RepairPace,
  write: (tx: Db) => Promise<void>,
): Promise<void> {
  const start = now();
  await inWriteTransaction(db, async (transaction) => {
    await takeAccountTurn(transaction, accountId);
    await write(transaction);
  });
  await sleep((now() - start) * REST_PER_WORK);
}

async function repairDay(db: Db, accountId: number, number: LocalDay): Promise<void> {
  const day = daysOf(monthOf(number)).find((known) => known.day === number);
  if (day) await writeLocalDay(db, accountId, day);
  for (const totals of TOTALS) {
    const shops = await readKeptShops(db, totals.byDay, accountId);
    await sql`
      delete from ${sql.id(totals.byDay)}
      where account_id = ${accountId} and ${isOfShops(shops)} and day = ${number}
    `.execute(db);
    if (day) await addToDays(db, totals, isPurchasedOn(accountId, day), 1);
  }
}

function isPurchasedOn(accountId: number, { start, end }: { start: number; end: number }) {
  return sql<SqlBool>`orders.account_id = ${accountId}
    and orders.date_purchased >= ${start} and orders.date_purchased < ${end}`;
}

async function repairMonth(db: Db, accountId: number, shopId: number, month: LocalMonth): Promise<void> {
  for (const totals of TOTALS) {
    await sumMonth(db, totals, { account_id: accountId, shop_id: shopId, month });
  }
}

async function readShops(db: Db, accountId: number): Promise<Set<number>> {
  const shops: number[] = [];
  for (const { byDay, byMonth } of TOTALS) {
    shops.push(
      ...(await readKeptShops(db, byDay, accountId)),
      ...(await readKeptShops(db, byMonth, accountId)),
    );
  }
  return new Set(shops);
}
