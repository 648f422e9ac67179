import { execFileSync } from 'node:child_process';

/** Makes something that is no file at a path of a system that is not Windows. */
export function makeFifo(path: string): void {
  execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
}
