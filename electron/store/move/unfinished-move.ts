import { sql } from 'kysely';
import { assertUsableDatabase, inspectDatabase, UNFINISHED_MOVE_TABLE } from '../open-postgres-store.ts';
import type { StoreDb } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import { createLockTable, inWriteTransaction, takeLock } from '../transactions.ts';

/**
 * Marks a database as the target of an unfinished move. Throws `StoreError` if it is not empty, without changing it.
 */
export async function beginMove(db: StoreDb): Promise<void> {
  await refuseFilled(db);
  await createLockTable(db);
  await inWriteTransaction(db, async (transaction) => {
    // Takes the lock of migrations: a server that starts now creates its tables before this, or finds the mark.
    await takeLock(transaction, 'migrations');
    await refuseFilled(transaction);
    await sql`create table ${sql.table(UNFINISHED_MOVE_TABLE)} as select clock_timestamp() as begun_at`.execute(
      transaction,
    );
  });
}

/** Removes the mark. The database can then be used. */
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
