import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { StoreSchema } from '../../../../electron/store/schema.ts';
import { onlyRow } from '../../../../electron/store/scoped-queries.ts';
import { inWriteTransaction } from '../../../../electron/store/transactions.ts';
import { FEED_VERSIONS, type FeedVersions, namedRecords, type StoredRecord } from '../stored-record.ts';
import type { WrittenChange, WrittenRecord } from '../written-change.ts';

type Db = Kysely<StoreSchema>;

/** Answers the records that it wrote: each of them really changed. */
export type Work = (transaction: Db) => Promise<readonly WrittenRecord[]>;
export type Acknowledge = (changes: readonly WrittenChange[]) => void;

const PAUSE_MS = 2;

/** Does the work in one transaction, and tells what came of it once that is committed. */
export async function acknowledged(db: Db, account: number, work: Work, tell: Acknowledge): Promise<void> {
  tell(await inWriteTransaction(db, (transaction) => changesOf(transaction, account, work)));
}

/** The sabotage: what is told may still be undone. */
export async function acknowledgedEarly(db: Db, account: number, work: Work, tell: Acknowledge): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    tell(await changesOf(transaction, account, work));
    await delay(PAUSE_MS);
  });
}

/** What was written is what the work says; how it was left is read from the store. */
async function changesOf(db: Db, account: number, work: Work): Promise<readonly WrittenChange[]> {
  const before = onlyRow(await rowsOf<FeedVersions>(db, FEED_VERSIONS, [account]));
  const changes: WrittenChange[] = [];
  for (const written of await work(db)) {
    const ids = JSON.stringify([written.id]);
    const stored = onlyRow(await rowsOf<StoredRecord>(db, namedRecords(written.feed), [account, ids]));
    changes.push({ ...written, ...stored, feedBefore: before[written.feed] });
  }
  return changes;
}

async function rowsOf<Row>(db: Db, text: string, parameters: readonly (number | string)[]): Promise<readonly Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
}
