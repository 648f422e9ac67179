import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import { inTransaction } from '../../../../electron/store/in-transaction.ts';
import type { StoreSchema } from '../../../../electron/store/schema.ts';
import { CHANGES_SINCE, FEED_VERSIONS, type FeedVersions, type WrittenChange } from '../written-change.ts';

type Db = Kysely<StoreSchema>;

const PAUSE_MS = 2;

export type Acknowledge = (changes: readonly WrittenChange[]) => void;

/** Does the work in one transaction, and tells what came of it once that is committed. */
export async function acknowledged(
  db: Db,
  account: number,
  work: (transaction: Db) => Promise<void>,
  tell: Acknowledge,
): Promise<void> {
  tell(await inTransaction(db, (transaction) => changesOf(transaction, account, work)));
}

/** The sabotage: what is told may still be undone. */
export async function acknowledgedEarly(
  db: Db,
  account: number,
  work: (transaction: Db) => Promise<void>,
  tell: Acknowledge,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    tell(await changesOf(transaction, account, work));
    await delay(PAUSE_MS);
  });
}

async function changesOf(
  db: Db,
  account: number,
  work: (db: Db) => Promise<void>,
): Promise<readonly WrittenChange[]> {
  const [before] = await rowsOf<FeedVersions>(db, FEED_VERSIONS, [account]);
  await work(db);
  return rowsOf<WrittenChange>(db, CHANGES_SINCE, [account, before?.orders ?? 0, before?.products ?? 0]);
}

async function rowsOf<Row>(db: Db, text: string, parameters: readonly number[]): Promise<readonly Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
}
