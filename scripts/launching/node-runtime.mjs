import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { projectPath } from './project-paths.mjs';

/** The major version that Electron embeds, and the first SQLite in which the store is safe (see electron/store/dialects/sqlite-connection.ts). */
const OLDEST_NODE = [24];
const OLDEST_SQLITE = [3, 51, 3];

/** @typedef {{ readonly node: string, readonly sqlite?: string }} NodeVersions as `process.versions` has them */
/** @typedef {{ readonly platform: string, readonly arch: string }} Machine as `process` has them */
/**
 * A package whose only content is the Node of one platform. It needs no install script.
 *
 * @typedef {object} NodePackage
 * @property {string} name
 * @property {string} version
 * @property {string} program path of the program inside the package
 * @property {object} locked its entry in the lock file, with the digest
 */

/**
 * Whether the product and its tools run on this Node.
 *
 * @param {NodeVersions} versions
 */
export function isFitNode({ node, sqlite = '0' }) {
  return isAtLeast(node, OLDEST_NODE) && isAtLeast(sqlite, OLDEST_SQLITE);
}

/**
 * The optional dependency that brings a Node for this machine, or null where the lock file has none.
 *
 * @param {{ readonly packages: Readonly<Record<string, any>> }} lock the parsed package-lock.json
 * @param {Machine} machine
 * @returns {NodePackage | null}
 */
export function nodePackageFor({ packages }, { platform, arch }) {
  for (const name of Object.keys(packages['']?.optionalDependencies ?? {})) {
    const locked = packages[`node_modules/${name}`];
    if (!locked?.bin?.node) continue;
    // The registry has a plain string where most packages have a list.
    if (![locked.os].flat().includes(platform) || ![locked.cpu].flat().includes(arch)) continue;
    return { name, version: locked.version, program: locked.bin.node, locked };
  }
  return null;
}

/**
 * The instruction for a machine that has no suitable Node and for which no package brings one.
 *
 * @param {NodeVersions} versions of the Node that is there
 * @param {Machine} machine
 */
export function describeMissingNode({ node, sqlite }, { platform, arch }) {
  const present = sqlite === undefined ? `Node ${node}` : `Node ${node} with SQLite ${sqlite}`;
  return (
    `Tilldesk needs Node ${OLDEST_NODE.join('.')} or newer with SQLite ${OLDEST_SQLITE.join('.')} or newer, but this is ` +
    `${present}, and no package provides one for ${platform} on ${arch}: ` +
    'install the newest Node 24 from https://nodejs.org/en/download and start again.'
  );
}

/**
 * Path of the machine's own Node, or null where it is not fit. npm puts the Node of node_modules first on the PATH of its
 * scripts and names the one that it runs on itself in `npm_node_execpath`.
 */
export function ownNode() {
  const packages = projectPath('node_modules') + sep;
  const candidates = [process.env.npm_node_execpath, process.execPath];
  return candidates.find((path) => path && !path.startsWith(packages) && isFitProgram(path)) ?? null;
}

/**
 * Whether a program is a fit Node that runs here: one for glibc does not where there is musl.
 *
 * @param {string} path
 */
export function isFitProgram(path) {
  return isFitNode(path === process.execPath ? process.versions : askVersions(path));
}

/** The package of this project for this machine; throws the sentence of `describeMissingNode` where there is none. */
export function nodePackageOfProject() {
  const lock = JSON.parse(readFileSync(projectPath('package-lock.json'), 'utf8'));
  const found = nodePackageFor(lock, process);
  if (found !== null) return found;
  throw new Error(describeMissingNode(process.versions, process));
}

/**
 * Settings of the allocator of Linux. By default it spreads the threads over up to eight arenas for each processor, and each
 * arena stores what was freed in it. After a block of many megabytes was freed, it also stores blocks of that size. One
 * arena for all threads is as fast here, and saves 13 MB.
 */
export const NODE_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 20),
};

/**
 * Variables for every process that is started here, whatever the environment says. By default Node, Playwright and jiti, with
 * which tools load their configuration, store compiled code in the temporary folder. All users share that one, and none of the
 * three asks who wrote what it finds there.
 */
export const PRIVATE_CACHES = {
  NODE_DISABLE_COMPILE_CACHE: '1',
  JITI_FS_CACHE: 'false',
  PLAYWRIGHT_TRANSFORM_CACHE_DIR: projectPath('node_modules', '.cache', 'playwright'),
};

/** Path of the Node that the product and all tools run on: the machine's own where it is fit, else that of `npm ci`. */
export function nodeOfProject() {
  const own = ownNode();
  if (own !== null) return own;
  const { name, program } = nodePackageOfProject();
  const installed = join(projectPath('node_modules'), name, program);
  if (existsSync(installed)) return installed;
  throw new Error(`${name} is missing from node_modules: delete node_modules and start again.`);
}

/**
 * @param {string} path
 * @returns {NodeVersions} none that is fit where the program does not run
 */
function askVersions(path) {
  try {
    const args = ['-p', 'JSON.stringify(process.versions)'];
    return JSON.parse(execFileSync(path, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return { node: '0' };
  }
}

/**
 * @param {string} version
 * @param {readonly number[]} oldest
 */
function isAtLeast(version, oldest) {
  const parts = version.split('.').map(Number);
  const index = oldest.findIndex((part, place) => parts[place] !== part);
  return index === -1 || (parts[index] ?? 0) > (oldest[index] ?? 0);
}

/**
 * Variables for the programs of this project: with the compiled code of an earlier start they start in two thirds of the time.
 * That code is beside the packages, where nobody can write who cannot change the packages themselves. Node goes on without
 * it in a folder that is read-only.
 */
export const COMPILED_CODE = {
  NODE_DISABLE_COMPILE_CACHE: undefined,
  NODE_COMPILE_CACHE: projectPath('node_modules', '.cache', 'compiled'),
};
