import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { locateInDataFolder } from '../../../electron/startup/data-folder.ts';

/** Copies the store of a data folder into a new one below `cacheFolder`: programs write tokens where they run. */
export function copyStore(dataDir: string, cacheFolder: string): string {
  const source = locateInDataFolder(dataDir).store;
  if (!existsSync(source)) throw new Error(`There is no store in ${dataDir}.`);
  removeLeftovers(cacheFolder);
  const copy = join(cacheFolder, `run-${process.pid}`);
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

/** Copies of runs that were killed. */
function removeLeftovers(cacheFolder: string): void {
  if (!existsSync(cacheFolder)) return;
  for (const name of readdirSync(cacheFolder)) {
    const pid = /^run-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(cacheFolder, name), { recursive: true });
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
