import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { randomStream } from '../../../electron/platform/demo/prng.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { openReader, openWriter } from '../../../electron/store/store-connections.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { createStoreWrites } from '../../support/store-writes.ts';
import { digestOf, digestTables } from '../../support/table-digests.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { cut, type Damage, flip, soundPartOf, tear } from './damage.ts';
import { MUTANTS } from './mutants.ts';

const TRIALS_OF_EACH = 1_500;

const WRITES = 42;

const CONNECTIONS = 3;

const DAMAGES: Readonly<Record<string, Damage>> = { cuts: cut, 'single bits': flip, 'torn frames': tear };

export const damagedLogSuite: AbuseSuite = {
  name: 'damaged-log',
  title: 'the log of writes is cut, changed and torn after a crash',
  counts: [
    ...Object.keys(DAMAGES).map((name) => ({ name, least: TRIALS_OF_EACH })),
    { name: 'writes in the intact log', least: WRITES },
    { name: 'kinds of connection read', least: CONNECTIONS },
  ],
  breaches: [
    'stores that did not open',
    'integrity failures',
    'states that were never there',
    'sound writes lost',
    'unpaired rows',
    'pragmas not kept',
  ],
  mutants: MUTANTS,

  async run(run) {
    const laid = await layLog(join(run.folder, 'shop'), WRITES);
    const folder = join(run.folder, 'copy');
    mkdirSync(folder);
    const intact = await lookAtCopy(folder, laid.main, laid.log);
    run.count('writes in the intact log', writesIn(intact.digest, laid));
    for (const [name, damage] of laid.log.length === 0 ? [] : Object.entries(DAMAGES)) {
      const random = randomStream(run.seed, name);
      for (let trial = 0; trial < run.scaled(TRIALS_OF_EACH); trial += 1) {
        run.count(name);
        await tryOut(run, folder, laid, { name, damaged: damage(laid.log, random) });
      }
    }
    await checkPragmas(run, join(run.folder, 'shop', 'tilldesk.sqlite'));
  },
};

async function tryOut(
  run: SuiteRun,
  folder: string,
  laid: LaidLog,
  { name, damaged }: { readonly name: string; readonly damaged: Uint8Array },
): Promise<void> {
  const sound = soundPartOf(damaged, laid.log);
  const where = `${name}: sound up to byte ${sound} of ${laid.log.length}`;
  const look = await lookAtCopy(folder, laid.main, damaged).catch((error: unknown) => {
    run.breach('stores that did not open', `${where}: ${String(error)}`);
  });
  if (!look) return;
  for (const problem of look.problems) run.breach('integrity failures', `${where}: ${problem}`);
  if (look.unpaired > 0) run.breach('unpaired rows', where, look.unpaired);
  const found = writesIn(look.digest, laid);
  const kept = laid.marks.findLastIndex(({ endsAt }) => endsAt <= sound);
  if (found < 0) run.breach('states that were never there', where);
  else if (found < Math.max(kept, 0)) run.breach('sound writes lost', `${where}: ${found} of ${kept} writes`);
}

/** After how many writes this was the state; -1 where it never was. */
function writesIn(digest: string, { marks }: LaidLog): number {
  return marks.findIndex((mark) => mark.digest === digest);
}

/** What is asked of every connection, apart from the program's own constants. */
const ASKED = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, recursive_triggers: 1, mmap_size: 0 };

/** Reads the pragmas on each kind of connection that the program has to the store of this file. */
async function checkPragmas(run: SuiteRun, file: string): Promise<void> {
  const main = await openStore({ file });
  // With the milliseconds that a connection waits for another that writes.
  const opened = [
    { connection: 'writer', store: openWriter(file), busy_timeout: 20 },
    { connection: 'reader', store: openReader(file), busy_timeout: 5_000 },
    { connection: 'main', store: main, busy_timeout: 5_000 },
  ];
  for (const { connection, store, busy_timeout } of opened) {
    run.count('kinds of connection read');
    for (const [name, value] of Object.entries({ ...ASKED, busy_timeout })) {
      const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(store.db);
      const [found] = Object.values(rows[0] ?? {});
      if (found !== value) run.breach('pragmas not kept', `${connection}: ${name} is ${String(found)}`);
    }
    await store.close();
  }
}

/** A store whose latest writes are in its log alone, as a crash leaves it. */
interface LaidLog {
  /** The main file, before any of these writes. */
  readonly main: string;
  readonly log: Uint8Array;
  /** The state after each write, and how long the log was then; the first is the state without the log. */
  readonly marks: readonly { readonly endsAt: number; readonly digest: string }[];
}

async function layLog(folder: string, writes: number): Promise<LaidLog> {
  mkdirSync(folder);
  const file = join(folder, 'tilldesk.sqlite');
  const { db, close } = await openStore({ file });
  const stateNow = () => ({
    endsAt: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    digest: digestOf(digestTables(file)),
  });
  try {
    await seedFixtureShop(db);
    const repertoire = await createStoreWrites({ db });
    // All that was written so far goes into the main file, and nothing from now on.
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await sql`pragma wal_autocheckpoint = 0`.execute(db);
    const main = join(folder, 'main');
    copyFileSync(file, main);
    const marks = [stateNow()];
    for (let number = 1; number <= writes; number += 1) {
      await repertoire[(number - 1) % repertoire.length]?.write(number);
      marks.push(stateNow());
    }
    // Empty where the store has no log.
    const log = existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : new Uint8Array();
    return { main, log, marks };
  } finally {
    await close();
  }
}

/** Orders without their change in the feed, and positions that are not where the latest delivery ends. */
const UNPAIRED = `
  select (select count(*) from orders where id not in (select order_id from order_changes))
    + (select count(*) from webhook_positions
        where cast(position as integer) <>
          coalesce((select max(cast(body as integer)) from webhook_deliveries where kind = 'batch'), 0)) as rows`;

/** Opens a copy of the store with this log in the folder, as the next start does. Throws where it does not open. */
async function lookAtCopy(folder: string, main: string, log: Uint8Array) {
  const file = join(folder, 'tilldesk.sqlite');
  for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
  copyFileSync(main, file);
  writeFileSync(`${file}-wal`, log);
  const store = await openStore({ file });
  // Closed last: it cannot write the log back, which would take most of the time.
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    const texts = connection.prepare('pragma integrity_check').all();
    return {
      /** What SQLite reports about it. */
      problems: texts.map((row) => String(Object.values(row)[0])).filter((text) => text !== 'ok'),
      /** Rows whose other half, of the same transaction, is missing. */
      unpaired: Number(connection.prepare(UNPAIRED).get()?.rows),
      digest: digestOf(digestTables(file)),
    };
  } finally {
    await store.close();
    connection.close();
  }
}
