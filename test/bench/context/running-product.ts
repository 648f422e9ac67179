import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { NODE_ENVIRONMENT } from '../../../scripts/launching/node-runtime.mjs';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { type ApiConnection, connectApi, signIn } from './api-connection.ts';

/**
 * Programs on this Node with the options and environment of `npm start`. None outlives this process, however it ends.
 */
export interface ChildProcesses {
  spawn(args: readonly string[], options: SpawnOptions): ChildProcess;
  /** Adds another program that must not outlive this process. */
  adopt(child: ChildProcess): ChildProcess;
  /** Asks a program to end and waits for it. */
  stop(child: ChildProcess): Promise<void>;
}

export function createChildProcesses(): ChildProcesses {
  const running = new Set<ChildProcess>();
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL');
  });

  const adopt = (child: ChildProcess) => {
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  };
  return {
    spawn(args, options) {
      const env = { ...NODE_ENVIRONMENT, ...(options.env ?? process.env) };
      return adopt(spawn(process.execPath, args, { ...options, env }));
    },
    adopt,
    async stop(child) {
      if (!running.has(child)) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Its output until it was ready. */
  readonly printed: string;
  /** From the start of the process to the line that says it is ready. */
  readonly startMs: number;
}

/** Creating a demo shop in a database over a connection takes a while. */
const START_TIMEOUT_MS = 180_000;

/** Starts a program and resolves once it has printed `ready`. `env` defaults to that of this process. */
export function startServer(
  processes: ChildProcesses,
  args: readonly string[],
  ready: RegExp,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = processes.spawn(args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
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

/** The address that a server has printed after `label`: on this computer, by number or by the name of the run. */
export function printedAddress({ printed }: ServerProcess, label: string): string {
  const address = new RegExp(`\\b${label}\\W+(http://(?:127\\.0\\.0\\.1|[0-9a-f]+\\.localhost):\\S+)`).exec(
    printed,
  )?.[1];
  if (address === undefined) throw new Error(`no address of ${label} was printed: ${printed}`);
  return address;
}

export interface ProductOptions {
  /** `none` is only the API. */
  readonly host?: 'none' | 'browser';
}

/** The built product as a user starts it, on free ports. */
export interface RunningProduct extends ServerProcess {
  readonly apiAddress: string;
}

const PROGRAM = projectPath('dist', 'host', 'serve.js');

export async function startProduct(
  processes: ChildProcesses,
  dataFolder: string,
  { host = 'none' }: ProductOptions = {},
): Promise<RunningProduct> {
  const server = await startServer(
    processes,
    [PROGRAM, '--host', host, '--no-open', '--port', '0', '--data-dir', dataFolder],
    /Ctrl\+C/,
  );
  return { ...server, apiAddress: printedAddress(server, 'API') };
}

/** Signs in the owner of the demo shop. */
export async function openApi({ apiAddress }: RunningProduct): Promise<ApiConnection> {
  return connectApi(apiAddress, await signIn(apiAddress));
}

const KIB_PER_MB = 1000 / 1.024;

/** The current memory of a program in megabytes, seen from outside (Linux). */
export function memoryOf({ child }: ServerProcess): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  return Number(kib) / KIB_PER_MB;
}

const TICKS_PER_S = 100;

/** The CPU time that a program has used, in seconds (Linux). */
export function cpuSecondsOf({ child }: ServerProcess): number {
  // The name of the program, in parentheses, may contain spaces. User and system time are fields 14 and 15.
  const [user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  return (Number(user) + Number(system)) / TICKS_PER_S;
}
