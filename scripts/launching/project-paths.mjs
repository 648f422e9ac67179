import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Absolute path of a file or folder of the project, from its path below the project's root.
 *
 * @param {string[]} below
 */
export function projectPath(...below) {
  return join(fileURLToPath(new URL('../..', import.meta.url)), ...below);
}
