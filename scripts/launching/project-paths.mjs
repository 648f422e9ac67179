import { existsSync } from 'node:fs';
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

/** The Node 24 that `npm ci` put into node_modules: what the product and all tools run on. */
export function nodeOfProject() {
  return nodeBelow(projectPath());
}

/**
 * The Node that the package `node` brings to the node_modules of a folder.
 *
 * @param {string} folder
 */
export function nodeBelow(folder) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = join(folder, 'node_modules', 'node', 'bin', file);
  if (existsSync(installed)) return installed;
  throw new Error(
    'Node 24 is missing from node_modules: npm ran without install scripts (ignore-scripts). ' +
      'Allow them, delete node_modules and start again.',
  );
}
