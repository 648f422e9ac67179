import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Backup, type BackupReason, parseManifest } from './backup-manifest.ts';

/** A file that cannot be put back, and why, as the end of a sentence. */
export interface SkippedBackup {
  readonly name: string;
  readonly reason: string;
}

export interface BackupShelf {
  /** The newest first. */
  readonly backups: readonly Backup[];
  /** What has no manifest that fits it: it is no backup. */
  readonly strange: readonly SkippedBackup[];
}

export const BACKUP_ENDING = '.sqlite';
export const MANIFEST_ENDING = '.json';
const MOST_KEPT: Readonly<Record<BackupReason, number>> = { daily: 7, migration: 2 };

/** What lies in the folder of backups, which need not exist. Contents are not looked at. */
export function readShelf(folder: string): BackupShelf {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.filter((name) => name.endsWith(BACKUP_ENDING));
  const found = files.map((name) => ({ name, backup: backupIn(folder, name) }));
  return {
    backups: found
      .flatMap(({ backup }) => (backup === null ? [] : [backup]))
      .sort((left, right) => (left.madeAt < right.madeAt ? 1 : -1)),
    strange: found
      .filter(({ backup }) => backup === null)
      .map(({ name }) => ({ name, reason: 'its description is missing or is not its own' })),
  };
}

function backupIn(folder: string, name: string): Backup | null {
  const stem = basename(name, BACKUP_ENDING);
  const description = join(folder, `${stem}${MANIFEST_ENDING}`);
  if (!existsSync(description)) return null;
  const manifest = parseManifest(readFileSync(description, 'utf8'), stem);
  return manifest && { ...manifest, file: join(folder, name) };
}

/**
 * Removes the oldest backups of one sort beyond those that are kept. Only for when `newest`, which was just made, is
 * known to be good. One that says it was made later was made before, by a clock that was wrong.
 */
export function pruneShelf(folder: string, newest: Pick<Backup, 'reason' | 'madeAt'>): void {
  const ofSort = readShelf(folder).backups.filter(({ reason }) => reason === newest.reason);
  const isWrong = ({ madeAt }: Backup) => madeAt > newest.madeAt;
  const byAge = [...ofSort.filter((backup) => !isWrong(backup)), ...ofSort.filter(isWrong)];
  for (const { file } of byAge.slice(MOST_KEPT[newest.reason])) {
    rmSync(file);
    rmSync(manifestOf(file));
  }
}

export function manifestOf(file: string): string {
  return `${file.slice(0, -BACKUP_ENDING.length)}${MANIFEST_ENDING}`;
}
