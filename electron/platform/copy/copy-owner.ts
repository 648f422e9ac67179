import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { getAgeMs } from '../../base/age-of.ts';
import type { Caller, UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { type CopyRecord, getCopyPaths, nameCredential, withoutCredential, writeCopyRecord } from './copy-record.ts';

/** The user of a copy, and the credentials that may read it. */
export interface CopyOwner {
  readonly record: CopyRecord;
  /** False if the copy was removed, possibly by another program. */
  isPresent(): boolean;
  change(changes: Partial<CopyRecord>): Promise<void>;
  /** Resolves when pending writes are done. Never rejects. */
  settle(): Promise<void>;
  /** Finds the user, if the platform accepted this credential within `maxAgeMs`; else `null`. */
  findKnown(user: UserReference, maxAgeMs: number): Caller | null;
  /** Like `findKnown`, but only for credentials accepted in this run of the program. */
  findConfirmedInRun(user: UserReference, maxAgeMs: number): Caller | null;
  /** Records that the platform accepted the credential just now. The rights must be those of the copy. */
  confirm(caller: Caller): Promise<void>;
  /** Records that the platform no longer accepts the credential. Resolves when that is on disk. */
  endCredential(user: UserReference): Promise<void>;
  /** The user with a credential that only this copy accepts, until the program ends. */
  goOffline(): Caller;
}

/** The lifetime of the last confirmed rights while the platform is away. */
export const MAX_OFFLINE_MS = 72 * 60 * 60_000;

/** Minimum interval between two writes of the same confirmation. */
const MIN_WRITE_INTERVAL_MS = 60_000;

const MAX_CREDENTIALS = 400;

const MAX_OFFLINE_CREDENTIALS = 20;

const OFFLINE_PREFIX = 'offline.';

const SECRET_BYTES = 32;

export function createCopyOwner(
  { folder, name }: { readonly folder: string; readonly name: string },
  stored: CopyRecord,
  clock: Pick<Clock, 'now'>,
): CopyOwner {
  let record = stored;
  let onDisk = stored;
  let writing = Promise.resolve();
  const offline = new LRUCache<string, true>({ max: MAX_OFFLINE_CREDENTIALS });
  const confirmedInRun = new LRUCache<string, true>({ max: MAX_CREDENTIALS });

  const isPresent = () => existsSync(getCopyPaths(folder, name).record);

  async function writeNow(): Promise<void> {
    if (!isPresent()) return;
    const latest = record;
    await writeCopyRecord(folder, name, latest);
    onDisk = latest;
  }

  function change(changes: Partial<CopyRecord>): Promise<void> {
    record = { ...record, ...changes };
    writing = writing.catch(() => undefined).then(writeNow);
    return writing;
  }

  function getConfirmedAt(user: UserReference): number | undefined {
    return offline.has(user.upstreamCredential ?? '') ? record.confirmedAt : record.credentials[nameCredential(user)];
  }

  function findKnown(user: UserReference, maxAgeMs: number): Caller | null {
    const at = getConfirmedAt(user);
    if (at === undefined || getAgeMs(clock, at) >= maxAgeMs) return null;
    const { upstreamCredential } = user;
    return upstreamCredential === undefined ? record.caller : { ...record.caller, upstreamCredential };
  }

  return {
    get record() {
      return record;
    },
    isPresent,
    change,
    settle: () => writing.catch(() => undefined),
    findKnown,
    findConfirmedInRun: (user, maxAgeMs) =>
      confirmedInRun.has(nameCredential(user)) ? findKnown(user, maxAgeMs) : null,
    async confirm(confirmed) {
      const credential = nameCredential(confirmed);
      confirmedInRun.set(credential, true);
      const caller = withoutCredential(confirmed);
      const confirmedAt = clock.now();
      const writtenAt = onDisk.credentials[credential];
      const credentials = pruneCredentials({ ...record.credentials, [credential]: confirmedAt }, clock);
      record = { ...record, caller, confirmedAt, credentials };
      const isWritten = writtenAt !== undefined && getAgeMs(clock, writtenAt) < MIN_WRITE_INTERVAL_MS;
      if (!isWritten || !isDeepStrictEqual(onDisk.caller, caller)) await change({});
    },
    endCredential(user) {
      const { [nameCredential(user)]: _, ...credentials } = record.credentials;
      return change({ credentials });
    },
    goOffline() {
      const upstreamCredential = `${OFFLINE_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
      offline.set(upstreamCredential, true);
      return { ...record.caller, upstreamCredential };
    },
  };
}

/** Whether `goOffline` created the credential, in this run or an earlier one. The platform does not know it. */
export function isOfflineCredential({ upstreamCredential }: UserReference): boolean {
  return upstreamCredential?.startsWith(OFFLINE_PREFIX) === true;
}

function pruneCredentials(
  credentials: CopyRecord['credentials'],
  clock: Pick<Clock, 'now'>,
): CopyRecord['credentials'] {
  const latest = Object.entries(credentials)
    .filter(([, at]) => getAgeMs(clock, at) < MAX_OFFLINE_MS)
    .sort(([, a], [, b]) => b - a);
  return Object.fromEntries(latest.slice(0, MAX_CREDENTIALS));
}
