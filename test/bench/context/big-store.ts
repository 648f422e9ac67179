import { once } from 'node:events';
import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { locateInDataFolder } from '../../../electron/startup/data-folder.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { digestFiles } from '../../../scripts/launching/stamps.mjs';
import type { ChildProcesses } from './running-product.ts';

export interface StoreSize {
  readonly products: number;
  readonly orders: number;
}

export const BIG: StoreSize = { products: 100_000, orders: 1_000_000 };

const ARGUMENTS = { days: 730, until: '2026-10-31', seed: 7 };

const CACHE_FOLDER = projectPath('node_modules', '.cache', 'tilldesk-bench');

/** The sources that decide the contents of a generated store, besides the arguments. */
const SOURCES = ['electron/store', 'electron/platform/demo', 'electron/cli/generate.ts', 'shared'];

/** The data folder of the big store, or of a smaller one, generated unless an earlier run has left it. */
export async function bigStore(processes: ChildProcesses, { products, orders } = BIG): Promise<string> {
  const generated = { products, orders, ...ARGUMENTS };
  const group = Object.values(generated).join('-');
  const folder = join(CACHE_FOLDER, `${group}-${digestFiles(SOURCES).slice(0, 12)}`);
  if (existsSync(folder)) return folder;

  removeOutdated(group);
  const unfinished = `${folder}.part`;
  const program = projectPath('dist', 'host', 'generate.js');
  const options = Object.entries(generated).flatMap(([option, value]) => [`--${option}`, String(value)]);
  const child = processes.spawn([program, '--data-dir', unfinished, ...options], { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`The big store could not be generated (status ${status}).`);
  renameSync(unfinished, folder);
  return folder;
}

/** Removes stores, a gigabyte each, that no run will use again. */
function removeOutdated(group: string): void {
  mkdirSync(CACHE_FOLDER, { recursive: true });
  for (const name of readdirSync(CACHE_FOLDER).filter((entry) => entry.startsWith(`${group}-`))) {
    rmSync(join(CACHE_FOLDER, name), { recursive: true });
  }
}

/**
 * Copies the store of a data folder into the cache until the run ends, because programs write tokens to their store.
 */
export function copyStore(dataDir: string): string {
  const source = locateInDataFolder(dataDir).store;
  if (!existsSync(source)) throw new Error(`There is no store in ${dataDir}.`);
  removeLeftovers();
  const copy = join(CACHE_FOLDER, `run-${process.pid}`);
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  mkdirSync(copy, { recursive: true, mode: 0o700 });
  const target = locateInDataFolder(copy).store;
  for (const part of ['', '-wal']) {
    if (existsSync(`${source}${part}`)) {
      copyFileSync(`${source}${part}`, `${target}${part}`, constants.COPYFILE_FICLONE);
    }
  }
  return copy;
}

/** Removes the copies of killed runs. */
function removeLeftovers(): void {
  if (!existsSync(CACHE_FOLDER)) return;
  for (const name of readdirSync(CACHE_FOLDER)) {
    const pid = /^run-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(CACHE_FOLDER, name), { recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
