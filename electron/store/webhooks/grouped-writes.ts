import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { isSharedStore } from '../dialects/dialect.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';

/** Runs a write in a transaction, which others may share. It is there whole or not at all, whatever becomes of them. */
export type GroupedWrite = <Result>(write: (transaction: StoreDb) => Promise<Result>) => Promise<Result>;

interface Job {
  /** Answers how its caller is told, once the transaction is committed. */
  run(transaction: StoreDb): Promise<() => void>;
  fail(error: unknown): void;
}

/**
 * Writes that come within a turn of the event loop are made safe on the disk together: a commit waits for the disk, and
 * the lanes of many receivers would wait for each other. `turn` resolves in the next one. A database that several
 * instances share does so by itself, and there a transaction that held several webhooks would be waited for by all of
 * them: each write has its own.
 */
export function createGroupedWrites(db: StoreDb, turn: () => Promise<void> = setImmediate): GroupedWrite {
  return isSharedStore(db) ? (write) => inWriteTransaction(db, write) : groupedByTurn(db, turn);
}

function groupedByTurn(db: StoreDb, turn: () => Promise<void>): GroupedWrite {
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
        const outcome = await apart(transaction, write);
        return () => ('value' in outcome ? resolve(outcome.value) : reject(outcome.error));
      };
      waiting.push({ run, fail: reject });
      if (!isWriting) void writeAll();
    });
}

/** Nobody is told before the commit: what was written might not stay. */
async function writeGroup(db: StoreDb, group: readonly Job[]): Promise<void> {
  try {
    const tellings = await inWriteTransaction(db, async (transaction) => {
      const ended: (() => void)[] = [];
      for (const job of group) ended.push(await job.run(transaction));
      return ended;
    });
    for (const tell of tellings) tell();
  } catch (error) {
    for (const job of group) job.fail(error);
  }
}

type Outcome<Result> = { readonly value: Result } | { readonly error: unknown };

/** A failure undoes this write alone. */
async function apart<Result>(
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

/** Where SQLite has undone the whole transaction by itself, as it does on a full disk, all that share it fail. */
async function undo(transaction: StoreDb, reason: unknown): Promise<void> {
  try {
    await sql`rollback to grouped_write`.execute(transaction);
    await sql`release grouped_write`.execute(transaction);
  } catch {
    throw reason;
  }
}
