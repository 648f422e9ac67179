import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Random, randomStream } from '../../../electron/platform/demo/prng.ts';
import { manifestOf, readShelf } from '../../../electron/store/backups/backup-directory.ts';
import { type BackupOutcome, makeBackup } from '../../../electron/store/backups/make-backup.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { cut, type Damage, flip } from '../damaged-log/damage.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { SABOTAGES } from './backups-sabotages.ts';
import { contentOf } from './content-of.ts';
import { BREACHES, judgeRecovery } from './judge-recovery.ts';
import {
  BEGIN,
  changeShop,
  DAY_MS,
  type LaidBackup,
  type LaidShop,
  layShop,
  SIGNING_KEY,
  STORE_NAME,
  TITLE,
} from './lay-shop.ts';
import { type LiveOutcome, tryLiveDamage } from './live-damage.ts';
import { type ShopPlace, startShop } from './start-shop.ts';

interface LiveKind {
  readonly name: string;
  readonly trials: number;
  readonly damage: Damage;
}

/** One bit is another one, in a place that is in use: a small store is empty for the most part. */
const flipUsed: Damage = (bytes, random) => {
  const flipped = Uint8Array.from(bytes);
  let at = random.whole(0, bytes.length - 1);
  while (bytes[at] === 0) at = random.whole(0, bytes.length - 1);
  flipped[at] = (bytes[at] ?? 0) ^ (1 << random.whole(0, BITS - 1));
  return flipped;
};

const BITS = 8;

/** One page holds nothing any more, as after a bad sector. */
const zeroPage: Damage = (bytes, random) => {
  const zeroed = Uint8Array.from(bytes);
  const start = random.whole(0, Math.floor(bytes.length / PAGE_BYTES) - 1) * PAGE_BYTES;
  return zeroed.fill(0, start, start + PAGE_BYTES);
};

const PAGE_BYTES = 4_096;

const LIVE: readonly LiveKind[] = [
  { name: 'single bits', trials: 1_500, damage: flipUsed },
  { name: 'cuts', trials: 150, damage: cut },
  { name: 'zeroed pages', trials: 150, damage: zeroPage },
];

/** What no start can overlook. */
const PLAIN: readonly LiveKind[] = [
  { name: 'emptied files', trials: 2, damage: () => new Uint8Array() },
  {
    name: 'overwritten files',
    trials: 2,
    damage: (bytes) => Uint8Array.from(bytes).fill(0xee, HEADER_BYTES),
  },
];

/** That of the database, and nothing else. */
const HEADER_BYTES = 100;

const KINDS = [...LIVE, ...PLAIN];

const SPOILT_BACKUPS = 300;

const BACKUPS_MADE = 8;

export const backupsSuite: AbuseSuite = {
  name: 'backups',
  title: 'the data file and its backups are changed, cut and emptied',
  counts: [
    ...KINDS.map(({ name, trials }) => ({ name, least: trials })),
    { name: 'spoilt backups', least: SPOILT_BACKUPS },
    { name: 'backups made', least: BACKUPS_MADE },
  ],
  breaches: Object.values(BREACHES),
  sabotages: SABOTAGES,

  async run(run) {
    const shop = await layShop(join(run.folder, 'ground'));
    run.breach(BREACHES.lacking, 'of a shop that is open', shop.lacking);
    await keepBackups(run, join(run.folder, 'kept'), shop);
    for (const kind of KINDS) await damageLive(run, shop, kind);
    const random = randomStream(run.seed, 'backups');
    const spoilt = Math.max(SPOIL_KINDS, run.scaled(SPOILT_BACKUPS));
    for (let number = 0; number < spoilt; number += 1) {
      run.count('spoilt backups');
      await tryBackupDamage(run, { folder: join(run.folder, 'trial'), shop, random, number });
    }
  },
};

/** Every other time as after a crash, with the last writes beside the file that is damaged. */
async function damageLive(run: SuiteRun, shop: LaidShop, { name, trials, damage }: LiveKind): Promise<void> {
  const random = randomStream(run.seed, name);
  const outcomes = new Map<LiveOutcome, number>();
  for (let trial = 0; trial < run.scaled(trials); trial += 1) {
    const laid = trial % 2 === 0 ? shop.crashed : shop.closed;
    const parts = new Map([...laid, ['', Buffer.from(damage(laid.get('') ?? Buffer.of(), random))]]);
    const outcome = await tryLiveDamage(run, {
      ...{ folder: join(run.folder, 'trial'), shop, parts },
      where: `${name} ${trial}`,
    });
    if (outcome !== 'offered' && PLAIN.some((kind) => kind.name === name)) run.breach(BREACHES.lost, name);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    run.count(name);
  }
  run.tell(name, [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(' / '));
}

interface Shelf {
  readonly place: ShopPlace;
  readonly backups: readonly LaidBackup[];
  readonly random: Random;
}

/** Spoils the newest backup; answers which contents may be put back. */
type Spoil = (shelf: Shelf) => readonly string[];

const spoilBytes =
  (damage: Damage): Spoil =>
  ({ place, backups: [newest, ...older], random }) => {
    if (newest) writeFileSync(at(place, newest), damage(newest.bytes, random));
    return contentsOf(older.slice(0, 1));
  };

/** A manifest whose damage does not touch what it is needed for may still be believed. */
const spoilManifest: Spoil = ({ place, backups: [newest, ...older], random }) => {
  if (newest === undefined) return [];
  writeFileSync(manifestOf(at(place, newest)), flip(Buffer.from(newest.manifest), random));
  return contentsOf([newest, ...older.slice(0, 1)]);
};

const removeManifest: Spoil = ({ place, backups: [newest, ...older] }) => {
  if (newest) rmSync(manifestOf(at(place, newest)));
  return contentsOf(older.slice(0, 1));
};

/** The description of the oldest one says that it was made later than all. */
const redateOldest: Spoil = ({ place, backups }) => {
  const oldest = backups.at(-1);
  if (oldest === undefined) return [];
  const redated = oldest.manifest.replace(oldest.backup.madeAt, '2026-12-24T12:00:00.000Z');
  writeFileSync(manifestOf(at(place, oldest)), redated);
  return contentsOf(backups.slice(0, 1));
};

const SPOILS = [
  spoilBytes(flip),
  spoilBytes(cut),
  spoilBytes(zeroPage),
  spoilManifest,
  removeManifest,
  redateOldest,
] as const;

const SPOIL_KINDS = SPOILS.length;

/** Starts on data that is lost, with a backup that is not good. `number` says what is wrong with that. */
async function tryBackupDamage(run: SuiteRun, { folder, shop, random, number }: BackupTrial): Promise<void> {
  const place = layPlace(folder, shop);
  const spoil = SPOILS[number % SPOILS.length] ?? spoilManifest;
  const expected = spoil({ place, backups: shop.backups, random });
  const where = `backup ${number}`;
  try {
    const start = await startShop(place);
    if (start.recovery === null) run.breach(BREACHES.lost, where);
    judgeRecovery(run, { shop, place, start, expected }, where);
  } catch (error) {
    run.breach(BREACHES.failed, `${where}: ${String(error)}`);
  }
}

export interface BackupTrial {
  readonly folder: string;
  readonly shop: LaidShop;
  readonly random: Random;
  readonly number: number;
}

/** The data file is gone, but for its log. */
function layPlace(folder: string, shop: LaidShop): ShopPlace {
  rmSync(folder, { recursive: true, force: true });
  const place = {
    file: join(folder, STORE_NAME),
    backups: join(folder, 'backups'),
    damaged: join(folder, 'damaged'),
  };
  mkdirSync(place.backups, { recursive: true });
  for (const laid of shop.backups) {
    writeFileSync(at(place, laid), laid.bytes);
    writeFileSync(manifestOf(at(place, laid)), laid.manifest);
  }
  writeFileSync(`${place.file}-wal`, shop.crashed.get('-wal') ?? '');
  return place;
}

function at({ backups }: ShopPlace, { backup }: LaidBackup): string {
  return join(backups, basename(backup.file));
}

function contentsOf(backups: readonly LaidBackup[]): readonly string[] {
  return backups.map(({ content }) => content);
}

/** One more than are kept. */
const DAYS = 8;

/** Those before are the shop's own. */
const FIRST_CHANGE = 100;

const KEPT = 7;

/** A shop that makes a backup every day while it is open (on one day in a short run), until its disk is full, and then its data file is damaged. */
async function keepBackups(run: SuiteRun, folder: string, shop: LaidShop): Promise<void> {
  mkdirSync(folder);
  const [file, shelf] = [join(folder, STORE_NAME), join(folder, 'backups')];
  writeFileSync(file, shop.closed.get('') ?? '');
  const clock = createFixedClock(BEGIN);
  const days = run.size === 'short' ? 1 : DAYS;
  const make = (day: number, freeBytes?: () => number) =>
    makeBackup(
      {
        ...{ file, folder: shelf, reason: 'daily', at: BEGIN + day * DAY_MS, program: '0.1.0' },
        signingKey: SIGNING_KEY,
      },
      freeBytes,
    );
  const store = await openStore({ file, clock });
  for (let day = 1; day <= days; day += 1) {
    await changeShop(store, FIRST_CHANGE + day);
    const outcome = await make(day);
    run.count('backups made');
    checkMade(run, outcome, file, `day ${day}`);
    expectKept(run, shelf, lastDays(day), `day ${day}`);
  }
  await store.close();

  if ((await make(days + 1, () => 1)).kind === 'made') run.breach(BREACHES.unchecked, 'on a full disk');
  expectKept(run, shelf, lastDays(days), 'after the disk was full');
  spoilPages(file);
  if ((await make(days + 2)).kind === 'made') run.breach(BREACHES.unchecked, 'of damaged data');
  expectKept(run, shelf, lastDays(days), 'after the data was damaged');
}

function checkMade(run: SuiteRun, outcome: BackupOutcome, file: string, where: string): void {
  const isWhole = outcome.kind === 'made' && contentOf(outcome.backup.file) === contentOf(file);
  if (!isWhole) run.breach(BREACHES.lacking, where);
}

function lastDays(day: number): readonly number[] {
  const first = Math.max(1, day - KEPT + 1);
  return Array.from({ length: day - first + 1 }, (_, index) => day - index);
}

/** By their names, the newest first. */
function expectKept(run: SuiteRun, shelf: string, days: readonly number[], where: string): void {
  const kept = readShelf(shelf).backups.map((backup) => basename(backup.file));
  const expected = days.map((day) => {
    const moment = new Date(BEGIN + day * DAY_MS).toISOString().replaceAll(':', '-');
    return `daily-${moment}.sqlite`;
  });
  const missing = expected.filter((name) => !kept.includes(name));
  if (missing.length > 0) run.breach(BREACHES.pruned, `${where}: ${missing.length} are gone`);
}

/** Where products lie: the store can be opened and copied, and is not whole. */
function spoilPages(file: string): void {
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf(TITLE); at >= 0; at = bytes.indexOf(TITLE)) {
    const start = at - (at % PAGE_BYTES);
    bytes.fill(0, start, start + PAGE_BYTES);
  }
  writeFileSync(file, bytes);
}
