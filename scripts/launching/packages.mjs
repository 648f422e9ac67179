import { lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { nodeBelow, projectPath } from './project-paths.mjs';
import { createStampFile, digestFiles } from './stamps.mjs';

/** @typedef {import('./processes.mjs').ProcessTree} ProcessTree */

// Without --include=dev, NODE_ENV=production would leave out the tools that build the product.
const CLEAN_INSTALL = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Runs `npm ci` in a folder of the project when node_modules is missing or the lock file changed. Says nothing when there
 * is nothing to do.
 *
 * @param {ProcessTree} processes
 * @param {string} [folder] from the root of the project, '' for the root itself
 */
export async function installPackages(processes, folder = '') {
  const below = folder === '' ? [] : folder.split('/');
  const modules = projectPath(...below, 'node_modules');
  const stamp = createStampFile(join(modules, '.installed'));
  const lockFile = [...below, 'package-lock.json'].join('/');
  const digest = `${process.platform}-${process.arch} ${digestFiles([lockFile])}`;
  if (stamp.isFor(digest)) return;
  // `npm ci` would empty the folder that the link leads to, which is somebody else's.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error('node_modules is a link to packages of another version: remove the link.');
  }

  process.stderr.write(`Installing the packages${folder && ` of ${folder}`}; once, about a minute ...\n`);
  stamp.remove();
  const status = await withNodeOfProject(processes, (node) =>
    runNpm(processes, { node, folder: projectPath(...below), args: CLEAN_INSTALL }),
  );
  if (status !== 0) {
    throw new Error(
      `npm ci failed (status ${status}): see its message above, and check the connection to the npm registry.`,
    );
  }
  stamp.write(digest);
}

/**
 * Calls `use` with a Node of the project's major version: this one, or one in a temporary folder. On an older
 * Node, npm silently leaves out optional packages that ask for a newer one, such as the native parts of Vite.
 *
 * @param {ProcessTree} processes
 * @param {(node: string) => Promise<number | null>} use
 */
async function withNodeOfProject(processes, use) {
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

/**
 * Runs npm on a given Node and answers its exit status.
 *
 * @param {ProcessTree} processes
 * @param {{ node: string, folder: string, args: string[] }} call
 */
function runNpm(processes, { node, folder, args }) {
  const path = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') || 'PATH';
  const env = { ...process.env, [path]: `${dirname(node)}${delimiter}${process.env[path]}` };
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env };
  const npm = process.env.npm_execpath;
  if (npm && basename(npm) === 'npm-cli.js') return processes.run(node, [npm, ...args], options);
  return processes.run('npm', args, { ...options, shell: process.platform === 'win32' });
}
