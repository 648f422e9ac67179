import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { systemClock } from '../../../electron/base/clock.ts';
import { type Random, randomStream } from '../../../electron/platform/demo/prng.ts';
import {
  NodeSqliteDatabase,
  setPragmas,
  TransactionalSqliteDialect,
} from '../../../electron/store/dialects/sqlite-connection.ts';
import { setTime } from '../../../electron/store/dialects/triggers.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { StoreError } from '../../../electron/store/store-error.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { createStoreWrites } from '../../support/store-writes.ts';
import { digestOf, digestTables } from '../../support/table-digests.ts';
import {
  compileFailingDisk,
  createDiskControlFile,
  failingDiskEnvironment,
  openDiskControl,
} from '../failing-disk/disk-control.ts';
import { sideBySide } from '../harness/side-by-side.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { MUTANTS } from './mutants.ts';

const KILLS_OF_EACH = 50;

const STEPS: readonly string[] = Object.keys(migrations);

/** Those that take the longest, and the latest. */
const SOME_STEPS = STEPS.filter((step) => ['0004-totals', '0006-changes'].includes(step) || step === STEPS.at(-1));

const KILLS_OF_SHORT = 4;

export const migrationsSuite: AbuseSuite = {
  name: 'migrations',
  title: 'the program is killed while it brings a store up to date, twice at once, and meets a newer one',
  counts: [
    { name: 'steps', least: STEPS.length },
    { name: 'attempts', least: STEPS.length * KILLS_OF_EACH },
    { name: 'kills', least: STEPS.length * 10 },
    { name: 'migrations that stood', least: 1 },
    { name: 'migrations that were over before', least: 0 },
    { name: 'pairs at once', least: 1 },
    { name: 'newer stores refused', least: 2 },
  ],
  breaches: [
    'stores that did not open',
    'integrity failures',
    'half migrated stores',
    'other rows than without a kill',
    'newer stores opened',
    'newer stores touched',
  ],
  mutants: MUTANTS,

  async run(run) {
    const library = compileFailingDisk(run.folder);
    run.tell('kills at a write', library === null ? 'none: no C compiler here' : 'three of four');
    const now = join(run.folder, 'now.sqlite');
    await layStoreOfNow(now);
    const cases: MigrationCase[] = [];
    for (const step of run.size === 'short' ? SOME_STEPS : STEPS) cases.push(await layCase(run, step, now));
    await killAll(run, cases, library);
    for (const one of run.size === 'short' ? cases.slice(0, 1) : cases) await migrateTwice(run, one);
    await refuseNewer(run, now);
  },
};

async function layCase(run: SuiteRun, step: string, now: string): Promise<MigrationCase> {
  const file = join(run.folder, `before-${step}.sqlite`);
  await layStoreBefore(file, step, now);
  const migrated = join(run.folder, `migrated-${step}.sqlite`);
  copyFileSync(file, migrated);
  const before = readState(file);
  const store = await openStore({ file: migrated });
  await store.close();
  run.count('steps');
  return { step, file, before, migrated: readState(migrated) };
}

/** Side by side: most of the time of each is the start of a process. */
async function killAll(run: SuiteRun, cases: readonly MigrationCase[], library: string | null): Promise<void> {
  const random = randomStream(run.seed, 'kills');
  const each = run.size === 'short' ? KILLS_OF_SHORT : run.scaled(KILLS_OF_EACH);
  const kills = cases.flatMap((one) =>
    Array.from({ length: each }, (_, index) => ({ one, index, moment: randomMoment(random, library) })),
  );
  await sideBySide(kills, availableParallelism(), async ({ one, index, moment }) => {
    run.count('attempts');
    await killMigration(run, one, join(run.folder, `${one.step}-${index}.sqlite`), moment, library);
  });
}

/** Both open it: one migrates, and the other waits for that. */
async function migrateTwice(run: SuiteRun, { step, file, migrated }: MigrationCase): Promise<void> {
  const copy = join(run.folder, `twice-${step}.sqlite`);
  copyFileSync(file, copy);
  const both = await Promise.all([startMigrating(copy, process.env), startMigrating(copy, process.env)]);
  const endings = await Promise.all(both.map(({ open }) => open()));
  run.count('pairs at once');
  for (const ending of endings) {
    if (ending?.kind === 'opened') continue;
    run.breach('stores that did not open', `two at once before ${step}: ${ending?.name ?? 'a process ended'}`);
  }
  if (!isSame(readState(copy), migrated)) run.breach('other rows than without a kill', `two at once, ${step}`);
}

/** A store before a migration, and what has to become of it. */
interface MigrationCase {
  readonly step: string;
  readonly file: string;
  readonly before: StoreState;
  readonly migrated: StoreState;
}

/** When the process is killed. */
interface Moment {
  /** At a write or sync of the store; null for one by the clock. */
  readonly atCall: number | null;
  readonly afterMs: number;
}

const LONGEST_MS = 60;

const MOST_CALLS = 260;

/** At a random one of its writes where the disk can count them, and every fourth time by the clock. */
function randomMoment(random: Random, library: string | null): Moment {
  const byClock = library === null || random.chance(0.25);
  const calls = Math.ceil(MOST_CALLS * random.fraction() ** 2);
  return { atCall: byClock ? null : Math.max(1, calls), afterMs: LONGEST_MS * random.fraction() };
}

/** Kills the program while it migrates a copy of the store, and looks at what is left. */
async function killMigration(
  run: SuiteRun,
  { step, file, before, migrated }: MigrationCase,
  copy: string,
  moment: Moment,
  library: string | null,
): Promise<void> {
  copyFileSync(file, copy);
  const ending = await openAndKill(copy, moment, library);
  run.count(ending === null ? 'kills' : 'migrations that were over before');
  const at = moment.atCall === null ? `after ${moment.afterMs.toFixed(1)} ms` : `at call ${moment.atCall}`;
  const where = `before ${step}, killed ${at}`;
  if (ending?.kind === 'refused') run.breach('stores that did not open', `${where}: ${ending.name}`);

  const left = readState(copy);
  for (const problem of left.problems) run.breach('integrity failures', `${where}: ${problem}`);
  const isMigrated = isSame(left, migrated);
  if (!isMigrated && !isSame(left, before)) run.breach('half migrated stores', `${where}: at ${left.version}`);
  if (isMigrated && !isSame(before, migrated)) run.count('migrations that stood');

  // The next start has to bring it to the end, without a message.
  try {
    await (await openStore({ file: copy })).close();
    if (!isSame(readState(copy), migrated)) run.breach('other rows than without a kill', where);
  } catch (error) {
    run.breach('stores that did not open', `${where}: ${String(error)}`);
  }
}

async function openAndKill(copy: string, { atCall, afterMs }: Moment, library: string | null): Promise<Ending> {
  if (library === null || atCall === null) {
    const migrating = await startMigrating(copy, process.env);
    const ending = migrating.open();
    await after(afterMs);
    migrating.kill();
    return ending;
  }
  const file = `${copy}.control`;
  createDiskControlFile(file);
  const control = openDiskControl(file);
  const migrating = await startMigrating(copy, failingDiskEnvironment(library, file, copy));
  control.arm({ failsAt: atCall, forEver: false, error: 'SIGKILL' });
  const ending = await migrating.open();
  control.close();
  return ending;
}

function isSame(one: StoreState, other: StoreState): boolean {
  return one.version === other.version && one.digest === other.digest;
}

/** A store of this program with rows in it, from which the older ones are made. */
async function layStoreOfNow(file: string): Promise<void> {
  const store = await openStore({ file });
  await seedFixtureShop(store.db);
  const writes = await createStoreWrites(store);
  for (const [index, { write }] of writes.entries()) await write(index + 1);
  await store.close();
}

/** A store as it was before a migration, with those rows of the current store that it has tables and columns for. */
async function layStoreBefore(file: string, name: string, storeOfNow: string): Promise<void> {
  const connection = new DatabaseSync(file);
  setPragmas(connection);
  setTime(connection, systemClock);
  const dialect = new TransactionalSqliteDialect(new NodeSqliteDatabase(connection));
  const db = new Kysely<StoreSchema>({ dialect });
  await migrateStore(db, Object.fromEntries(Object.entries(migrations).filter(([known]) => known < name)));
  copyRows(connection, storeOfNow);
  await db.destroy();
}

function copyRows(connection: DatabaseSync, from: string): void {
  connection.exec('pragma foreign_keys = off');
  connection.exec(`attach '${from}' as now`);
  for (const table of tablesOf(connection)) {
    const columns = sharedColumns(connection, table);
    if (columns.length > 0) {
      connection.exec(`insert or replace into main."${table}" (${columns}) select ${columns} from now."${table}"`);
    }
  }
  connection.exec('detach now');
}

/** Not those that triggers fill, nor what a virtual table keeps for itself. */
function tablesOf(connection: DatabaseSync): string[] {
  const tables = connection
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table'")
    .all();
  return tables
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && !name.startsWith('kysely_'));
}

function sharedColumns(connection: DatabaseSync, table: string): string {
  const shared = connection
    .prepare('select name from pragma_table_info(?1) intersect select name from pragma_table_info(?1, ?2)')
    .all(table, 'now');
  return shared.map(({ name }) => `"${String(name)}"`).join(', ');
}

const SCRIPT = projectPath('test', 'abuse', 'migrations', 'migrating-program.ts');

/** How opening the store ended: null where the process was gone before it reported that. */
type Ending = { readonly kind: 'opened' } | { readonly kind: 'refused'; readonly name: string } | null;

/** A process that stands ready to open a store, which brings it up to date. */
async function startMigrating(file: string, env: NodeJS.ProcessEnv) {
  const child = fork(SCRIPT, [file], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const [first] = await once(child, 'message');
  if (first.kind !== 'ready') throw new Error(`the migrating process began with ${first.kind}`);
  return {
    kill,
    /** Begins; resolves when the process is gone. */
    async open(): Promise<Ending> {
      let ending: Ending = null;
      child.on('message', (message: Ending) => {
        ending = message;
      });
      child.send('open');
      await once(child, 'close');
      process.off('exit', kill);
      return ending;
    },
  };
}

/** A store of a program of the future is refused with a sentence, and none of its bytes changes. */
async function refuseNewer(run: SuiteRun, migrated: string): Promise<void> {
  for (const hasLog of [false, true]) {
    const file = join(run.folder, `newer-${hasLog ? 'log' : 'alone'}.sqlite`);
    copyFileSync(migrated, file);
    // Where it has a log, the migration of the future lies in it alone.
    const connection = new DatabaseSync(file);
    if (hasLog) connection.exec('pragma wal_autocheckpoint = 0');
    connection.exec("insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '2030-01-01')");
    if (!hasLog) connection.exec('pragma wal_checkpoint(truncate)');
    const copy = `${file}.copy`;
    for (const ending of ['', '-wal']) {
      if (existsSync(`${file}${ending}`)) copyFileSync(`${file}${ending}`, `${copy}${ending}`);
    }
    connection.close();
    const before = bytesOf(copy);
    try {
      const store = await openStore({ file: copy });
      run.breach('newer stores opened', copy);
      await store.close();
    } catch (error) {
      const isRefusal = error instanceof StoreError && error.code === 'newer_schema';
      if (!isRefusal) run.breach('newer stores opened', `refused without a sentence: ${String(error)}`);
    }
    if (bytesOf(copy) !== before) run.breach('newer stores touched', `with${hasLog ? '' : 'out'} a log`);
    run.count('newer stores refused');
  }
}

function bytesOf(file: string): string {
  return ['', '-wal'].map((ending) => (existsSync(file + ending) ? readFileSync(file + ending, 'hex') : '')).join();
}

/** What differs from one run of a migration to the next: when it was, and random names. */
const OF_ITS_OWN = ['kysely_migration.timestamp', 'feeds.era'];

/** All that is in a store, its tables, indexes and triggers included. */
type StoreState = ReturnType<typeof readState>;

function readState(file: string) {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    const texts = (query: string) =>
      connection
        .prepare(query)
        .all()
        .map((row) => Object.values(row).join(' '));
    const hasHistory = texts("select 1 from sqlite_master where name = 'kysely_migration'").length > 0;
    const problems = [
      ...texts('pragma integrity_check').filter((text) => text !== 'ok'),
      ...texts('pragma foreign_key_check'),
    ];
    const schema = texts('select type, name, sql from sqlite_master order by type, name').join('\n');
    return {
      /** The latest migration that it has; empty where it is new. */
      version: hasHistory ? (texts('select max(name) from kysely_migration')[0] ?? '') : '',
      digest: `${digestOf(digestTables(file, OF_ITS_OWN))} ${schema}`,
      /** What SQLite says is wrong with the file. */
      problems,
    };
  } finally {
    connection.close();
  }
}
