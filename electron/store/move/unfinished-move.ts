import { sql } from 'kysely';
import { assertUsableDatabase, inspectDatabase, UNFINISHED_MOVE_TABLE } from '../open-postgres-store.ts';
import type { StoreDb } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { createLockTable, inWriteTransaction, takeLock } from '../transactions.ts';

/** Puts the mark of an unfinished move into a database. Throws `StoreError` for one that is not empty, unchanged. */
export async function beginMove(db: StoreDb): Promise<void> {
  await refuseFilled(db);
  await createLockTable(db);
  await inWriteTransaction(db, async (transaction) => {
    // With the lock of migrations: a server that starts meanwhile makes its tables before this or meets the mark after it.
    await takeLock(transaction, 'migrations');
    await refuseFilled(transaction);
    await sql`create table ${sql.table(UNFINISHED_MOVE_TABLE)} as select clock_timestamp() as begun_at`.execute(
      transaction,
    );
  });
}

/** Removes the mark: from now on the database is a store like any other. */
export async function endMove(db: StoreDb): Promise<void> {
  await sql`drop table ${sql.table(UNFINISHED_MOVE_TABLE)}`.execute(db);
}

async function refuseFilled(db: StoreDb): Promise<void> {
  const facts = await inspectDatabase(db);
  assertUsableDatabase(facts);
  if (facts.tables === 0) return;
  const sentence = 'The database already has a store: use an empty one, or recreate this one (dropdb, createdb).';
  throw new StoreError('unavailable', sentence);
}
