import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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
