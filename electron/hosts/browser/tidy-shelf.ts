import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../base/log.ts';

/** Removes what was put into a folder before that moment. Never rejects: what cannot be removed is logged and stays. */
export async function tidyShelf(folder: string, before: number, log: Pick<Log, 'warn'>): Promise<void> {
  const stays = (path: string, err: unknown) =>
    log.warn({ path, err }, 'an export that nobody fetches any more could not be removed');
  try {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      await removeOlder(path, before).catch((error) => stays(path, error));
    }
  } catch (error) {
    stays(folder, error);
  }
}

async function removeOlder(path: string, before: number): Promise<void> {
  const { mtimeMs } = await lstat(path);
  if (mtimeMs < before) await rm(path, { recursive: true, force: true });
}
