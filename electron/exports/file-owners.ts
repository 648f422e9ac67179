import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';

const ROOT = 0;
const MAX_LINKS = 40;

/** `undefined` on Windows, where the owner of a file has no number. */
function getOwnUid(): number | undefined {
  return process.geteuid?.();
}

/** Whether a file belongs to the user of this process; on Windows always. */
export function isOwnedByThisProcess({ uid }: { readonly uid: number | bigint }): boolean {
  const own = getOwnUid();
  return own === undefined || Number(uid) === own;
}

export interface FollowedPath {
  /** The path without links. */
  readonly path: string;
  /** Path of a link that belongs to neither this user nor root, where following stops; `null` if there is none. */
  readonly foreignLink: string | null;
}

/**
 * Follows the links on an absolute path to what exists there, folder by folder. Anyone who may write to one of the
 * folders can put a link there to a file that only this user can write to, so a link of another user is not followed.
 * On Windows the owner is unknown, and every link is followed. Throws the error of the file system.
 */
export async function followLinks(requested: string): Promise<FollowedPath> {
  const own = getOwnUid();
  if (own === undefined) {
    // Only for a link: some drives of Windows have no real paths.
    const isLink = (await lstat(requested)).isSymbolicLink();
    return { path: isLink ? await realpath(requested) : requested, foreignLink: null };
  }
  const absolute = resolve(requested);
  let path = parse(absolute).root;
  let names = splitPath(absolute);
  let links = 0;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    // `..` in a link is relative to the folder that the links before it led to.
    const next = name === '..' ? dirname(path) : join(path, name);
    const found = await lstat(next);
    if (!found.isSymbolicLink()) {
      path = next;
      continue;
    }
    if (found.uid !== own && found.uid !== ROOT) return { path, foreignLink: next };
    links += 1;
    // They were changed just now: the system had found an end to them before.
    if (links > MAX_LINKS) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
    const target = await readlink(next);
    if (isAbsolute(target)) path = parse(target).root;
    names = [...splitPath(target), ...names];
  }
  return { path, foreignLink: null };
}

function splitPath(path: string): string[] {
  return path.split(sep).filter((name) => name !== '' && name !== '.');
}
