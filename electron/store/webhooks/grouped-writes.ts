import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { isSharedStore } from '../dialects/dialect.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';

/** Runs a write in a transaction that other writes may share. Each is applied whole or not at all, whatever the others do. */
export type GroupedWrite = <Result>(write: (transaction: StoreDb) => Promise<Result>) => Promise<Result>;

interface Job {
  /** Answers what settles the promise of the caller once the transaction is committed. */
  run(transaction: StoreDb): Promise<() => void>;
  fail(error: unknown): void;
}

/**
 * Writes within one iteration of the event loop share a transaction: a commit waits for the disk, and the workers of many
 * receivers would wait for each other. `turn` resolves in the next iteration. A database that several instances share
 * groups commits by itself, and a transaction with locks on several webhooks would block all of them: there each write
 * has its own.
 */
export function createGroupedWrites(db: StoreDb, turn: () => Promise<void> = setImmediate): GroupedWrite {
  return isSharedStore(db) ? (write) => inWriteTransaction(db, write) : groupedByLock(db, turn);
}

function groupedByLock(db: StoreDb, turn: () => Promise<void>): GroupedWrite {
  let waiting: Job[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      await turn();
      const group = waiting;
      waiting = [];
      await writeGroup(db, group);
    }
    isWriting = false;
  }

  return (write) =>
    new Promise((resolve, reject) => {
      const run = async (transaction: StoreDb) => {
        const outcome = await inSavepoint(transaction, write);
        return () => ('value' in outcome ? resolve(outcome.value) : reject(outcome.error));
      };
      waiting.push({ run, fail: reject });
      if (!isWriting) void writeAll();
    });
}

/** Callers are answered after the commit: before it the write could still be undone. */
async function writeGroup(db: StoreDb, group: readonly Job[]): Promise<void> {
  try {
    const settlers = await inWriteTransaction(db, async (transaction) => {
      const ended: (() => void)[] = [];
      for (const job of group) ended.push(await job.run(transaction));
      return ended;
    });
    for (const settle of settlers) settle();
  } catch (error) {
    for (const job of group) job.fail(error);
  }
}

type Outcome<Result> = { readonly value: Result } | { readonly error: unknown };

/** A failure undoes this write alone. */
async function inSavepoint<Result>(
  transaction: StoreDb,
  write: (transaction: StoreDb) => Promise<Result>,
): Promise<Outcome<Result>> {
  await sql`savepoint grouped_write`.execute(transaction);
  try {
    const value = await write(transaction);
    await sql`release grouped_write`.execute(transaction);
    return { value };
  } catch (error) {
    await undo(transaction, error);
    return { error };
  }
}

/** If SQLite has rolled back the whole transaction, as it does on a full disk, all writes that share it fail. */
async function undo(transaction: StoreDb, reason: unknown): Promise<void> {
  try {
    await sql`rollback to grouped_write`.execute(transaction);
    await sql`release grouped_write`.execute(transaction);
  } catch {
    throw reason;
  }
}
