import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StoreError } from '../store-error.ts';
import { STORE_PARTS } from './store-files.ts';

type Rename = (from: string, to: string) => void;

interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * Moves a store with everything that lies beside it into a new folder of `damagedFolder`, and answers that. Nothing is
 * removed or replaced. The store goes first: without it the rest cannot be mistaken for a store, and whoever finds it
 * alone, because a kill came in between, goes on in the same folder. Throws `StoreError`, with everything put back.
 */
export function setStoreAside(
  file: string,
  damagedFolder: string,
  at: number,
  rename: Rename = renameSync,
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

/** Where a store lies whose other parts are still in place; null for none. */
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
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError('unavailable', `The damaged data cannot be set aside (${reason}); ${where}.`, {
      cause,
    });
  }
}

function isPutBack({ from, to }: Move, rename: Rename): boolean {
  try {
    rename(to, from);
    return true;
  } catch {
    // The sentence about the first failure names what lies elsewhere.
    return false;
  }
}
