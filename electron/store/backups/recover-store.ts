import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { getErrorMessage } from '../../base/errors.ts';
import { renameFileSync } from '../../base/rename-file.ts';
import type { Store } from '../open-store.ts';
import { StoreError } from '../store-error.ts';
import { type Backup, readDirectory, type SkippedBackup } from './backup-directory.ts';
import type { BackupWork } from './backup-work.ts';
import { getFileSize, removeStore, STORE_SUFFIXES } from './store-files.ts';

/** The information from which the user chooses. */
export interface DamagedStore {
  /** The damage, in one message. */
  readonly damage: string;
  readonly backup: Backup | null;
  /** A newer backup without a valid signature of this data folder. `null` if there is none. */
  readonly unverified: Backup | null;
  readonly skipped: readonly SkippedBackup[];
}

/** The result of recovering a damaged store. */
export interface Recovery {
  /** The folder with the damaged files. */
  readonly setAside: string;
  /** The restored backup. `null` if a new, empty store was created. */
  readonly backup: Backup | null;
  /** Whether the backup has a valid signature of this data folder. */
  readonly isVerified: boolean;
}

export interface RecoverableStore {
  readonly file: string;
  readonly backups: string;
  readonly damaged: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Verifies backups. `null` if the data folder has no secret key. */
  readonly signingKey: Uint8Array | null;
  readonly work: Pick<BackupWork, 'inspect' | 'findLastGood' | 'prepareRestore'>;
  /** Opens the store and prepares it for use. */
  readonly open: () => Promise<Store>;
  /** Whether to inspect a store that can be opened. */
  readonly isInspected: boolean;
  /** Called before any change. If it throws, nothing is changed. */
  readonly choose: (damaged: DamagedStore) => Promise<'backup' | 'unverified' | 'new'>;
}

/** Opens a store. A damaged one is set aside and replaced by what the user chooses. Throws `StoreError`. */
export async function recoverStore(
  options: RecoverableStore,
): Promise<{ readonly store: Store; readonly recovery: Recovery | null }> {
  const found = await openUndamaged(options);
  if (typeof found !== 'string') return { store: found, recovery: null };
  const recovery = await recover(found, options);
  return { store: await options.open(), recovery };
}

async function recover(damage: string, options: RecoverableStore): Promise<Recovery> {
  const { file, clock, work } = options;
  const good = await work.findLastGood(options.backups, options.signingKey);
  const choice = await options.choose({ damage, ...good });
  const draft = `${file}.restoring`;
  // A restore that was killed may have left a draft.
  removeStore(draft);
  if (choice === 'new') {
    return { setAside: setStoreAside(file, options.damaged, clock.now()), backup: null, isVerified: false };
  }
  const backup = choice === 'backup' ? good.backup : good.unverified;
  if (backup === null) throw new StoreError('corrupt', `${damage} No backup can be restored.`);
  await prepareDraft(options, backup, draft);
  const setAside = setStoreAside(file, options.damaged, clock.now());
  renameFileSync(draft, file);
  return { setAside, backup, isVerified: choice === 'backup' };
}

async function prepareDraft({ work, clock }: RecoverableStore, backup: Backup, draft: string): Promise<void> {
  try {
    await work.prepareRestore(backup, draft, clock.now());
  } catch (error) {
    removeStore(draft);
    // Only file system errors lack a message for the user.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const message = `The backup cannot be restored (${error.message}). Nothing was changed.`;
    throw new StoreError('unavailable', message, { cause: error });
  }
}

/** Returns the store, or a message about its damage. */
async function openUndamaged({ file, backups, open, ...options }: RecoverableStore): Promise<Store | string> {
  if (isLost(file, backups)) {
    return `The data file ${file} is missing or empty, although it had data before.`;
  }
  let store: Store;
  try {
    store = await open();
  } catch (error) {
    const damage = await findDamage(error, file, options.work);
    if (damage === null) throw error;
    return damage;
  }
  const [finding] = options.isInspected ? await options.work.inspect(file) : [];
  if (finding === undefined) return store;
  await store.close();
  return describeDamage(file, finding);
}

/** Returns a message about the damage of a store that could not be opened. `null` if it is not damaged. */
async function findDamage(error: unknown, file: string, work: Pick<BackupWork, 'inspect'>): Promise<string | null> {
  if (error instanceof StoreError) return error.code === 'corrupt' ? error.message : null;
  // SQLite notices some damage, such as a missing table, only on a full check.
  const [finding] = await work.inspect(file);
  return finding === undefined ? null : describeDamage(file, finding);
}

function describeDamage(file: string, finding: string): string {
  return `The data file ${basename(file)} is damaged (${finding}).`;
}

/** Checked first, because SQLite would create a new store and remove the write-ahead log of the lost one. */
function isLost(file: string, backups: string): boolean {
  if (getFileSize(file) > 0) return false;
  const { backups: good, unrecognised } = readDirectory(backups);
  return getFileSize(`${file}-wal`) > 0 || good.length + unrecognised.length > 0;
}

type Rename = (from: string, to: string) => void;

interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * Moves a store and its side files into a new folder in `damagedFolder` and returns that folder. Replaces nothing. The
 * store moves first, because its other files are no store. After a kill, the next call continues in the same folder.
 * Throws `StoreError` and moves everything back.
 */
export function setStoreAside(
  file: string,
  damagedFolder: string,
  at: number,
  rename: Rename = renameFileSync,
): string {
  if (!existsSync(damagedFolder)) mkdirSync(damagedFolder, { mode: 0o700 });
  const parts = STORE_SUFFIXES.filter((part) => existsSync(`${file}${part}`));
  const folder = findUnfinishedFolder(file, damagedFolder, parts) ?? makeFolder(damagedFolder, at);
  moveAll(
    parts.map((part) => ({ from: `${file}${part}`, to: join(folder, `${basename(file)}${part}`) })),
    rename,
  );
  return folder;
}

/** Finds the folder of an interrupted move. `null` if there is none. */
function findUnfinishedFolder(file: string, damagedFolder: string, parts: readonly string[]): string | null {
  const newest = readdirSync(damagedFolder).sort().at(-1);
  if (newest === undefined || parts.includes('')) return null;
  const folder = join(damagedFolder, newest);
  const isMoved = (part: string) => existsSync(join(folder, `${basename(file)}${part}`));
  return isMoved('') && !parts.some(isMoved) ? folder : null;
}

function makeFolder(damagedFolder: string, at: number): string {
  const timestamp = new Date(at).toISOString().replaceAll(':', '-');
  let folder = join(damagedFolder, timestamp);
  for (let number = 2; existsSync(folder); number += 1) folder = join(damagedFolder, `${timestamp}-${number}`);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

function moveAll(moves: readonly Move[], rename: Rename): void {
  const done: Move[] = [];
  try {
    for (const move of moves) {
      if (existsSync(move.to)) throw new Error(`${move.to} already exists`);
      rename(move.from, move.to);
      done.unshift(move);
    }
  } catch (cause) {
    const stuck = done.filter((move) => !tryMoveBack(move, rename));
    const where =
      stuck.length === 0 ? 'nothing was changed' : `these files stay moved: ${stuck.map(({ to }) => to).join(', ')}`;
    const message = `The damaged data cannot be moved (${getErrorMessage(cause)}); ${where}.`;
    throw new StoreError('unavailable', message, { cause });
  }
}

function tryMoveBack({ from, to }: Move, rename: Rename): boolean {
  try {
    rename(to, from);
    return true;
  } catch {
    // The caller reports the first error, which names the files that stay moved.
    return false;
  }
}
