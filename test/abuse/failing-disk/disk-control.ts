import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';

const SOURCE = projectPath('test', 'abuse', 'failing-disk', 'failing-disk.c');

/** The library in this folder; `null` on a machine without a C compiler for it. Throws if it does not compile. */
export function compileFailingDisk(folder: string): string | null {
  if (process.platform !== 'linux') return null;
  const library = join(folder, 'failing-disk.so');
  const { error, status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], {
    encoding: 'utf8',
  });
  if (error && 'code' in error && error.code === 'ENOENT') return null;
  if (status !== 0) throw new Error(`the failing disk does not compile: ${stderr}`);
  return library;
}

/** SIGKILL ends the process instead. */
const ERRORS = { EIO: 5, ENOSPC: 28, SIGKILL: 0 } as const;

/** What the disk does at the n-th write or sync of the watched file, counted from now. */
export interface DiskOrders {
  readonly failsAt: number;
  readonly forEver: boolean;
  readonly error: keyof typeof ERRORS;
}

export type DiskControl = ReturnType<typeof openDiskControl>;

/** Four-byte integers, in the order of `struct control` in failing-disk.c. */
const FIELD = 4;
const FIELDS = 6;
const FAULTS_AT = 5 * FIELD;

/** Creates the file that controls a failing disk. */
export function createDiskControlFile(path: string): void {
  writeFileSync(path, Buffer.alloc(FIELDS * FIELD));
}

export function openDiskControl(path: string) {
  const fd = openSync(path, 'r+');
  const write = (...fields: number[]) => writeSync(fd, Int32Array.from(fields), 0, fields.length * FIELD, 0);
  return {
    arm({ failsAt, forEver, error }: DiskOrders): void {
      write(0, failsAt, forEver ? 1 : 0, ERRORS[error], 0, 0);
      write(1);
    },
    /** Returns how many calls failed. */
    disarm(): number {
      write(0);
      const faults = new Int32Array(1);
      readSync(fd, faults, 0, FIELD, FAULTS_AT);
      return faults[0] ?? 0;
    },
    close: () => closeSync(fd),
  };
}

/** The environment of a process whose disk fails; it affects every file whose path begins with `watched`. */
export function failingDiskEnvironment(library: string, control: string, watched: string): NodeJS.ProcessEnv {
  return { ...process.env, LD_PRELOAD: library, TILLDESK_FAULT_CONTROL: control, TILLDESK_FAULT_FILE: watched };
}
