import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportTarget } from '../core/host.ts';
import type { Clock } from '../session/clock.ts';

/** Files that the program has written and a browser fetches. */
export interface DownloadShelf {
  reserve(fileName: string): Promise<ExportTarget>;
  find(id: string): ShelvedFile | null;
}

export interface ShelvedFile {
  readonly fileName: string;
  readonly path: string;
}

const KEEP_MS = 24 * 60 * 60 * 1000;

/** Each file gets a folder of its own in `folder`. What earlier runs have left there is removed after a day. */
export async function openDownloadShelf(folder: string, clock: Pick<Clock, 'now'>): Promise<DownloadShelf> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld(folder, clock.now() - KEEP_MS);
  const files = new Map<string, ShelvedFile>();
  return {
    async reserve(fileName) {
      const id = randomBytes(16).toString('base64url');
      await mkdir(join(folder, id), { mode: 0o700 });
      const path = join(folder, id, 'export');
      files.set(id, { fileName, path });
      return { path, download: `/downloads/${id}` };
    },
    find: (id) => files.get(id) ?? null,
  };
}

async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < before) await rm(path, { recursive: true });
  }
}
