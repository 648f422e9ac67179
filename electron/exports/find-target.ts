import type { Stats } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { badName, onDisk } from './disk-failures.ts';
import { expectGoodName } from './expect-good-name.ts';

/** Where a file is put. */
export interface Target {
  /** Of a link, that of the file to which it leads. */
  readonly path: string;
  /** Permission bits of the file that is there; null where there is none. */
  readonly mode: number | null;
}

const PERMISSIONS = 0o777;

/**
 * Finds what is at a path. Throws `ExportError` `not_written` for what is there and is no file, such as a device, which
 * a new file would take the place of, and for a name that is not taken everywhere.
 */
export async function findTarget(path: string): Promise<Target> {
  expectGoodName(path);
  const found = await onDisk(unlessMissing(lstat(path)));
  if (found === null) return { path, mode: null };
  if (!found.isSymbolicLink()) return { path, mode: modeOf(found) };
  const linked = await onDisk(unlessMissing(stat(path)));
  if (linked === null) throw badName('it is a link to a file that does not exist');
  const mode = modeOf(linked);
  return { path: await onDisk(realpath(path)), mode };
}

function modeOf(found: Stats): number {
  if (found.isFile()) return found.mode & PERMISSIONS;
  throw badName(found.isDirectory() ? 'it is a folder' : 'it is no file, but a device or the like');
}

async function unlessMissing(looking: Promise<Stats>): Promise<Stats | null> {
  return looking.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
