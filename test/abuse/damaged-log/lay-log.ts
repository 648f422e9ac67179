import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { createStoreWrites, type StoreWrite } from '../../support/store-writes.ts';
import { digestOf, digestTables } from '../../support/table-digests.ts';

/** The state after one write, and how long the log was then. */
export interface CommitMark {
  readonly endsAt: number;
  readonly digest: string;
}

/** A store whose latest writes are in its log alone, as a crash leaves it. */
export interface LaidLog {
  /** The main file, before any of these writes. */
  readonly main: string;
  readonly log: Uint8Array;
  /** The first is the state without the log. */
  readonly marks: readonly CommitMark[];
}

export async function layLog(folder: string, writes: number): Promise<LaidLog> {
  mkdirSync(folder);
  const file = join(folder, 'tilldesk.sqlite');
  const store = await openStore({ file });
  try {
    await seedFixtureShop(store.db, createPasswordHasher({ cost: CHEAP_COST }));
    const repertoire = await createStoreWrites(store);
    await keepLog(store);
    const main = join(folder, 'main');
    copyFileSync(file, main);
    const marks = await writeAll(repertoire, writes, () => markOf(file));
    return { main, log: logOf(file), marks };
  } finally {
    await store.close();
  }
}

/** All that was written so far goes into the main file, and nothing from now on. */
async function keepLog({ db }: Store): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await sql`pragma wal_autocheckpoint = 0`.execute(db);
}

async function writeAll(
  repertoire: readonly StoreWrite[],
  writes: number,
  mark: () => CommitMark,
): Promise<CommitMark[]> {
  const marks = [mark()];
  for (let number = 1; number <= writes; number += 1) {
    await repertoire[(number - 1) % repertoire.length]?.write(number);
    marks.push(mark());
  }
  return marks;
}

function markOf(file: string): CommitMark {
  return {
    endsAt: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    digest: digestOf(digestTables(file)),
  };
}

/** Empty where the store has none. */
function logOf(file: string): Uint8Array {
  return existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : new Uint8Array();
}
