import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { projectPath } from './project-paths.mjs';

/**
 * A file that remembers for which inputs a piece of work was finished.
 *
 * @param {string} path
 */
export function createStampFile(path) {
  return {
    /** @param {string} digest */
    isFor(digest) {
      return existsSync(path) && readFileSync(path, 'utf8') === digest;
    },

    /** @param {string} digest */
    write(digest) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, digest);
    },

    /** To be called before the work begins, so that work broken off is not taken for finished. */
    remove() {
      rmSync(path, { force: true });
    },
  };
}

/**
 * SHA-256 (hex) over the paths and contents of files and of all files below folders.
 *
 * @param {string[]} paths from the root of the project
 */
export function digestFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(listFiles)) {
    hash.update(`${path}\0`);
    hash.update(readFileSync(projectPath(path)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  const absolute = projectPath(path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}
