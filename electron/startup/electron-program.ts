import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { getErrorMessage, StartError, TemporaryStartError } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { toElectronArguments } from '../config/options.ts';
import type { SandboxProblem } from './electron-sandbox.ts';
import { readInstance } from './instance-file.ts';

export type ChosenHost =
  | { readonly kind: 'electron'; readonly program: string }
  | { readonly kind: 'browser' }
  | { readonly kind: 'none' };

/** What this computer offers. */
export interface HostMeans {
  readonly hasDisplay: boolean;
  readonly findElectron: () => string | null;
  /** Fetches Electron and never rejects. `null` if downloads are not allowed. */
  readonly fetchElectron: (() => Promise<string | null>) | null;
  /** Why the program cannot run here; called with `null` before it is fetched. */
  readonly findSandboxProblem: (program: string | null) => Promise<SandboxProblem | null>;
  readonly print: (line: string) => void;
}

/**
 * Electron if it can run here and a window is wanted, otherwise the browser host. Throws `StartError`. An Electron that
 * is not on this computer is fetched in the background, for the next start; a start that asks for it waits for it.
 */
export async function chooseHost(config: Pick<Config, 'host' | 'opensBrowser'>, means: HostMeans): Promise<ChosenHost> {
  const { host: wish } = config;
  if (wish === 'none' || wish === 'browser') return { kind: wish };
  if (wish === 'auto' && !(means.hasDisplay && config.opensBrowser)) return { kind: 'browser' };
  if (!means.hasDisplay) {
    throw new StartError('There is no display for the window of Electron: use --host browser or --headless.');
  }
  const found = means.findElectron();
  const program = found ?? (wish === 'electron' ? await fetchNow(means) : null);
  const problem = await means.findSandboxProblem(program);
  if (problem === null && program !== null) return { kind: 'electron', program };
  if (problem === null) void fetchForNextStart(means);
  else if (wish === 'electron') throw new StartError(`Electron cannot run: ${problem.reason}. ${problem.remedy}`);
  else means.print(`Electron cannot run (${problem.reason}). Tilldesk runs in the browser instead.`);
  return { kind: 'browser' };
}

async function fetchNow({ fetchElectron, print }: HostMeans): Promise<string> {
  if (fetchElectron !== null) print('Fetching Electron, which is not on this computer yet ...');
  const program = await fetchElectron?.();
  if (program) return program;
  throw new TemporaryStartError('Electron is not on this computer and could not be fetched: use --host browser.');
}

async function fetchForNextStart({ fetchElectron, print }: HostMeans): Promise<void> {
  if (fetchElectron === null) return;
  print('Electron is not on this computer yet. It is fetched in the background, for the next start.');
  if ((await fetchElectron()) !== null) print('Electron is on this computer now. The next start opens its window.');
}

/**
 * Path of the Electron program; `null` if it is not on this computer. Only checks files: importing the package would
 * throw, or download. Its installer writes `path.txt` last, so an aborted unpacking leaves none, or an empty one.
 */
export function findElectron(root: string, env: Readonly<Record<string, string | undefined>>): string | null {
  const folder = join(root, 'node_modules', 'electron');
  const nameFile = join(folder, 'path.txt');
  const named = existsSync(nameFile) ? readFileSync(nameFile, 'utf8').trim() : '';
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!override && named === '') return null;
  const program = join(override || join(folder, 'dist'), named || 'electron');
  return existsSync(program) ? program : null;
}

export interface ElectronFetch {
  /** Folder of package.json. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  /** Ends the fetch. */
  readonly signal: AbortSignal;
}

/**
 * Fetches the Electron program with the installer of its package and returns its path; `null` if that failed, with a
 * printed reason. It takes as long as bytes arrive: the fetch of Node, which the installer uses, gives up after five
 * minutes without any.
 */
export async function fetchElectron({ root, env, print, signal }: ElectronFetch): Promise<string | null> {
  const installer = join(root, 'node_modules', 'electron', 'install.js');
  if (!existsSync(installer)) return null;
  const reason = await runInstaller(installer, signal).catch(getErrorMessage);
  if (signal.aborted) return null;
  const program = reason === null ? findElectron(root, env) : null;
  if (program !== null) return program;
  const why = (reason ?? 'The program is still missing.').replace(/\.$/, '');
  print(`Electron could not be fetched (${why}). The next start tries again.`);
  return null;
}

/** False in tests and on a build machine. */
export function mayFetchElectron(env: Readonly<Record<string, string | undefined>>): boolean {
  return !env.CI && env.NODE_ENV !== 'test' && !env.VITEST;
}

const MAX_STORED_CHARACTERS = 10_000;

/**
 * Runs the installer. Returns `null` if it succeeded, otherwise its last message or its exit status. Its downloads are
 * in a folder beside its package until they are complete. That folder is removed when the installer ends.
 */
async function runInstaller(installer: string, signal: AbortSignal): Promise<string | null> {
  const folder = await mkdtemp(join(dirname(dirname(installer)), '.electron-fetch-'));
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder };
  try {
    return await runScript(installer, { env, signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runScript(script: string, options: Pick<SpawnOptions, 'env' | 'signal'>): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_STORED_CHARACTERS);
    });
    let failure: string | null = null;
    child.once('error', (error) => {
      failure = error.message;
    });
    child.once('close', (status, endedBy) => {
      const lines = output.split('\n').map((line) => line.trim());
      // Skips the stack below a message of Node.
      const lastLine = lines.findLast((line) => /\w/.test(line) && !/^at |^Node\.js v/.test(line));
      const ending = `The installer ended with ${endedBy ?? `status ${status}`}.`;
      resolve(status === 0 ? null : (failure ?? lastLine ?? ending));
    });
  });
}

export interface ElectronRun {
  readonly program: string;
  /** Folder of package.json, whose `main` Electron starts. */
  readonly root: string;
  readonly argv: readonly string[];
  /** The discovery file, in which the program publishes its address. */
  readonly instance: string;
  readonly clock: Clock;
}

export interface ElectronEnd {
  readonly status: number;
  /**
   * Why the program cannot be used: a signal ended it, or it failed before it published its address; otherwise `null`.
   */
  readonly failure: string | null;
}

const POLL_MS = 200;

/** Runs the Electron program until it ends. Signals are passed on to it. */
export async function runElectron({ program, root, argv, instance, clock }: ElectronRun): Promise<ElectronEnd> {
  const before = readPublishedNonce(instance);
  let hasStarted = false;
  // A program that ends properly removes the file.
  const look = (): boolean => {
    hasStarted ||= ![null, before].includes(readPublishedNonce(instance));
    return hasStarted;
  };
  let cancelLook: () => void = () => undefined;
  const lookAgain = () => {
    if (!look()) cancelLook = clock.after(POLL_MS, lookAgain);
  };
  lookAgain();
  try {
    const { status, endedBy } = await runProgram(program, [root, ...toElectronArguments(argv)]);
    const failure = endedBy ?? (status === 0 || look() ? null : `status ${status}`);
    return { status: status ?? 1, failure };
  } catch (error) {
    return { status: 1, failure: getErrorMessage(error) };
  } finally {
    cancelLook();
  }
}

/** The nonce of a program that has published its address; `null` if there is none. */
function readPublishedNonce(instance: string): string | null {
  try {
    return readInstance(instance)?.nonce ?? null;
  } catch {
    return null;
  }
}

interface ProgramEnd {
  /** `null` if a signal ended it. */
  readonly status: number | null;
  readonly endedBy: NodeJS.Signals | null;
}

function runProgram(program: string, args: readonly string[]): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit' });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, pass);
    const settle = (finish: () => void) => {
      for (const signal of signals) process.off(signal, pass);
      finish();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (status, endedBy) => settle(() => resolve({ status, endedBy })));
  });
}
