import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ExportTarget } from '../core/host.ts';
import { codeOf } from '../launch/code-of.ts';
import type { Clock } from '../session/clock.ts';

/** Files that the program has written and a browser fetches. */
export interface DownloadShelf {
  reserve(fileName: string): Promise<ExportTarget>;
  /** Null for one that is not finished, or not there any more. */
  find(id: string): Promise<ShelvedFile | null>;
  /** Under which id a path lies here; null for one that lies elsewhere. */
  idOf(path: string): string | null;
}

export interface ShelvedFile {
  readonly fileName: string;
  readonly path: string;
}

const KEEP_MS = 24 * 60 * 60 * 1000;
/** 16 random bytes in base64url: nobody guesses one, and none of them is a path. */
const ID = /^[A-Za-z0-9_-]{22}$/;

/** Address of a download on the own origin. */
export function downloadOf(id: string): string {
  return `/downloads/${id}`;
}

/**
 * Each file gets a folder of its own in `folder`, in which it may be given another name. What earlier runs have left
 * there is removed after a day.
 */
export async function openDownloadShelf(folder: string, clock: Pick<Clock, 'now'>): Promise<DownloadShelf> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOld(folder, clock.now() - KEEP_MS);
  return {
    async reserve(fileName) {
      const id = randomBytes(16).toString('base64url');
      const place = join(folder, id);
      await mkdir(place, { mode: 0o700 });
      return {
        path: join(place, plainName(fileName)),
        download: downloadOf(id),
        release: () => rm(place, { recursive: true, force: true }),
      };
    },
    async find(id) {
      const fileName = ID.test(id) ? await finishedIn(join(folder, id)) : null;
      return fileName === null ? null : { fileName, path: join(folder, id, fileName) };
    },
    idOf(path) {
      const place = dirname(path);
      const id = basename(place);
      return dirname(place) === folder && ID.test(id) ? id : null;
    },
  };
}

/** Names that begin with a dot are those of files that are still being written. */
function plainName(fileName: string): string {
  return basename(fileName).replace(/^\.+/, '') || 'export';
}

async function finishedIn(place: string): Promise<string | null> {
  try {
    const entries = await readdir(place, { withFileTypes: true });
    return entries.find((entry) => entry.isFile() && !entry.name.startsWith('.'))?.name ?? null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < before) await rm(path, { recursive: true });
  }
}
