import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Clock } from '../session/clock.ts';
import { codeOf } from './code-of.ts';
import { findElectron } from './find-electron.ts';

export interface ElectronFetch {
  /** Folder of package.json. */
  readonly root: string;
  /** File that remembers a failed attempt. */
  readonly memory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly print: (line: string) => void;
  /** Ends the attempt, which then counts as none. */
  readonly signal: AbortSignal;
  /** Ends with null when all went well, else with the reason. */
  readonly download?: Download;
}

type Download = (installer: string, timeoutMs: number, signal: AbortSignal) => Promise<string | null>;

const DOWNLOAD_TIMEOUT_MS = 60_000;
const REMEMBER_MS = 24 * 60 * 60 * 1000;
const FailedFetch = Type.Object({ failedAt: Type.Integer(), reason: Type.String() });

/** Fetches the Electron program once and answers its path, or null; a failure is remembered for a day. */
export async function fetchElectron(attempt: ElectronFetch): Promise<string | null> {
  const { root, memory, clock, print, signal } = attempt;
  const installer = join(root, 'node_modules', 'electron', 'install.js');
  if (!existsSync(installer) || failedLately(memory, clock)) return null;
  print('Fetching Electron, for at most 60 seconds …');
  const reason = await (attempt.download ?? downloadWithInstaller)(installer, DOWNLOAD_TIMEOUT_MS, signal);
  if (signal.aborted) return null;
  const program = reason === null ? findElectron(root, attempt.env) : null;
  if (program !== null) {
    rmSync(memory, { force: true });
    return program;
  }
  const failure = { failedAt: clock.now(), reason: reason ?? 'The program is still missing.' };
  writeFileSync(memory, `${JSON.stringify(failure)}\n`, { mode: 0o600 });
  print('Electron could not be fetched; the next attempt is tomorrow. Tilldesk runs in the browser instead.');
  return null;
}

/** Downloading is for people at a desk: never in tests, nor where a machine builds. */
export function mayFetchElectron(env: Readonly<Record<string, string | undefined>>): boolean {
  return !env.CI && env.NODE_ENV !== 'test' && !env.VITEST;
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

const downloadWithInstaller: Download = (installer, timeoutMs, signal) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [installer], { stdio: 'ignore', timeout: timeoutMs, signal });
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (status, endedBy) => {
      resolve(status === 0 ? null : `The installer ended with ${endedBy ?? `status ${status}`}.`);
    });
  });
