import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import { renameFileSync } from '../../base/rename-file.ts';
import type { Store } from '../open-store.ts';
import { StoreError } from '../store-error.ts';
import { type Backup, readDirectory, type SkippedBackup } from './backup-directory.ts';
import type { BackupWork } from './backup-work.ts';
import { removeStore, STORE_PARTS, sizeOf } from './store-files.ts';

/** What the user has to know in order to choose. */
export interface DamagedStore {
  /** What is wrong, in one sentence. */
  readonly damage: string;
  readonly backup: Backup | null;
  /** A newer backup without the signature of this data folder; null for none. */
  readonly unverified: Backup | null;
  readonly skipped: readonly SkippedBackup[];
}

/** What was done about a damaged store. */
export interface Recovery {
  /** Folder with the damaged files. */
  readonly setAside: string;
  /** The restored backup; null for a new, empty store. */
  readonly backup: Backup | null;
  /** Whether this data folder has signed the backup. */
  readonly isVerified: boolean;
}

export interface RecoverableStore {
  readonly file: string;
  readonly backups: string;
  readonly damaged: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Verifies backups; null where the data folder has no secret key. */
  readonly signingKey: Uint8Array | null;
  readonly work: Pick<BackupWork, 'inspect' | 'findLastGood' | 'prepareRestore'>;
  /** Opens the store and prepares it for use. */
  readonly open: () => Promise<Store>;
  /** True: a store that can be opened is inspected as well. */
  readonly isInspected: boolean;
  /** Called before any change; when it throws, nothing is changed. */
  readonly choose: (damaged: DamagedStore) => Promise<'backup' | 'unverified' | 'new'>;
}

/** Opens a store; a damaged one is set aside and replaced by what the user chooses. Throws `StoreError`. */
export async function recoverStore(
  options: RecoverableStore,
): Promise<{ readonly store: Store; readonly recovery: Recovery | null }> {
  const found = await openWhole(options);
  if (typeof found !== 'string') return { store: found, recovery: null };
  const recovery = await recover(found, options);
  return { store: await options.open(), recovery };
}

async function recover(damage: string, options: RecoverableStore): Promise<Recovery> {
  const { file, clock, work } = options;
  const good = await work.findLastGood(options.backups, options.signingKey);
  const choice = await options.choose({ damage, ...good });
  const draft = `${file}.restoring`;
  // A killed restore may have left it.
  removeStore(draft);
  if (choice === 'new') {
    return { setAside: setStoreAside(file, options.damaged, clock.now()), backup: null, isVerified: false };
  }
  const backup = choice === 'backup' ? good.backup : good.unverified;
  if (backup === null) throw new StoreError('corrupt', `${damage} No backup can be put back.`);
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
    // Only errors of the file system need a sentence.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const sentence = `The backup cannot be put back (${error.message}). Nothing has been changed.`;
    throw new StoreError('unavailable', sentence, { cause: error });
  }
}

/** The store, or what is wrong with it. */
async function openWhole({ file, backups, open, ...options }: RecoverableStore): Promise<Store | string> {
  if (isLost(file, backups)) {
    return `The data file ${file} is missing or empty, though data was kept in it before.`;
  }
  let store: Store;
  try {
    store = await open();
  } catch (error) {
    const damage = await damageBehind(error, file, options.work);
    if (damage === null) throw error;
    return damage;
  }
  const [finding] = options.isInspected ? await options.work.inspect(file) : [];
  if (finding === undefined) return store;
  await store.close();
  return damagedBy(file, finding);
}

/** What is wrong with a store that could not be opened; null where the store is whole. */
async function damageBehind(error: unknown, file: string, work: Pick<BackupWork, 'inspect'>): Promise<string | null> {
  if (error instanceof StoreError) return error.code === 'corrupt' ? error.message : null;
  // SQLite notices some damage, such as a missing table, only when all is read.
  const [finding] = await work.inspect(file);
  return finding === undefined ? null : damagedBy(file, finding);
}

function damagedBy(file: string, finding: string): string {
  return `The data file ${basename(file)} is damaged (${finding}).`;
}

/** SQLite would create a new store there, and remove the write-ahead log of the lost one. */
function isLost(file: string, backups: string): boolean {
  if (sizeOf(file) > 0) return false;
  const { backups: good, strange } = readDirectory(backups);
  return sizeOf(`${file}-wal`) > 0 || good.length + strange.length > 0;
}

type Rename = (from: string, to: string) => void;

interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * Moves a store with the files beside it into a new folder of `damagedFolder`, and answers that folder. Nothing is
 * removed or replaced. The store goes first: without it the rest cannot be mistaken for a store. If a kill came in
 * between, the next call continues in the same folder. Throws `StoreError`, with everything put back.
 */
export function setStoreAside(
  file: string,
  damagedFolder: string,
  at: number,
  rename: Rename = renameFileSync,
): string {
  if (!existsSync(damagedFolder)) mkdirSync(damagedFolder, { mode: 0o700 });
  const parts = STORE_PARTS.filter((part) => existsSync(`${file}${part}`));
  const folder = unfinishedFolder(file, damagedFolder, parts) ?? makeFolder(damagedFolder, at);
  moveAll(
    parts.map((part) => ({ from: `${file}${part}`, to: join(folder, `${basename(file)}${part}`) })),
    rename,
  );
  return folder;
}

/** The folder of a move that was interrupted after the store; null for none. */
function unfinishedFolder(file: string, damagedFolder: string, parts: readonly string[]): string | null {
  const newest = readdirSync(damagedFolder).sort().at(-1);
  if (newest === undefined || parts.includes('')) return null;
  const folder = join(damagedFolder, newest);
  const isTaken = (part: string) => existsSync(join(folder, `${basename(file)}${part}`));
  return isTaken('') && !parts.some(isTaken) ? folder : null;
}

function makeFolder(damagedFolder: string, at: number): string {
  const moment = new Date(at).toISOString().replaceAll(':', '-');
  let folder = join(damagedFolder, moment);
  for (let number = 2; existsSync(folder); number += 1) folder = join(damagedFolder, `${moment}-${number}`);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

function moveAll(moves: readonly Move[], rename: Rename): void {
  const done: Move[] = [];
  try {
    for (const move of moves) {
      if (existsSync(move.to)) throw new Error(`${move.to} is there already`);
      rename(move.from, move.to);
      done.unshift(move);
    }
  } catch (cause) {
    const stuck = done.filter((move) => !isPutBack(move, rename));
    const where =
      stuck.length === 0
        ? 'everything is as it was'
        : `these lie elsewhere now: ${stuck.map(({ to }) => to).join(', ')}`;
    const sentence = `The damaged data cannot be set aside (${messageOf(cause)}); ${where}.`;
    throw new StoreError('unavailable', sentence, { cause });
  }
}

function isPutBack({ from, to }: Move, rename: Rename): boolean {
  try {
    rename(to, from);
    return true;
  } catch {
    // The error of the first failure names the files that were moved.
    return false;
  }
}
