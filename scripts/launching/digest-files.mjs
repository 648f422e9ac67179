import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { projectPath } from './project-paths.mjs';

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
