import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';

const SOURCE = projectPath('test', 'abuse', 'failing-disk', 'failing-disk.c');

/** The library in this folder; null on a machine that has no C compiler for it. Throws where it does not compile. */
export function compileFailingDisk(folder: string): string | null {
  if (process.platform !== 'linux') return null;
  const library = join(folder, 'failing-disk.so');
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], {
    encoding: 'utf8',
  });
  if (compiled.error && 'code' in compiled.error && compiled.error.code === 'ENOENT') return null;
  if (compiled.status !== 0) throw new Error(`the failing disk does not compile: ${compiled.stderr}`);
  return library;
}
