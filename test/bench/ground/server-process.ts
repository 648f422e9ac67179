import type { ChildProcess } from 'node:child_process';
import type { ChildProcesses } from './child-processes.ts';

export interface ServerProcess {
  readonly child: ChildProcess;
  /** All that it printed until it was ready. */
  readonly printed: string;
  /** From the start of the process to the line that says it is ready. */
  readonly startMs: number;
}

/** A demo shop that is made in a database across a connection takes its time. */
const START_TIMEOUT_MS = 180_000;

/** Starts a program and answers once it has printed `ready`. Messages can be exchanged with it. */
export function startServer(processes: ChildProcesses, args: readonly string[], ready: RegExp): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = processes.spawn(args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    let printed = '';
    const fail = (what: string) => reject(new Error(`${args.join(' ')} ${what}; it printed: ${printed}`));
    const timer = setTimeout(() => fail(`was not ready within ${START_TIMEOUT_MS} ms`), START_TIMEOUT_MS);
    child.once('error', reject);
    child.once('exit', (status) => {
      clearTimeout(timer);
      fail(`ended with status ${status}`);
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (!ready.test(printed)) return;
      clearTimeout(timer);
      resolve({ child, printed, startMs: performance.now() - startedAt });
    });
  });
}

/** The address that a server has printed after `label`. */
export function printedAddress({ printed }: ServerProcess, label: string): string {
  const address = new RegExp(`\\b${label}\\W+(http://127\\.0\\.0\\.1:\\S+)`).exec(printed)?.[1];
  if (address === undefined) throw new Error(`no address of ${label} was printed: ${printed}`);
  return address;
}
