import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { getErrorCode } from './errors.ts';

/** Windows reports these while a virus scanner, an indexer or a backup has the file open. */
const HELD_BY_ANOTHER = ['EPERM', 'EACCES', 'EBUSY'];

const PAUSE_MS = 50;

/** With the pauses, this takes a second. */
const MAX_REPEATS = 20;

interface RenameDeps<Done> {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => Done;
  readonly pause: (ms: number) => Done;
}

const SYSTEM: RenameDeps<Promise<void>> = { platform: process.platform, rename, pause: (ms) => setTimeout(ms) };

const SYSTEM_SYNC: RenameDeps<void> = {
  platform: process.platform,
  rename: renameSync,
  pause: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/** Renames a file. On Windows it retries for a second while another program has the file open. */
export async function renameFile(from: string, to: string, deps: RenameDeps<Promise<void>> = SYSTEM): Promise<void> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await deps.rename(from, to);
    } catch (error) {
      if (!mayRepeat(error, repeats, deps)) throw error;
    }
    await deps.pause(PAUSE_MS);
  }
}

/** The same, synchronously: it blocks the thread meanwhile. */
export function renameFileSync(from: string, to: string, deps: RenameDeps<void> = SYSTEM_SYNC): void {
  for (let repeats = 0; ; repeats += 1) {
    try {
      deps.rename(from, to);
      return;
    } catch (error) {
      if (!mayRepeat(error, repeats, deps)) throw error;
    }
    deps.pause(PAUSE_MS);
  }
}

function mayRepeat(error: unknown, repeats: number, { platform }: Pick<RenameDeps<unknown>, 'platform'>): boolean {
  return platform === 'win32' && repeats < MAX_REPEATS && HELD_BY_ANOTHER.includes(getErrorCode(error));
}
