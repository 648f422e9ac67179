import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandomStream, type Random } from '../../electron/platform/demo/prng.ts';
import { getManifestPath, readDirectory } from '../../electron/store/backups/backup-directory.ts';
import { backupWork } from '../../electron/store/backups/backup-work.ts';
import { makeBackup } from '../../electron/store/backups/make-backup.ts';
import { recoverStore } from '../../electron/store/backups/recover-store.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { StoreError } from '../../electron/store/store-error.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { cut, type Damage, flip, flipUsed, PAGE_BYTES, zeroPage } from './backups/damage.ts';
import {
  changeShop,
  dailyBackup,
  dayMs,
  digestContent,
  type LaidBackup,
  layShop,
  listShopPaths,
  readEras,
  readStoreFiles,
  type ShopPaths,
  SIGNING_KEY,
  type StoreFiles,
  TITLE,
} from './backups/laid-shop.ts';
import { createSuiteFolder } from './harness/suite-folder.ts';

const folder = createSuiteFolder();
const shop = await layShop(join(folder, 'shop'));

/** Empties the folder of the trials, and returns the paths in it. */
function prepareTrial(): ShopPaths {
  const trial = join(folder, 'trial');
  rmSync(trial, { recursive: true, force: true });
  mkdirSync(trial);
  return listShopPaths(trial);
}

interface ShopStart {
  /** Whether a backup was restored. False if the data could be opened and counted as intact. */
  readonly isRestored: boolean;
  /** The data files at the time when a backup was offered. */
  readonly found: StoreFiles;
}

/**
 * Starts the program, chooses the last good backup if one is offered, and checks what was restored. `expected` are the
 * digests of good backups. Rejects if the start fails. Closes the store.
 */
async function startShop(
  paths: ShopPaths,
  { where, expected, isInspected = false }: { where: string; expected: readonly string[]; isInspected?: boolean },
): Promise<ShopStart> {
  const clock = createFixedClock(dayMs(30));
  let found: StoreFiles = new Map();
  const { store, recovery } = await recoverStore({
    ...{ ...paths, clock, isInspected, work: backupWork, signingKey: SIGNING_KEY },
    open: () => openStore({ file: paths.file, clock }),
    choose: async () => {
      found = readStoreFiles(paths.file);
      return 'backup';
    },
  });
  try {
    if (recovery === null) return { isRestored: false, found };
    const eras = await readEras(store);
    expect(eras.length, where).toBeGreaterThan(0);
    expect(
      eras.filter((era) => shop.eras.includes(era)),
      `${where}: positions in the feeds from before the backup still hold`,
    ).toEqual([]);
    expect(await store.db.selectFrom('tokens').selectAll().execute(), where).toEqual([]);
    const deliveries = store.db.selectFrom('webhook_deliveries').select('id');
    expect(await deliveries.where('leased_until', 'is not', null).execute(), where).toEqual([]);
  } finally {
    await store.close();
  }
  expect(expected, where).toContain(digestContent(paths.file));
  // Unchanged in the folder where it was set aside.
  const aside = readStoreFiles(join(recovery.setAside, basename(paths.file)));
  const missing = [...found].filter(([ending, bytes]) => !aside.get(ending)?.equals(bytes)).map(([ending]) => ending);
  expect(missing, where).toEqual([]);
  return { isRestored: true, found };
}

/**
 * The outcome of damage to the data file:
 * - `offered`: the start notices it and restores a backup
 * - `refused`: the start reads the file as data of another version
 * - `harmless`: the file opens with all its data
 * - `found`: the file opens, and the check of the daily backup notices the damage
 * - `unnoticed`: nothing notices it, because SQLite keeps no checksums
 */
type LiveOutcome = 'harmless' | 'offered' | 'refused' | 'found' | 'unnoticed';

/** Starts the program on damaged data next to good backups. */
async function tryLiveDamage(files: StoreFiles, where: string): Promise<LiveOutcome> {
  const paths = { ...prepareTrial(), backups: shop.backupsFolder };
  for (const [ending, bytes] of files) writeFileSync(`${paths.file}${ending}`, bytes);
  const expected = listContents(shop.backups.slice(0, 1));
  /** `null` for a start that fails with a reason. */
  const start = async (isInspected: boolean): Promise<ShopStart | null> => {
    try {
      return await startShop(paths, { where, expected, isInspected });
    } catch (error) {
      if (error instanceof StoreError && error.code !== 'corrupt') return null;
      throw error;
    }
  };
  const first = await start(false);
  if (first === null) return 'refused';
  if (first.isRestored) {
    // Except the index of the log, which is created at each opening.
    const isAsLaid = [...files].every(([ending, bytes]) => first.found.get(ending)?.equals(bytes));
    expect(isAsLaid, `${where}: data changed before anybody chose`).toBe(true);
    return 'offered';
  }
  try {
    if (digestContent(paths.file) === shop.content) return 'harmless';
  } catch {
    // SQLite noticed the damage while reading.
  }
  return (await start(true))?.isRestored ? 'found' : 'unnoticed';
}

/** Damages the data file and starts. Every second time as after a crash, with the last writes in the log next to it. */
async function damageLive(name: string, trials: number, damage: Damage): Promise<readonly LiveOutcome[]> {
  const random = createRandomStream(1, name);
  const outcomes: LiveOutcome[] = [];
  for (let trial = 0; trial < trials; trial += 1) {
    const laid = trial % 2 === 0 ? shop.crashed : shop.closed;
    const files = new Map([...laid, ['', Buffer.from(damage(laid.get('') ?? Buffer.of(), random))]]);
    outcomes.push(await tryLiveDamage(files, `${name} ${trial}`));
  }
  return outcomes;
}

/** The length of the header of an SQLite file. */
const HEADER_BYTES = 100;

describe('a damaged data file', () => {
  it.each<[string, Damage]>([
    ['cut', cut],
    ['without a page', zeroPage],
  ])('is always noticed if it is %s: at the start, or in the check of the daily backup', async (name, damage) => {
    const outcomes = await damageLive(name, 20, damage);

    expect(outcomes).toContain('offered');
    expect(outcomes).not.toContain('unnoticed');
  });

  // SQLite keeps no checksums, so a changed bit in a value may stay unnoticed.
  it('is usually noticed if a bit of it changed', async () => {
    const outcomes = await damageLive('single bits', 80, flipUsed);

    const noticed = outcomes.filter((outcome) => ['offered', 'found', 'refused'].includes(outcome));
    const unnoticed = outcomes.filter((outcome) => outcome === 'unnoticed');
    expect(noticed.length).toBeGreaterThan(2 * unnoticed.length);
    expect(outcomes).toContain('found');
  });

  it.each<[string, Damage]>([
    ['emptied', () => new Uint8Array()],
    ['overwritten after its header', (bytes) => Uint8Array.from(bytes).fill(0xee, HEADER_BYTES)],
  ])('is never overlooked if it is %s', async (name, damage) => {
    expect(await damageLive(name, 2, damage)).toEqual(['offered', 'offered']);
  });
});

interface SpoiltBackups {
  readonly paths: ShopPaths;
  /** Newest first. */
  readonly backups: readonly [LaidBackup, ...LaidBackup[]];
  readonly random: Random;
}

/** Damages the newest backup. Returns those of which one must be restored. */
type Spoil = (spoilt: SpoiltBackups) => readonly LaidBackup[];

const spoilBytes =
  (damage: Damage): Spoil =>
  ({ paths, backups: [newest, ...older], random }) => {
    writeFileSync(pathOf(paths, newest), damage(newest.bytes, random));
    return older.slice(0, 1);
  };

/** A damaged manifest may still be accepted if the parts that matter are intact. */
const spoilManifest: Spoil = ({ paths, backups: [newest, ...older], random }) => {
  writeFileSync(getManifestPath(pathOf(paths, newest)), flip(Buffer.from(newest.manifest), random));
  return [newest, ...older.slice(0, 1)];
};

const removeManifest: Spoil = ({ paths, backups: [newest, ...older] }) => {
  rmSync(getManifestPath(pathOf(paths, newest)));
  return older.slice(0, 1);
};

/** Its description says that the oldest one was made last. */
const redateOldest: Spoil = ({ paths, backups }) => {
  const oldest = backups.at(-1) ?? backups[0];
  const redated = oldest.manifest.replace(oldest.backup.madeAt, '2026-12-24T12:00:00.000Z');
  writeFileSync(getManifestPath(pathOf(paths, oldest)), redated);
  return backups.slice(0, 1);
};

/** Damage to the newest backup: its name, the number of trials, and the function that does it. */
const SPOILS: readonly [string, number, Spoil][] = [
  ['another bit', 10, spoilBytes(flip)],
  ['no end', 10, spoilBytes(cut)],
  ['an empty page', 10, spoilBytes(zeroPage)],
  ['another bit in its manifest', 10, spoilManifest],
  ['no manifest', 1, removeManifest],
  ['an older one that calls itself newer', 1, redateOldest],
];

describe('data that is lost except for its log', () => {
  it.each(SPOILS)('is restored from the newest good backup if the newest one has %s', async (name, trials, spoil) => {
    const random = createRandomStream(1, name);
    const [newest, ...older] = shop.backups;
    if (newest === undefined) throw new Error('there is no backup to spoil');
    for (let trial = 0; trial < trials; trial += 1) {
      const paths = prepareTrial();
      mkdirSync(paths.backups);
      for (const laid of shop.backups) {
        writeFileSync(pathOf(paths, laid), laid.bytes);
        writeFileSync(getManifestPath(pathOf(paths, laid)), laid.manifest);
      }
      writeFileSync(`${paths.file}-wal`, shop.crashed.get('-wal') ?? '');
      const expected = listContents(spoil({ paths, backups: [newest, ...older], random }));

      expect(await startShop(paths, { where: `${name} ${trial}`, expected })).toMatchObject({ isRestored: true });
    }
  });
});

function pathOf({ backups }: ShopPaths, { backup }: LaidBackup): string {
  return join(backups, basename(backup.file));
}

function listContents(backups: readonly LaidBackup[]): readonly string[] {
  return backups.map(({ content }) => content);
}

/** One more than the number of backups that are kept. */
const DAYS = 8;

const KEPT = 7;

/** Lower numbers are used when the shop is created. */
const FIRST_CHANGE = 100;

describe('daily backups of an open shop', () => {
  it('are complete, the last seven are kept, and neither a full disk nor damaged data costs one', async () => {
    const paths = listShopPaths(join(folder, 'kept'));
    const { file } = paths;
    mkdirSync(join(folder, 'kept'));
    writeFileSync(file, shop.closed.get('') ?? '');
    const make = (day: number, freeBytes?: () => number) => makeBackup(dailyBackup(paths, dayMs(day)), freeBytes);
    const nameOfDay = (day: number) => `daily-${new Date(dayMs(day)).toISOString().replaceAll(':', '-')}.sqlite`;
    const expectKept = (lastDay: number, where: string) => {
      const remaining = readDirectory(paths.backups).backups.map((backup) => basename(backup.file));
      const first = Math.max(1, lastDay - KEPT + 1);
      const expected = Array.from({ length: lastDay - first + 1 }, (_, index) => nameOfDay(lastDay - index));
      expect(remaining, where).toEqual(expected);
    };
    const store = await openStore({ file, clock: createFixedClock(dayMs(0)) });
    for (let day = 1; day <= DAYS; day += 1) {
      await changeShop(store, FIRST_CHANGE + day);
      const outcome = await make(day);
      if (outcome.kind !== 'made') throw new Error(`day ${day}: ${outcome.kind}`);
      expect(digestContent(outcome.backup.file), `day ${day}`).toBe(digestContent(file));
      expectKept(day, `day ${day}`);
    }
    await store.close();

    expect((await make(DAYS + 1, () => 1)).kind).not.toBe('made');
    expectKept(DAYS, 'after the disk was full');
    spoilPages(file);
    expect((await make(DAYS + 2)).kind).not.toBe('made');
    expectKept(DAYS, 'after the data was damaged');
  });
});

/** Empties the pages with products. The store can still be opened and copied, but it is damaged. */
function spoilPages(file: string): void {
  const bytes = readFileSync(file);
  for (let offset = bytes.indexOf(TITLE); offset >= 0; offset = bytes.indexOf(TITLE)) {
    const start = offset - (offset % PAGE_BYTES);
    bytes.fill(0, start, start + PAGE_BYTES);
  }
  writeFileSync(file, bytes);
}
