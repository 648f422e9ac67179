import { mkdir } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { getAgeMs } from '../../base/age-of.ts';
import { type Caller, foldEmail, type UserReference } from '../../base/caller.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { Connectivity } from './connectivity.ts';
import type { CopyDeps } from './copy-deps.ts';
import {
  type CopyRecord,
  createCopyRecord,
  nameCopy,
  nameCredential,
  readCopyRecord,
  rightsVersion,
  writeCopyRecord,
} from './copy-record.ts';
import { createUserCopy, type UserCopy } from './user-copy.ts';

/** The copies of one platform, at most one per user. */
export interface UserCopies {
  find(user: UserReference): Promise<UserCopy | null>;
  /** Finds a copy by account and e-mail. */
  findBySignIn(typed: Credentials): Promise<UserCopy | null>;
  /** Records confirmed rights. A copy that was read with other rights is removed first. */
  confirm(caller: Caller): Promise<void>;
  /** Stops accepting a credential that the platform refused, also after a restart. */
  endCredential(user: UserReference): Promise<void>;
  /** Whether the credential ended so recently that a pending answer could still confirm it. */
  hasEnded(user: UserReference): boolean;
  remove(user: UserReference): Promise<void>;
  close(): Promise<void>;
}

const ENDED_TTL_MS = 30_000;

const MAX_ENDED = 1_000;

export function createUserCopies(
  copyDeps: CopyDeps,
  connectivity: Connectivity,
  confirmRights: (caller: Caller) => Promise<Caller | null>,
): UserCopies {
  const { baseUrl, directory, clock, log } = copyDeps;
  const { folder } = directory;
  const copies = new Map<string, UserCopy>();
  const ended = new LRUCache<string, number>({ max: MAX_ENDED });
  const queue = createKeyedQueue();

  function addCopy(name: string, record: CopyRecord): UserCopy {
    const copy = createUserCopy({ copyDeps, connectivity, name, record, confirm: confirmRights });
    copies.set(name, copy);
    return copy;
  }

  async function load(name: string): Promise<UserCopy | null> {
    const known = copies.get(name);
    if (known?.owner.isPresent()) return known;
    copies.delete(name);
    await known?.close();
    const record = await readCopyRecord(folder, name);
    return record?.baseUrl === baseUrl ? addCopy(name, record) : null;
  }

  async function remove(name: string): Promise<void> {
    const known = copies.get(name);
    copies.delete(name);
    await directory.remove(name);
    await known?.close();
  }

  async function findName(person: Pick<Credentials, 'account' | 'email'>): Promise<string | null> {
    for (const name of await directory.listNames()) {
      const record = await readCopyRecord(folder, name);
      if (record?.baseUrl === baseUrl && isSamePerson(person, record.caller)) return name;
    }
    return null;
  }

  async function createCopy(name: string, caller: Caller): Promise<void> {
    // One person has one copy, even if the platform changed their user id or the spelling of their e-mail.
    const other = await findName(caller);
    if (other !== null) await remove(other);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const record = createCopyRecord(baseUrl, caller, clock.now());
    await writeCopyRecord(folder, name, record);
    await addCopy(name, record).owner.confirm(caller);
  }

  async function confirm(name: string, caller: Caller): Promise<void> {
    const known = await load(name);
    if (known?.rights === rightsVersion(caller)) return known.owner.confirm(caller);
    await remove(name);
    await createCopy(name, caller);
  }

  /** A copy that cannot be read counts as missing. The platform can still be asked. */
  async function catchFailure(finding: Promise<UserCopy | null>): Promise<UserCopy | null> {
    try {
      return await finding;
    } catch (err) {
      log.error({ err }, 'could not read the copy of a user');
      return null;
    }
  }

  /** Changes to one copy run one after the other. */
  function withName<Result>(user: UserReference, work: (name: string) => Promise<Result>): Promise<Result> {
    const name = nameCopy(baseUrl, user);
    return queue(name, () => work(name));
  }

  const getEndedKey = (user: UserReference) => `${nameCopy(baseUrl, user)} ${nameCredential(user)}`;

  return {
    find: (user) => catchFailure(withName(user, load)),
    findBySignIn: (typed) =>
      catchFailure(findName(typed).then((name) => (name === null ? null : queue(name, () => load(name))))),
    confirm: (caller) => withName(caller, (name) => confirm(name, caller)),
    endCredential(user) {
      ended.set(getEndedKey(user), clock.now());
      return withName(user, async (name) => (await load(name))?.owner.endCredential(user));
    },
    hasEnded: (user) => getAgeMs(clock, ended.get(getEndedKey(user)) ?? Number.NEGATIVE_INFINITY) < ENDED_TTL_MS,
    remove: (user) => withName(user, remove),
    async close() {
      await Promise.all([...copies.values()].map((copy) => copy.close()));
      copies.clear();
    },
  };
}

function isSamePerson(left: Pick<Credentials, 'account' | 'email'>, right: CopyRecord['caller']): boolean {
  return left.account === right.account && foldEmail(left.email) === foldEmail(right.email);
}
