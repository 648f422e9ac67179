import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** With all that is added, and three bytes for a character, still a name that every disk takes. */
const LONGEST_NAME = 70;
const RANDOM_END = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;
/** Somebody may still be writing to a younger one. */
const LEFT_ALONE_MS = 60 * 60 * 1000;

/** A path beside that of a file, for what is to become that file; a new one with each call. */
export function partPathOf(path: string): string {
  return join(dirname(path), `${partStart(path)}${randomUUID()}.part`);
}

/**
 * Removes what killed exports have left beside the file at `path`, and nobody has written to for an hour before `now`
 * (milliseconds since the epoch). It is no part of an export: what cannot be removed stays.
 */
export async function removeOldParts(path: string, now: number): Promise<void> {
  const folder = dirname(path);
  const start = partStart(path);
  // A folder that may not be listed can be written to all the same, and one that is gone is told of by what comes next.
  const names = await readdir(folder).catch((): string[] => []);
  const parts = names.filter((name) => name.startsWith(start) && RANDOM_END.test(name.slice(start.length)));
  await Promise.allSettled(parts.map((name) => removeOld(join(folder, name), now - LEFT_ALONE_MS)));
}

async function removeOld(part: string, before: number): Promise<void> {
  const found = await lstat(part);
  if (found.isFile() && found.mtimeMs < before) await rm(part);
}

function partStart(path: string): string {
  return `.${basename(path).slice(0, LONGEST_NAME)}.`;
}
