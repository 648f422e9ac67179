import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Random } from '../../../electron/platform/demo/prng.ts';
import { manifestOf } from '../../../electron/store/backups/backup-directory.ts';
import { cut, type Damage, flip } from '../damaged-log/damage.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, judgeRecovery } from './judge-recovery.ts';
import { type LaidBackup, type LaidShop, STORE_NAME } from './lay-shop.ts';
import { zeroPage } from './page-damage.ts';
import { type ShopPlace, startShop } from './start-shop.ts';

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
export const SPOIL_KINDS = SPOILS.length;

/** Starts on data that is lost, with a backup that is not good. `number` says what is wrong with that. */
export async function tryBackupDamage(
  run: SuiteRun,
  { folder, shop, random, number }: BackupTrial,
): Promise<void> {
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
