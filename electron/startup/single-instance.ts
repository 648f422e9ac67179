import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, StartError } from '../base/errors.ts';
import { createServiceProof, proveLaunchRight, type ServiceProof } from '../base/instance-proof.ts';
import {
  claimInstance,
  fileIdentity,
  type InstanceClaim,
  type InstanceRecord,
  readInstance,
  removeLeftBehind,
} from './instance-file.ts';

/** A running program that has proved that it wrote the discovery file. */
export type RunningInstance = InstanceRecord & { readonly apiPort: number };

/** The address of its API for clients. */
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

const STARTING = 'Another Tilldesk is starting on this data folder just now.';

export const systemSearch: InstanceSearch = { fetch, isAlive: (pid) => isAlive(pid), startingTimeoutMs: 20_000 };

/**
 * The program that already runs on this data folder; null when the file is missing, stale or not its own. Throws
 * `StartError` while one starts: it may be asking what to put back.
 */
export async function findRunningInstance(
  file: string,
  search: InstanceSearch = systemSearch,
): Promise<RunningInstance | null> {
  let looks = Math.ceil(search.startingTimeoutMs / LOOK_AGAIN_MS);
  const identity = fileIdentity(file);
  // Another process may be writing it.
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
      // Suspended, swapped out or just woken up: it still has the store open.
      if (answer === 'none') {
        throw new StartError(
          `Tilldesk is running on this data folder already (process ${record.pid}), but does not answer; end it first.`,
        );
      }
      return answer === 'right' ? found : null;
    }
    if (looks === 0 && fileIdentity(file) !== identity) throw new StartError(STARTING);
    if (looks === 0) return null;
    looks -= 1;
    await delay(LOOK_AGAIN_MS);
  }
}

/** Asks a running browser host for a new one-time address; null when it gives none. */
export async function askLaunchAddress(instance: RunningInstance, fetchOf: typeof fetch): Promise<string | null> {
  if (instance.uiPort === null) return null;
  const origin = `http://127.0.0.1:${instance.uiPort}`;
  const asked: RequestInit = {
    method: 'POST',
    headers: { origin, 'x-tilldesk-proof': proveLaunchRight(instance.nonce) },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  };
  const answer = await fetchOf(`${origin}/launch-address`, asked).catch((error: unknown) => {
    // No program listens any more, or the answer was a redirect.
    if (error instanceof TypeError) return null;
    throw error;
  });
  const body: unknown = answer?.ok ? await answer.json() : null;
  if (typeof body !== 'object' || body === null || !('address' in body)) return null;
  const url = typeof body.address === 'string' ? URL.parse(body.address) : null;
  // The window has a host name of its own in each run.
  const isThisComputer = url?.hostname === '127.0.0.1' || url?.hostname.endsWith('.localhost');
  const isOfWindow = url?.protocol === 'http:' && url.port === String(instance.uiPort) && isThisComputer;
  return isOfWindow ? String(body.address) : null;
}

/**
 * What a living process answers at its port. A port without a listener, or with a wrong answer, belongs to another
 * program: nothing is sent to it. A process that accepts the request without an answer may be ours.
 */
async function askChallenge(instance: RunningInstance, fetchOf: typeof fetch): Promise<'right' | 'wrong' | 'none'> {
  const { address, path, isRight } = proofOf(instance);
  try {
    // Another process may have the port now: it must not redirect this one.
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const answer = await fetchOf(`${address}${path}`, { redirect: 'error', signal });
    return isRight(await answer.json()) ? 'right' : 'wrong';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return 'none';
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException) return 'wrong';
    throw error;
  }
}

function proofOf({ proofHost = '127.0.0.1', apiPort, nonce }: RunningInstance): ServiceProof {
  return createServiceProof(`http://${proofHost}:${apiPort}`, nonce);
}

/**
 * What the service at a base address has to prove before it gets a key; `null` if the discovery file names no service
 * there. The port counts: a program that took another one could pass the challenge on to the right service.
 */
export function readServiceProof(file: string, baseAddress: string): ServiceProof | null {
  const record = readInstance(file);
  if (record === null || record === 'damaged' || record.apiPort === null) return null;
  const proof = proofOf({ ...record, apiPort: record.apiPort });
  return [proof.address, `http://localhost:${record.apiPort}`].includes(baseAddress) ? proof : null;
}

/**
 * Whether a process of this user has the number. The own number in the file belongs to an earlier process: containers use
 * the same ones again. EPERM means a process of another user, who could otherwise take the number of an ended one and
 * prevent a start. On Windows it also means an elevated process of the same user.
 */
export function isAlive(
  pid: number,
  signal: (pid: number, signal: 0) => unknown = process.kill,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (pid === process.pid) return false;
  try {
    signal(pid, 0);
    return true;
  } catch (error) {
    return platform === 'win32' && codeOf(error) === 'EPERM';
  }
}

/** Each ends with a claim, with the running instance, or with one file less. */
const ATTEMPTS = 10;

const TRY_AGAIN_MS = 100;

/** Another program runs on this data folder; it has proved that it is Tilldesk. */
export class AlreadyRunning extends StartError {
  override readonly name = 'AlreadyRunning';
  readonly instance: RunningInstance;

  constructor(instance: RunningInstance) {
    super(`Tilldesk is already running on this data folder, at ${addressOf(instance)}.`);
    this.instance = instance;
  }
}

/** Throws `AlreadyRunning` when a program runs on the data folder; claims nothing itself. */
export async function refuseSecondStart(file: string): Promise<void> {
  const running = await findRunningInstance(file);
  if (running !== null) throw new AlreadyRunning(running);
}

/**
 * Claims the data folder for this process, before anything in it is opened. The file of a dead or foreign process is
 * replaced. Throws `AlreadyRunning`.
 */
export async function occupyDataFolder(
  file: string,
  self: Pick<InstanceRecord, 'pid' | 'startedAt' | 'host'>,
  search?: InstanceSearch,
): Promise<InstanceClaim> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const claim = claimInstance(file, self);
    if (claim !== null) return claim;
    const judged = fileIdentity(file);
    const running = await findRunningInstance(file, search);
    if (running !== null) throw new AlreadyRunning(running);
    if (!removeLeftBehind(file, judged)) await delay(TRY_AGAIN_MS);
  }
  throw new StartError(STARTING);
}

/** The output of a start when the program already runs on its data folder. */
export async function answerSecondStart(
  instance: RunningInstance,
  wantsWindow: boolean,
  fetchOf: typeof fetch = fetch,
): Promise<{ readonly lines: readonly string[]; readonly exitStatus: 0 | 1 }> {
  const running = `Tilldesk is already running (process ${instance.pid}); its API is at ${addressOf(instance)}.`;
  if (!wantsWindow) return { lines: [running], exitStatus: 0 };
  if (instance.host === 'electron') return { lines: [`${running} It has a window of its own.`], exitStatus: 0 };
  if (instance.host === 'none') {
    const line = `${running} It was started without a window: stop it first, or name another --data-dir.`;
    return { lines: [line], exitStatus: 1 };
  }
  const address = await askLaunchAddress(instance, fetchOf);
  if (address === null) {
    return { lines: [`${running} It gave no address to open; stop it and start again.`], exitStatus: 1 };
  }
  return { lines: [running, `Open ${address} (works once, for 10 minutes).`], exitStatus: 0 };
}
