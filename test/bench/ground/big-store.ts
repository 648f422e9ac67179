import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { digestFiles } from '../../../scripts/launching/stamps.mjs';
import type { ChildProcesses } from './child-processes.ts';

export const CACHE_FOLDER = projectPath('node_modules', '.cache', 'tilldesk-bench');

const ARGUMENTS = {
  products: '100000',
  orders: '1000000',
  days: '730',
  until: '2026-10-31',
  seed: '7',
};

/** What decides the contents of a generated store besides the arguments. */
const SOURCES = ['electron/store', 'electron/platform/demo', 'electron/cli/generate.ts', 'shared'];

/** The data folder of the big store, generated unless it lies there from an earlier run. */
export async function bigStore(processes: ChildProcesses): Promise<string> {
  const group = Object.values(ARGUMENTS).join('-');
  const folder = join(CACHE_FOLDER, `${group}-${digestFiles(SOURCES).slice(0, 12)}`);
  if (existsSync(folder)) return folder;

  removeOutdated(group);
  const unfinished = `${folder}.part`;
  const program = projectPath('dist', 'host', 'generate.js');
  const options = Object.entries(ARGUMENTS).flatMap(([option, value]) => [`--${option}`, value]);
  const child = processes.spawn([program, '--data-dir', unfinished, ...options], { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`The big store could not be generated (status ${status}).`);
  renameSync(unfinished, folder);
  return folder;
}

/** A store of a gigabyte that no run will use again. */
function removeOutdated(group: string): void {
  mkdirSync(CACHE_FOLDER, { recursive: true });
  for (const name of readdirSync(CACHE_FOLDER).filter((entry) => entry.startsWith(`${group}-`))) {
    rmSync(join(CACHE_FOLDER, name), { recursive: true });
  }
}
