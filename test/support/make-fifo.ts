import { execFileSync } from 'node:child_process';

/** Creates a named pipe, which is not a regular file. Not for Windows. */
export function makeFifo(path: string): void {
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
}
