import { closeSync, lstatSync, openSync, rmSync } from 'node:fs';
import { codeOf } from '../base/code-of.ts';

/** Older than the moment that it takes to remove a file: left by a process that was killed in it. */
const STALE_LOCK_MS = 10_000;

/** What tells a file from the one that is put in its place; null where there is none. A link is not followed. */
export function markOfFile(file: string): string | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found === undefined ? null : [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(':');
}

/**
 * Removes the file if it is still the one that had the mark. Of several processes that do so one does it at a time:
 * otherwise the second would remove what the first has put in its place. False where another one is at it.
 */
export function removeLeftBehind(file: string, mark: string | null): boolean {
  const lock = `${file}.takeover`;
  try {
    closeSync(openSync(lock, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    removeStale(lock);
    return false;
  }
  try {
    if (markOfFile(file) === mark) rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(lock, { force: true });
  }
}

function removeStale(lock: string): void {
  const found = lstatSync(lock, { throwIfNoEntry: false });
  if (found !== undefined && Date.now() - found.mtimeMs > STALE_LOCK_MS) rmSync(lock, { force: true });
}
