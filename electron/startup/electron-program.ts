import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Clock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { readRegularFile } from '../base/private-file.ts';
import type { Config } from '../config/config.ts';
import { argumentsForElectron } from '../config/options.ts';

export type ChosenHost =
  | { readonly kind: 'electron'; readonly program: string }
  | { readonly kind: 'browser' }
  | { readonly kind: 'none' };

/** What this computer offers. */
export interface HostMeans {
  readonly hasDisplay: boolean;
  readonly findElectron: () => string | null;
  /** null where downloads are not allowed. */
  readonly fetchElectron: (() => Promise<string | null>) | null;
}

/** Electron where it is available and a window is wanted, else the browser host. Throws `StartError`. */
export async function chooseHost(config: Pick<Config, 'host' | 'opensBrowser'>, means: HostMeans): Promise<ChosenHost> {
  const { host: wish } = config;
  if (wish === 'none' || wish === 'browser') return { kind: wish };
  if (wish === 'auto' && !(means.hasDisplay && config.opensBrowser)) return { kind: 'browser' };
  if (!means.hasDisplay) {
    throw new StartError('There is no display for the window of Electron: use --host browser or --headless.');
  }
  const program = means.findElectron() ?? (await means.fetchElectron?.()) ?? null;
  if (program !== null) return { kind: 'electron', program };
  if (wish === 'auto') return { kind: 'browser' };
  throw new StartError('Electron is not on this computer and could not be fetched: use --host browser.');
}

/**
 * Path of the Electron program, or null when it is not here. Looks at files alone: importing the package
 * would throw, or download.
 */
export function findElectron(root: string, env: Readonly<Record<string, string | undefined>>): string | null {
  const folder = join(root, 'node_modules', 'electron');
  const nameFile = join(folder, 'path.txt');
  const named = existsSync(nameFile) ? readFileSync(nameFile, 'utf8').trim() : null;
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!override && named === null) return null;
  const program = join(override || join(folder, 'dist'), named ?? 'electron');
  return existsSync(program) ? program : null;
}

export interface ElectronFetch {
  /** Folder of package.json. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly print: (line: string) => void;
  /** Ends the attempt, which is then not remembered. */
  readonly signal: AbortSignal;
  /** Answers null when it succeeded, else the reason. */
  readonly download?: typeof runInstaller;
}

const DOWNLOAD_TIMEOUT_MS = 60_000;

const FAILED_FETCH_TTL_MS = 24 * 60 * 60 * 1000;

const FailedFetch = Type.Object({ failedAt: Type.Integer(), reason: Type.String() });

/** Fetches the Electron program once and answers its path, or null; a failure is remembered for a day. */
export async function fetchElectron(attempt: ElectronFetch): Promise<string | null> {
  const { root, clock, print, signal } = attempt;
  const installer = join(root, 'node_modules', 'electron', 'install.js');
  // Beside the program, which is the same for all data folders.
  const memory = join(root, 'node_modules', '.electron-fetch.json');
  if (!existsSync(installer) || failedLately(memory, clock)) return null;
  print('Fetching Electron, for at most 60 seconds …');
  const reason = await (attempt.download ?? runInstaller)(installer, DOWNLOAD_TIMEOUT_MS, signal);
  if (signal.aborted) return null;
  const program = reason === null ? findElectron(root, attempt.env) : null;
  if (program !== null) {
    try {
      rmSync(memory, { force: true });
    } catch {
      // Another user's file, or a read-only checkout. It is read only while the program is missing.
    }
    return program;
  }
  const failure = { failedAt: clock.now(), reason: reason ?? 'The program is still missing.' };
  const nextAttempt = remember(memory, failure) ? 'tomorrow' : 'at the next start';
  print(
    `Electron could not be fetched (${failure.reason.replace(/\.$/, '')}); the next attempt is ${nextAttempt}. Tilldesk runs in the browser instead.`,
  );
  return null;
}

/** Not in tests, nor on a build machine. */
export function mayFetchElectron(env: Readonly<Record<string, string | undefined>>): boolean {
  return !env.CI && env.NODE_ENV !== 'test' && !env.VITEST;
}

/** False where it cannot be written, such as in a checkout that users share: it only saves an attempt. */
function remember(memory: string, failure: Static<typeof FailedFetch>): boolean {
  try {
    writeFileSync(memory, `${JSON.stringify(failure)}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** A file that cannot be read counts as none. */
function failedLately(memory: string, clock: Clock): boolean {
  try {
    const failure = parseJson(readRegularFile(memory));
    return Check(FailedFetch, failure) && Math.abs(clock.now() - failure.failedAt) < FAILED_FETCH_TTL_MS;
  } catch {
    return false;
  }
}

const STORED_CHARACTERS = 10_000;

/** Runs a script of Node and answers null when it succeeded, else its last message or its exit status. */
export function runInstaller(installer: string, timeoutMs: number, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [installer], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: timeoutMs,
      signal,
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-STORED_CHARACTERS);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, endedBy) => {
      const lines = output.split('\n').map((line) => line.trim());
      // Not the stack below a message of Node.
      const lastLine = lines.findLast((line) => /\w/.test(line) && !/^at |^Node\.js v/.test(line));
      const ending = `The installer ended with ${endedBy ?? `status ${status}`}.`;
      resolve(status === 0 ? null : (lastLine ?? ending));
    });
  });
}

export interface ElectronRun {
  readonly program: string;
  /** Folder of package.json, whose `main` Electron starts. */
  readonly root: string;
  readonly argv: readonly string[];
  readonly isRoot: boolean;
}

/** Runs the Electron program until it ends and answers its exit status. Signals are passed on to it. */
export function runElectron({ program, root, argv, isRoot }: ElectronRun): Promise<number> {
  return new Promise((resolve, reject) => {
    // Chromium refuses its sandbox to root.
    const switches = isRoot ? ['--no-sandbox'] : [];
    const child = spawn(program, [...switches, root, ...argumentsForElectron(argv)], { stdio: 'inherit' });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, pass);
    const settle = (finish: () => void) => {
      for (const signal of signals) process.off(signal, pass);
      finish();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (status) => settle(() => resolve(status ?? 1)));
  });
}
