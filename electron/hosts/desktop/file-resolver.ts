import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { codeOf } from '../../base/code-of.ts';

/** Codes with which the file system says that there is no such file. */
const MISSING_CODES = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'];

/**
 * The real path of the file that a URL path names below `folder`, or null. Decoded once, and refused when it
 * leaves the folder, through `..`, another drive, a network name or a link.
 */
export async function resolveFile(folder: string, urlPath: string): Promise<string | null> {
  const named = decode(urlPath);
  if (named === null || !isPlain(named)) return null;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, named));
    return isWithin(root, file) ? file : null;
  } catch (error) {
    if (MISSING_CODES.includes(codeOf(error))) return null;
    throw error;
  }
}

function decode(urlPath: string): string | null {
  try {
    return decodeURIComponent(urlPath);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** The files of a build have plain names; signs that an operating system reads in its own way are refused. */
function isPlain(path: string): boolean {
  const hasSpecialSign = /[\\:%\0]/.test(path);
  return path.startsWith('/') && !hasSpecialSign && !path.split('/').includes('..');
}

function isWithin(root: string, file: string): boolean {
  const way = relative(root, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
