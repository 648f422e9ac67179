import { setTimeout as delay } from 'node:timers/promises';
import { StartError, TemporaryStartError } from '../base/errors.ts';
import { createServiceProof, proveLaunchRight, type ServiceProof } from '../base/instance-proof.ts';
import type { DataFolder } from './data-folder.ts';
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.ts';
import { type InstanceRecord, readInstance, removeInstance } from './instance-file.ts';

const ANSWER_TIMEOUT_MS = 2_000;

const POLL_MS = 200;

export interface InstanceSearch {
  readonly fetch: typeof fetch;
  /** How long a program that has locked the folder may take to publish its address, or to end. */
  readonly timeoutMs: number;
}

const SYSTEM_SEARCH: InstanceSearch = { fetch, timeoutMs: 20_000 };

type LockedFolder = Pick<DataFolder, 'path' | 'lock' | 'instance'>;

/** Another program runs on this data folder; it has proved that it is Tilldesk. */
export class AlreadyRunning extends StartError {
  override readonly name = 'AlreadyRunning';
  readonly instance: InstanceRecord;

  constructor(instance: InstanceRecord) {
    super(`Tilldesk is already running on this data folder, at ${getAddress(instance)}.`);
    this.instance = instance;
  }
}

/**
 * Locks the data folder for this process, before anything in it is opened. Throws `AlreadyRunning`, and `StartError` for a
 * folder that is a copy of the folder of a running program.
 */
export async function occupyDataFolder(
  folder: LockedFolder,
  search: InstanceSearch = SYSTEM_SEARCH,
): Promise<DataFolderLock> {
  let looks = Math.ceil(search.timeoutMs / POLL_MS);
  for (;;) {
    const lock = lockDataFolder(folder.lock);
    if (lock !== null) {
      await removeLeftBehind(folder, lock, search);
      return lock;
    }
    const { record, answer } = await askInstance(folder.instance, search);
    if (record !== null && answer === 'right') throw new AlreadyRunning(record);
    if (looks === 0) throw new TemporaryStartError(describeSilent(record));
    looks -= 1;
    await delay(POLL_MS);
  }
}

/** The program that runs on this data folder; `null` if there is none. */
export async function findRunningInstance(
  folder: LockedFolder,
  search: InstanceSearch = SYSTEM_SEARCH,
): Promise<InstanceRecord | null> {
  try {
    (await occupyDataFolder(folder, search)).release();
    return null;
  } catch (error) {
    if (error instanceof AlreadyRunning) return error.instance;
    throw error;
  }
}

/** Removes the file of a program that was killed. If that program still runs, it runs on another folder. */
async function removeLeftBehind(folder: LockedFolder, lock: DataFolderLock, search: InstanceSearch): Promise<void> {
  try {
    const { record, answer } = await askInstance(folder.instance, search);
    if (record !== null && answer === 'right') {
      throw new StartError(
        `${folder.path} is a copy of the data folder that Tilldesk at ${getAddress(record)} is using, or an older version ` +
          'of Tilldesk is using it. Stop that program. A copy that was made while it ran may be damaged: copy the folder again.',
      );
    }
    removeInstance(folder.instance);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function describeSilent(record: InstanceRecord | null): string {
  if (record === null) return 'Another Tilldesk is starting or stopping on this data folder; try again in a moment.';
  return `Tilldesk is already running on this data folder (process ${record.pid}), but does not answer; end it first.`;
}

/** The published program that proves itself now; `null` if there is none. Does not wait for one that is starting. */
export async function findPublishedInstance(
  file: string,
  search: Pick<InstanceSearch, 'fetch'> = SYSTEM_SEARCH,
): Promise<InstanceRecord | null> {
  const { record, answer } = await askInstance(file, search);
  return answer === 'right' ? record : null;
}

/** The same, but waits for one that is starting, or that is stopping and starts again. */
export async function awaitPublishedInstance(
  file: string,
  search: InstanceSearch = SYSTEM_SEARCH,
): Promise<InstanceRecord | null> {
  for (let looks = Math.ceil(search.timeoutMs / POLL_MS); looks > 0; looks -= 1) {
    const running = await findPublishedInstance(file, search);
    if (running !== null) return running;
    await delay(POLL_MS);
  }
  return null;
}

async function askInstance(file: string, search: Pick<InstanceSearch, 'fetch'>) {
  const record = readInstance(file);
  const answer = record === null ? null : await askChallenge(record, search.fetch);
  return { record, answer };
}

/** The address of its API for clients. */
export function getAddress({ apiAddress, apiPort }: InstanceRecord): string {
  return apiAddress ?? `http://127.0.0.1:${apiPort}`;
}

/** Asks a running browser host for a new one-time address; `null` if it gives none. */
export async function askLaunchAddress(instance: InstanceRecord, fetchOf: typeof fetch): Promise<string | null> {
  if (instance.uiPort === null) return null;
  const origin = `http://127.0.0.1:${instance.uiPort}`;
  const init: RequestInit = {
    method: 'POST',
    headers: { origin, 'x-tilldesk-proof': proveLaunchRight(instance.nonce) },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  };
  const answer = await fetchOf(`${origin}/launch-address`, init).catch((error: unknown) => {
    // No program listens any more, or the answer was a redirect.
    if (error instanceof TypeError) return null;
    throw error;
  });
  const body: unknown = answer?.ok ? await answer.json() : null;
  if (typeof body !== 'object' || body === null || !('address' in body)) return null;
  const url = typeof body.address === 'string' ? URL.parse(body.address) : null;
  // The window has another host name in each run.
  const isThisComputer = url?.hostname === '127.0.0.1' || url?.hostname.endsWith('.localhost');
  const isWindowAddress = url?.protocol === 'http:' && url.port === String(instance.uiPort) && isThisComputer;
  return isWindowAddress ? String(body.address) : null;
}

/**
 * Asks the program at the port for proof. A port without a listener, or with a wrong answer, belongs to another
 * program, and nothing else is sent to it. A program that accepts the request and does not answer may be ours.
 */
async function askChallenge(instance: InstanceRecord, fetchOf: typeof fetch): Promise<'right' | 'wrong' | 'none'> {
  const { address, path, isValid } = createProof(instance);
  try {
    // Another process may have the port now: it must not redirect this one.
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const answer = await fetchOf(`${address}${path}`, { redirect: 'error', signal });
    return isValid(await answer.json()) ? 'right' : 'wrong';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return 'none';
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException) return 'wrong';
    throw error;
  }
}

function createProof({ proofHost = '127.0.0.1', apiPort, nonce }: InstanceRecord): ServiceProof {
  return createServiceProof(`http://${proofHost}:${apiPort}`, nonce);
}

/**
 * What the service at a base address must prove before it gets a key; `null` if the discovery file names no service
 * there. The port counts: a program at another one could pass the challenge on to the right service.
 */
export function readServiceProof(file: string, baseAddress: string): ServiceProof | null {
  const record = readInstance(file);
  if (record === null) return null;
  const proof = createProof(record);
  return [proof.address, `http://localhost:${record.apiPort}`].includes(baseAddress) ? proof : null;
}

/** The output of a start when the program already runs on its data folder. */
export async function answerSecondStart(
  instance: InstanceRecord,
  wantsWindow: boolean,
  fetchOf: typeof fetch = fetch,
): Promise<{ readonly lines: readonly string[]; readonly exitStatus: 0 | 1 }> {
  const running = `Tilldesk is already running (process ${instance.pid}); its API is at ${getAddress(instance)}.`;
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
