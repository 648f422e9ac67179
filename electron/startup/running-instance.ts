import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../base/code-of.ts';
import { isSameProof, proveChallenge, proveLaunchRight } from '../base/instance-proof.ts';
import { StartError } from '../base/start-error.ts';
import { type InstanceRecord, readInstance } from './instance-file.ts';
import { markOfFile } from './left-behind.ts';

/** A running program that has proved that it wrote the discovery file. */
export type RunningInstance = InstanceRecord & { readonly apiPort: number };

/** Where clients find its API. */
export function addressOf({ apiAddress, apiPort }: RunningInstance): string {
  return apiAddress ?? `http://127.0.0.1:${apiPort}`;
}

export interface InstanceSearch {
  readonly fetch: typeof fetch;
  readonly isAlive: (pid: number) => boolean;
  /** How long the file of another start may stay as it is before it counts as left behind. */
  readonly startingTimeoutMs: number;
}

const ANSWER_TIMEOUT_MS = 2_000;
const LOOK_AGAIN_MS = 200;
const MOST_LOOKS_AT_DAMAGED = 3;
export const STARTING = 'Another Tilldesk is starting on this data folder just now.';

export const systemSearch: InstanceSearch = { fetch, isAlive, startingTimeoutMs: 20_000 };

/**
 * The program that already runs on this data folder; null when the file is missing, stale or not its own. Throws
 * `StartError` while one starts: it may be asking what to put back.
 */
export async function findRunningInstance(
  file: string,
  search: InstanceSearch = systemSearch,
): Promise<RunningInstance | null> {
  let looks = Math.ceil(search.startingTimeoutMs / LOOK_AGAIN_MS);
  const mark = markOfFile(file);
  // It may be being written just now.
  let looksAtDamaged = Math.min(looks, MOST_LOOKS_AT_DAMAGED);
  for (;;) {
    const record = readInstance(file);
    if (record === 'damaged' && looksAtDamaged > 0) {
      looksAtDamaged -= 1;
      await delay(LOOK_AGAIN_MS);
      continue;
    }
    if (record === null || record === 'damaged' || !search.isAlive(record.pid)) return null;
    const { apiPort } = record;
    if (apiPort !== null) {
      const found = { ...record, apiPort };
      const answer = await askChallenge(found, search.fetch);
      // Stopped, swapped out or just woken up: it still has the store open.
      if (answer === 'none') throw new StartError(silentSentence(record.pid));
      return answer === 'right' ? found : null;
    }
    if (looks === 0 && markOfFile(file) !== mark) throw new StartError(STARTING);
    if (looks === 0) return null;
    looks -= 1;
    await delay(LOOK_AGAIN_MS);
  }
}

/** Asks a running browser host for a fresh one-time address; null when it gives none. */
export async function askLaunchAddress(
  instance: RunningInstance,
  fetchOf: typeof fetch,
): Promise<string | null> {
  if (instance.uiPort === null) return null;
  const origin = `http://127.0.0.1:${instance.uiPort}`;
  const answer = await fetchOf(`${origin}/launch-address`, {
    method: 'POST',
    headers: { origin, 'x-tilldesk-proof': proveLaunchRight(instance.nonce) },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  const body: unknown = answer.ok ? await answer.json() : null;
  if (typeof body !== 'object' || body === null || !('address' in body)) return null;
  return typeof body.address === 'string' && isOfWindow(body.address, instance.uiPort) ? body.address : null;
}

/** The window has a name of its own in each run. */
function isOfWindow(address: string, uiPort: number): boolean {
  const url = URL.parse(address);
  const isThisComputer = url?.hostname === '127.0.0.1' || url?.hostname.endsWith('.localhost');
  return url?.protocol === 'http:' && url.port === String(uiPort) && isThisComputer === true;
}

const silentSentence = (pid: number) =>
  `Tilldesk is running on this data folder already (process ${pid}), but does not answer; end it first.`;

/**
 * What a living process answers at its port. One where nobody listens, or that answers wrongly, belongs to somebody else:
 * nothing is ever sent to it. One that takes the question and says nothing may be ours.
 */
async function askChallenge(
  instance: RunningInstance,
  fetchOf: typeof fetch,
): Promise<'right' | 'wrong' | 'none'> {
  const challenge = randomBytes(32).toString('hex');
  const { proofHost = '127.0.0.1', apiPort } = instance;
  const address = `http://${proofHost}:${apiPort}/health?challenge=${challenge}`;
  try {
    const answer = await fetchOf(address, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const body: unknown = await answer.json();
    if (typeof body !== 'object' || body === null || !('hmac' in body)) return 'wrong';
    const isRight =
      typeof body.hmac === 'string' && isSameProof(body.hmac, proveChallenge(instance.nonce, challenge));
    return isRight ? 'right' : 'wrong';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return 'none';
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException)
      return 'wrong';
    throw error;
  }
}

/** The own number in the file is that of an earlier process: containers hand out the same ones again. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
