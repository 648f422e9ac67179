import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { ageOf } from '../../base/age-of.ts';
import { type Caller, foldEmail, type UserReference } from '../../base/caller.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { Connectivity } from './connectivity.ts';
import type { CopyDeps } from './copy-deps.ts';
import { makePrivateFolder } from './copy-files.ts';
import {
  type CopyOwner,
  folderNameOf,
  readCopyOwner,
  rightsVersion,
  withoutCredential,
  writeCopyOwner,
} from './copy-owner.ts';
import { createUserCopy, type UserCopy } from './user-copy.ts';

export interface UserCopies {
  find(user: UserReference): Promise<UserCopy | null>;
  /** That of the names of a sign-in. */
  findBySignIn(typed: Credentials): Promise<UserCopy | null>;
  /** Removes first what was read under other rights. */
  confirm(caller: Caller): Promise<UserCopy>;
  /** The deployment takes this grant no more: nor does the copy, also after a restart. */
  endCredential(user: UserReference): Promise<void>;
  remove(user: UserReference): Promise<void>;
  close(): Promise<void>;
}

/** A confirmation is written down again after so long; it holds for much longer. */
const WRITTEN_MS = 60_000;

export function createUserCopies(
  copyDeps: CopyDeps,
  connectivity: Connectivity,
  confirmRights: (caller: Caller) => Promise<Caller | null>,
): UserCopies {
  const { baseUrl, directory, clock, log } = copyDeps;
  const copies = new Map<string, UserCopy>();
  const queue = createKeyedQueue();

  function keep(name: string, user: CopyOwner): UserCopy {
    const copy = createUserCopy({ copyDeps, connectivity, name, user, confirm: confirmRights });
    copies.set(name, copy);
    return copy;
  }

  async function load(name: string): Promise<UserCopy | null> {
    const known = copies.get(name);
    if (known?.isThere()) return known;
    copies.delete(name);
    await known?.close();
    const user = await readCopyOwner(directory.folder, name);
    return user?.baseUrl === baseUrl ? keep(name, user) : null;
  }

  async function remove(name: string): Promise<void> {
    const known = copies.get(name);
    copies.delete(name);
    await known?.close();
    await directory.remove(name);
  }

  /** One person has one copy, under whatever rights or form of their name the platform knew them before. */
  async function removeOthersOf({ caller }: CopyOwner): Promise<void> {
    for (const other of await directory.names()) {
      const owner = await readCopyOwner(directory.folder, other);
      if (owner?.baseUrl === baseUrl && isSamePerson(owner.caller, caller)) await remove(other);
    }
  }

  async function begin(name: string, user: CopyOwner): Promise<UserCopy> {
    await removeOthersOf(user);
    const folder = join(directory.folder, name);
    await makePrivateFolder(directory.folder);
    await mkdir(folder, { mode: 0o700 });
    await writeCopyOwner(folder, user);
    return keep(name, user);
  }

  async function confirmCredential(name: string, caller: Caller): Promise<UserCopy> {
    const copy = await confirmUser(name, caller);
    await copy.upstreamCredentials.confirm(caller);
    return copy;
  }

  async function confirmUser(name: string, caller: Caller): Promise<UserCopy> {
    const now = clock.now();
    const known = await load(name);
    const confirmed = { caller: withoutCredential(caller), confirmedAt: now, usedAt: now };
    if (known === null || known.mark !== rightsVersion(caller)) {
      await remove(name);
      return begin(name, { baseUrl, capabilities: null, ...confirmed });
    }
    const isWritten = ageOf(clock, known.user.confirmedAt) < WRITTEN_MS;
    if (!isWritten || !isSame(known.user.caller, confirmed.caller)) {
      await known.change(confirmed);
    }
    return known;
  }

  async function findByNames(typed: Credentials): Promise<UserCopy | null> {
    for (const name of await directory.names()) {
      const user = await readCopyOwner(directory.folder, name);
      if (user?.baseUrl === baseUrl && isSamePerson(typed, user.caller)) return queue(name, () => load(name));
    }
    return null;
  }

  /** What cannot be read is not served; the deployment can still be asked. */
  async function orNone(find: () => Promise<UserCopy | null>): Promise<UserCopy | null> {
    try {
      return await find();
    } catch (err) {
      log.error({ err }, 'the copy of a user cannot be read');
      return null;
    }
  }

  /** Changes of one folder wait for each other. */
  function withFolder<Result>(user: UserReference, work: (name: string) => Promise<Result>): Promise<Result> {
    const name = folderNameOf(baseUrl, user);
    return queue(name, () => work(name));
  }

  return {
    find: (user) => orNone(() => withFolder(user, load)),
    findBySignIn: (typed) => orNone(() => findByNames(typed)),
    confirm: (caller) => withFolder(caller, (name) => confirmCredential(name, caller)),
    endCredential: (user) => withFolder(user, async (name) => (await load(name))?.upstreamCredentials.end(user)),
    remove: (user) => withFolder(user, remove),
    async close() {
      await Promise.all([...copies.values()].map((copy) => copy.close()));
      copies.clear();
    },
  };
}

function isSamePerson(left: Pick<Credentials, 'account' | 'email'>, right: CopyOwner['caller']): boolean {
  return left.account === right.account && foldEmail(left.email) === foldEmail(right.email);
}

function isSame(left: CopyOwner['caller'], right: CopyOwner['caller']): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
