import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { type Random, randomStream } from '../../../electron/platform/demo/prng.ts';
import { type Backup, manifestOf, readDirectory } from '../../../electron/store/backups/backup-directory.ts';
import { backupWork } from '../../../electron/store/backups/backup-work.ts';
import { makeBackup } from '../../../electron/store/backups/make-backup.ts';
import { recoverStore } from '../../../electron/store/backups/recover-store.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { StoreError } from '../../../electron/store/store-error.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { digestOf, digestTables } from '../../support/table-digests.ts';
import { insertDelivery, insertWebhook } from '../../support/webhook-rows.ts';
import { cut, type Damage, flip } from '../damaged-log/damage.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { MUTANTS } from './mutants.ts';

const BREACHES = {
  served: 'silent changes served after a restore',
  failed: 'restores that failed',
  early: 'data changed before anybody chose',
  incomplete: 'sets not kept whole',
  era: 'eras that went on',
  session: 'tokens or leases that went on',
  lost: 'losses that nobody was told of',
  lacking: 'backups that lack something',
  pruned: 'backups removed too early',
  unchecked: 'damaged copies kept as backups',
} as const;

const DAY_MS = 24 * 60 * 60 * 1_000;
const STORE_NAME = 'tilldesk.sqlite';
const BEGIN = Date.parse('2026-11-01T12:00:00Z');
/** Of the data folder that the shop is in. */
const SIGNING_KEY = Buffer.alloc(32, 1);
const BACKUPS = 3;
/** Of every product, with the number of the change behind it. */
const TITLE = 'Title of change';
/** As SQLite names them, whatever the program takes them for. */
const STORE_ENDINGS = ['', '-wal', '-shm', '-journal'];

/** The moment so many days after the first. */
const dayMs = (day: number) => BEGIN + day * DAY_MS;

/** Bytes by the ending that the file has after the name of the store. */
type StoreFiles = ReadonlyMap<string, Buffer>;

/** What lies there under the name of a store. */
function filesOf(file: string): StoreFiles {
  const endings = STORE_ENDINGS.filter((ending) => existsSync(`${file}${ending}`));
  return new Map(endings.map((ending) => [ending, readFileSync(`${file}${ending}`)]));
}

/** Digest of all rows of a store, but for what ends with a backup that is put back. */
function contentOf(file: string): string {
  const tables = digestTables(file, ['feeds.era', 'webhook_deliveries.leased_until']);
  return digestOf(new Map([...tables].filter(([table]) => table !== 'tokens')));
}

interface ShopPaths {
  readonly file: string;
  readonly backups: string;
  /** Where damaged data is set aside. */
  readonly damaged: string;
}

function shopPaths(folder: string): ShopPaths {
  return {
    file: join(folder, STORE_NAME),
    backups: join(folder, 'backups'),
    damaged: join(folder, 'damaged'),
  };
}

/** What a daily backup of this shop is made of. */
const dailyBackup = ({ file, backups }: ShopPaths, at: number) => ({
  ...({ file, folder: backups, reason: 'daily', at, program: '0.1.0' } as const),
  signingKey: SIGNING_KEY,
});

interface LaidBackup {
  readonly backup: Backup;
  readonly bytes: Buffer;
  readonly manifest: string;
  readonly content: string;
}

/** A shop in use, as it lies on the disk, and its backups. */
interface LaidShop {
  /** After a crash: the last writes are in the log alone. */
  readonly crashed: StoreFiles;
  readonly closed: StoreFiles;
  /** Digest of the rows of both. */
  readonly content: string;
  /** The folder of the backups. */
  readonly backupsFolder: string;
  /** The newest first. */
  readonly backups: readonly LaidBackup[];
  readonly eras: readonly string[];
}

/** Lays a shop whose log is never brought into its store, with something new in it before each backup. */
async function layShop(run: SuiteRun, folder: string): Promise<LaidShop> {
  mkdirSync(folder);
  const paths = shopPaths(folder);
  const { file } = paths;
  const store = await openStore({ file, clock: createFixedClock(BEGIN) });
  await seedFixtureShop(store.db);
  const backups: LaidBackup[] = [];
  for (let number = 1; number <= BACKUPS; number += 1) {
    await changeShop(store, number);
    const outcome = await backupWork.make(dailyBackup(paths, dayMs(number - 1)));
    if (outcome.kind !== 'made') throw new Error(`no backup was made: ${JSON.stringify(outcome)}`);
    const { backup } = outcome;
    const content = contentOf(backup.file);
    if (content !== contentOf(file)) run.breach(BREACHES.lacking, 'of a shop that is open');
    const manifest = readFileSync(manifestOf(backup.file), 'utf8');
    backups.unshift({ backup, bytes: readFileSync(backup.file), manifest, content });
  }
  // What comes now is in the log alone.
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
  await changeShop(store, BACKUPS + 1);
  const content = contentOf(file);
  const eras = await erasOf(store);
  const crashed = new Map([...filesOf(file)].filter(([ending]) => ending !== '-shm'));
  await store.close();
  return {
    crashed,
    closed: new Map([...filesOf(file)].filter(([ending]) => ending === '')),
    ...{ content, backups, eras, backupsFolder: paths.backups },
  };
}

async function erasOf({ db }: Store): Promise<readonly string[]> {
  return (await db.selectFrom('feeds').select('era').execute()).map(({ era }) => era);
}

/** Something that everybody sees, and what ends with a backup that is put back. */
async function changeShop({ db }: Store, number: number): Promise<void> {
  await db
    .updateTable('products')
    .set({ title: `${TITLE} ${number}` })
    .execute();
  const { id: user_id, account_id } = await db
    .selectFrom('users')
    .select(['id', 'account_id'])
    .executeTakeFirstOrThrow();
  const token_hash = String(number).padStart(64, '0');
  await db
    .insertInto('tokens')
    .values({ token_hash, account_id, user_id, issued_at: BEGIN, expires_at: BEGIN + DAY_MS })
    .execute();
  const webhook = await insertWebhook(db, { account_id, user_id });
  const delivery = await insertDelivery(db, webhook.id, { message_id: `msg_${number}` });
  await db
    .updateTable('webhook_deliveries')
    .set({ leased_until: BEGIN + DAY_MS })
    .where('id', '=', delivery.id)
    .execute();
}

/** What came of a start. */
interface ShopStart {
  /** A backup was put back; false where the data could be opened, and was taken for whole. */
  readonly isRestored: boolean;
  /** What lay at the location of the data when that was offered. */
  readonly found: StoreFiles;
}

/**
 * Starts on what lies there, chooses the last good backup where that is offered, and checks what was put back.
 * `expected` are contents of good backups. Rejects where the start fails. The store is closed again.
 */
async function startShop(
  run: SuiteRun,
  shop: LaidShop,
  paths: ShopPaths,
  { where, expected, isInspected = false }: { where: string; expected: readonly string[]; isInspected?: boolean },
): Promise<ShopStart> {
  const clock = createFixedClock(dayMs(30));
  let found: StoreFiles = new Map();
  const { store, recovery } = await recoverStore({
    ...{ ...paths, clock, isInspected, work: backupWork, signingKey: SIGNING_KEY },
    open: () => openStore({ file: paths.file, clock }),
    choose: async () => {
      found = filesOf(paths.file);
      return 'backup';
    },
  });
  try {
    if (recovery === null) return { isRestored: false, found };
    const eras = await erasOf(store);
    if (eras.length === 0 || eras.some((era) => shop.eras.includes(era))) run.breach(BREACHES.era, where);
    const tokens = await store.db.selectFrom('tokens').selectAll().execute();
    const deliveries = store.db.selectFrom('webhook_deliveries').select('id');
    const leases = await deliveries.where('leased_until', 'is not', null).execute();
    const left = tokens.length + leases.length;
    if (left > 0) run.breach(BREACHES.session, `${where}: ${tokens.length} tokens, ${leases.length} leases`);
  } finally {
    await store.close();
  }
  if (!expected.includes(contentOf(paths.file))) run.breach(BREACHES.served, where);
  // Byte by byte, in the folder in which it was set aside.
  const aside = filesOf(join(recovery.setAside, basename(paths.file)));
  const missing = [...found].filter(([ending, bytes]) => !aside.get(ending)?.equals(bytes)).map(([ending]) => ending);
  if (missing.length > 0) run.breach(BREACHES.incomplete, `${where}: without ${missing.join(', ') || 'the store'}`);
  return { isRestored: true, found };
}

/** Those of the header of the database. */
const HEADER_BYTES = 100;

const PAGE_BYTES = 4_096;

/** One bit is another one, where bytes are in use: a small store is empty for the most part. */
const flipUsed: Damage = (bytes, random) => {
  const flipped = Uint8Array.from(bytes);
  let at = random.whole(0, bytes.length - 1);
  while (bytes[at] === 0) at = random.whole(0, bytes.length - 1);
  flipped[at] = (bytes[at] ?? 0) ^ (1 << random.whole(0, 7));
  return flipped;
};

/** One page holds nothing any more, as after a bad sector. */
const zeroPage: Damage = (bytes, random) => {
  const start = random.whole(0, Math.floor(bytes.length / PAGE_BYTES) - 1) * PAGE_BYTES;
  return Uint8Array.from(bytes).fill(0, start, start + PAGE_BYTES);
};

interface LiveKind {
  readonly name: string;
  readonly trials: number;
  readonly damage: Damage;
  /** No start can overlook it. */
  readonly isPlain?: boolean;
}

const KINDS: readonly LiveKind[] = [
  { name: 'single bits', trials: 1_500, damage: flipUsed },
  { name: 'cuts', trials: 150, damage: cut },
  { name: 'zeroed pages', trials: 150, damage: zeroPage },
  { name: 'emptied files', trials: 2, isPlain: true, damage: () => new Uint8Array() },
  {
    ...{ name: 'overwritten files', trials: 2, isPlain: true },
    damage: (bytes) => Uint8Array.from(bytes).fill(0xee, HEADER_BYTES),
  },
];

const SPOILT_BACKUPS = 300;

/** One more than are kept. */
const BACKUPS_MADE = 8;

const KEPT = 7;

export const backupsSuite: AbuseSuite = {
  name: 'backups',
  title: 'the data file and its backups are changed, cut and emptied',
  counts: [
    ...KINDS.map(({ name, trials }) => ({ name, least: trials })),
    { name: 'spoilt backups', least: SPOILT_BACKUPS },
    { name: 'backups made', least: BACKUPS_MADE },
  ],
  breaches: Object.values(BREACHES),
  mutants: MUTANTS,

  async run(run) {
    const shop = await layShop(run, join(run.folder, 'shop'));
    await keepBackups(run, join(run.folder, 'kept'), shop);
    for (const kind of KINDS) await damageLive(run, shop, kind);
    const random = randomStream(run.seed, 'backups');
    const spoilt = Math.max(SPOILS.length, run.scaled(SPOILT_BACKUPS));
    for (let number = 0; number < spoilt; number += 1) {
      run.count('spoilt backups');
      await tryBackupDamage(run, shop, random, number);
    }
  },
};

/** Of the folder of the current trial, which is empty. */
function trialPaths(run: SuiteRun): ShopPaths {
  const folder = join(run.folder, 'trial');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return shopPaths(folder);
}

/** Every other time as after a crash, with the last writes beside the file that is damaged. */
async function damageLive(run: SuiteRun, shop: LaidShop, { name, trials, damage, isPlain }: LiveKind): Promise<void> {
  const random = randomStream(run.seed, name);
  const outcomes = new Map<LiveOutcome, number>();
  for (let trial = 0; trial < run.scaled(trials); trial += 1) {
    const laid = trial % 2 === 0 ? shop.crashed : shop.closed;
    const files = new Map([...laid, ['', Buffer.from(damage(laid.get('') ?? Buffer.of(), random))]]);
    const outcome = await tryLiveDamage(run, shop, files, `${name} ${trial}`);
    if (outcome !== 'offered' && isPlain) run.breach(BREACHES.lost, name);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    run.count(name);
  }
  run.tell(name, [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(' / '));
}

/**
 * What came of damage to the data file. `offered`: the start notices it and puts back a backup. `refused`: it takes it
 * for data of another version. The others are opened: `harmless` ones hold what they held, `found` ones are noticed by
 * the check of the daily backup, and `unnoticed` ones never are: SQLite keeps no checksums.
 */
type LiveOutcome = 'harmless' | 'offered' | 'refused' | 'found' | 'unnoticed';

/** Starts on damaged data, with backups that are good. */
async function tryLiveDamage(run: SuiteRun, shop: LaidShop, files: StoreFiles, where: string): Promise<LiveOutcome> {
  const paths = { ...trialPaths(run), backups: shop.backupsFolder };
  for (const [ending, bytes] of files) writeFileSync(`${paths.file}${ending}`, bytes);
  const expected = contentsOf(shop.backups.slice(0, 1));
  /** Null for a start that reports why it fails. */
  const start = async (isInspected: boolean): Promise<ShopStart | null> => {
    try {
      return await startShop(run, shop, paths, { where, expected, isInspected });
    } catch (error) {
      const isRefusal = error instanceof StoreError && error.code !== 'corrupt';
      if (!isRefusal) run.breach(BREACHES.failed, `${where}: ${String(error)}`);
      return null;
    }
  };
  const first = await start(false);
  if (first === null) return 'refused';
  if (first.isRestored) {
    // Apart from the index of the log, which is made at each opening.
    const isAsLaid = [...files].every(([ending, bytes]) => first.found.get(ending)?.equals(bytes));
    if (!isAsLaid) run.breach(BREACHES.early, where);
    return 'offered';
  }
  try {
    if (contentOf(paths.file) === shop.content) return 'harmless';
  } catch {
    // SQLite notices the damage on the way.
  }
  return (await start(true))?.isRestored ? 'found' : 'unnoticed';
}

interface SpoiltBackups {
  readonly paths: ShopPaths;
  /** The newest first. */
  readonly backups: readonly [LaidBackup, ...LaidBackup[]];
  readonly random: Random;
}

/** Spoils the newest backup; returns those of which one has to be put back. */
type Spoil = (spoilt: SpoiltBackups) => readonly LaidBackup[];

const spoilBytes =
  (damage: Damage): Spoil =>
  ({ paths, backups: [newest, ...older], random }) => {
    writeFileSync(at(paths, newest), damage(newest.bytes, random));
    return older.slice(0, 1);
  };

/** A manifest whose damage does not touch what it is needed for may still be believed. */
const spoilManifest: Spoil = ({ paths, backups: [newest, ...older], random }) => {
  writeFileSync(manifestOf(at(paths, newest)), flip(Buffer.from(newest.manifest), random));
  return [newest, ...older.slice(0, 1)];
};

const removeManifest: Spoil = ({ paths, backups: [newest, ...older] }) => {
  rmSync(manifestOf(at(paths, newest)));
  return older.slice(0, 1);
};

/** By its description the oldest one was made later than all. */
const redateOldest: Spoil = ({ paths, backups }) => {
  const oldest = backups.at(-1) ?? backups[0];
  const redated = oldest.manifest.replace(oldest.backup.madeAt, '2026-12-24T12:00:00.000Z');
  writeFileSync(manifestOf(at(paths, oldest)), redated);
  return backups.slice(0, 1);
};

const SPOILS = [...[flip, cut, zeroPage].map(spoilBytes), spoilManifest, removeManifest, redateOldest];

/** Starts on data that is lost, but for its log, with a backup that is not good. `number` chooses what is wrong with it. */
async function tryBackupDamage(run: SuiteRun, shop: LaidShop, random: Random, number: number): Promise<void> {
  const paths = trialPaths(run);
  mkdirSync(paths.backups);
  for (const laid of shop.backups) {
    writeFileSync(at(paths, laid), laid.bytes);
    writeFileSync(manifestOf(at(paths, laid)), laid.manifest);
  }
  writeFileSync(`${paths.file}-wal`, shop.crashed.get('-wal') ?? '');
  const [newest, ...older] = shop.backups;
  const spoil = SPOILS[number % SPOILS.length];
  if (newest === undefined || spoil === undefined) throw new Error('there is no backup to spoil');
  const expected = contentsOf(spoil({ paths, backups: [newest, ...older], random }));
  const where = `backup ${number}`;
  try {
    const { isRestored } = await startShop(run, shop, paths, { where, expected });
    if (!isRestored) run.breach(BREACHES.lost, where);
  } catch (error) {
    run.breach(BREACHES.failed, `${where}: ${String(error)}`);
  }
}

function at({ backups }: ShopPaths, { backup }: LaidBackup): string {
  return join(backups, basename(backup.file));
}

function contentsOf(backups: readonly LaidBackup[]): readonly string[] {
  return backups.map(({ content }) => content);
}

/** Those before are the shop's own. */
const FIRST_CHANGE = 100;

/** A shop that makes a backup every day while it is open (on one day in a short run), until its disk is full, and then its data file is damaged. */
async function keepBackups(run: SuiteRun, folder: string, shop: LaidShop): Promise<void> {
  mkdirSync(folder);
  const paths = shopPaths(folder);
  const { file } = paths;
  writeFileSync(file, shop.closed.get('') ?? '');
  const days = run.size === 'short' ? 1 : BACKUPS_MADE;
  const make = (day: number, freeBytes?: () => number) => makeBackup(dailyBackup(paths, dayMs(day)), freeBytes);
  /** By their names. */
  const expectBackups = (lastDay: number, where: string) => {
    const remaining = readDirectory(paths.backups).backups.map((backup) => basename(backup.file));
    const first = Math.max(1, lastDay - KEPT + 1);
    const expected = Array.from({ length: lastDay - first + 1 }, (_, index) => {
      const moment = new Date(dayMs(lastDay - index)).toISOString().replaceAll(':', '-');
      return `daily-${moment}.sqlite`;
    });
    const missing = expected.filter((name) => !remaining.includes(name));
    if (missing.length > 0) run.breach(BREACHES.pruned, `${where}: ${missing.length} are gone`);
  };
  const store = await openStore({ file, clock: createFixedClock(dayMs(0)) });
  for (let day = 1; day <= days; day += 1) {
    await changeShop(store, FIRST_CHANGE + day);
    const outcome = await make(day);
    run.count('backups made');
    const isWhole = outcome.kind === 'made' && contentOf(outcome.backup.file) === contentOf(file);
    if (!isWhole) run.breach(BREACHES.lacking, `day ${day}`);
    expectBackups(day, `day ${day}`);
  }
  await store.close();

  if ((await make(days + 1, () => 1)).kind === 'made') run.breach(BREACHES.unchecked, 'on a full disk');
  expectBackups(days, 'after the disk was full');
  spoilPages(file);
  if ((await make(days + 2)).kind === 'made') run.breach(BREACHES.unchecked, 'of damaged data');
  expectBackups(days, 'after the data was damaged');
}

/** Where products lie: the store can be opened and copied, and is not whole. */
function spoilPages(file: string): void {
  const bytes = readFileSync(file);
  for (let offset = bytes.indexOf(TITLE); offset >= 0; offset = bytes.indexOf(TITLE)) {
    const start = offset - (offset % PAGE_BYTES);
    bytes.fill(0, start, start + PAGE_BYTES);
  }
  writeFileSync(file, bytes);
}
