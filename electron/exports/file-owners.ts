import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';

const ROOT = 0;
const MOST_LINKS = 40;

/** Undefined on Windows, where files have no owner with a number. */
function ownUid(): number | undefined {
  return process.geteuid?.();
}

/** Whether a file belongs to the user of this process; on Windows always. */
export function isOwn({ uid }: { readonly uid: number | bigint }): boolean {
  const own = ownUid();
  return own === undefined || Number(uid) === own;
}

export interface FollowedPath {
  /** The path without links. */
  readonly path: string;
  /** Path of a link that neither this user nor root has made, where the way ends; null where there is none. */
  readonly foreignLink: string | null;
}

/**
 * Follows the links on an absolute path to what exists there, folder by folder. Anyone who may write to one of the
 * folders can put a link there that leads to a file which only this user can write to: so a link of another user is not
 * followed. On Windows the owner is not known, and every link is. Throws what the file system answers.
 */
export async function followLinks(asked: string): Promise<FollowedPath> {
  const own = ownUid();
  if (own === undefined) {
    // Of a link alone: some drives of Windows have no real paths.
    const isLink = (await lstat(asked)).isSymbolicLink();
    return { path: isLink ? await realpath(asked) : asked, foreignLink: null };
  }
  const absolute = resolve(asked);
  let path = parse(absolute).root;
  let names = partsOf(absolute);
  let links = 0;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    // `..` in a link is that of the folder to which the links before it led.
    const next = name === '..' ? dirname(path) : join(path, name);
    const found = await lstat(next);
    if (!found.isSymbolicLink()) {
      path = next;
      continue;
    }
    if (found.uid !== own && found.uid !== ROOT) return { path, foreignLink: next };
    links += 1;
    // They were changed just now: before, the system found an end to them.
    if (links > MOST_LINKS) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
    const target = await readlink(next);
    if (isAbsolute(target)) path = parse(target).root;
    names = [...partsOf(target), ...names];
  }
  return { path, foreignLink: null };
}

function partsOf(path: string): string[] {
  return path.split(sep).filter((name) => name !== '' && name !== '.');
}
