import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeBelow, projectPath } from './project-paths.mjs';
import { runNpm } from './run-npm.mjs';

/**
 * Calls `use` with a Node of the project's major version: this one, or one in a temporary folder. On an older
 * Node, npm silently leaves out optional packages that ask for a newer one, such as the native parts of Vite.
 *
 * @param {import('./process-tree.mjs').ProcessTree} processes
 * @param {(node: string) => Promise<number | null>} use
 */
export async function borrowNode(processes, use) {
  const version = JSON.parse(readFileSync(projectPath('package.json'), 'utf8')).devDependencies.node;
  if (majorOf(process.versions.node) >= majorOf(version)) return use(process.execPath);

  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-node-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }');
    const args = ['install', `node@${version}`, '--no-audit', '--no-fund', '--loglevel=error'];
    const status = await runNpm(processes, { node: process.execPath, folder, args });
    return status === 0 ? await use(nodeBelow(folder)) : status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} version */
function majorOf(version) {
  return Number(version.split('.')[0]);
}
