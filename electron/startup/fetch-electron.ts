import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Clock } from '../base/clock.ts';
import { codeOf } from '../base/code-of.ts';
import { findElectron } from './find-electron.ts';
import { runInstaller } from './run-installer.ts';

export interface ElectronFetch {
  /** Folder of package.json. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly print: (line: string) => void;
  /** Ends the attempt, which then counts as none. */
  readonly signal: AbortSignal;
  /** Ends with null when all went well, else with the reason. */
  readonly download?: typeof runInstaller;
}

const DOWNLOAD_TIMEOUT_MS = 60_000;
const REMEMBER_MS = 24 * 60 * 60 * 1000;
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
    rmSync(memory, { force: true });
    return program;
  }
  const failure = { failedAt: clock.now(), reason: reason ?? 'The program is still missing.' };
  const nextAttempt = remember(memory, failure) ? 'tomorrow' : 'at the next start';
  print(
    `Electron could not be fetched (${failure.reason.replace(/\.$/, '')}); the next attempt is ${nextAttempt}. Tilldesk runs in the browser instead.`,
  );
  return null;
}

/** Downloading is for people at a desk: never in tests, nor where a machine builds. */
export function mayFetchElectron(env: Readonly<Record<string, string | undefined>>): boolean {
  return !env.CI && env.NODE_ENV !== 'test' && !env.VITEST;
}

/** False where the checkout cannot be written to. */
function remember(memory: string, failure: Static<typeof FailedFetch>): boolean {
  try {
    writeFileSync(memory, `${JSON.stringify(failure)}\n`, { mode: 0o600 });
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) return false;
    throw error;
  }
}

function failedLately(memory: string, clock: Clock): boolean {
  let text: string;
  try {
    text = readFileSync(memory, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  const failure = parseOrNull(text);
  return Check(FailedFetch, failure) && Math.abs(clock.now() - failure.failedAt) < REMEMBER_MS;
}

/** A damaged memory only costs one more attempt. */
function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
