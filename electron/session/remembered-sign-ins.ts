import { randomUUID } from 'node:crypto';
import { createGate } from '../../shared/concurrency-gate.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import {
  type CredentialVault,
  isSamePerson,
  type Person,
  type PlatformCredentials,
  STORED_NAME_MAX,
  type StoredSignIn,
} from './credential-vault.ts';

/** The one that was used longest ago makes place for another. */
export const REMEMBERED_MAX = 20;

/**
 * The vault as a session uses it. A vault that fails does not stop anybody from working: the failure is logged, and the
 * list says what is remembered all the same.
 */
export interface RememberedSignIns {
  /** Last used first. */
  list(): readonly StoredSignIn[];
  find(person: Person): StoredSignIn | undefined;
  /** To be asked once, at the start. */
  read(): Promise<void>;
  /** As the one that was used last. */
  remember(credentials: PlatformCredentials, name: string): Promise<void>;
  /** Of one that is still remembered: one that is removed while it signs in does not come back. */
  noteUse(id: string, name: string): Promise<void>;
  /** The password alone: who that is stays on the list. */
  forgetPassword(person: Person): Promise<void>;
  forgetPerson(person: Person): Promise<void>;
  /** With null all. Throws what the vault throws: who asked for it must know that it is still there. */
  forget(id: string | null): Promise<void>;
}

export function createRememberedSignIns(vault: CredentialVault, clock: Clock, log: Log): RememberedSignIns {
  let held: readonly StoredSignIn[] = [];
  // One at a time: a sign-out right after a sign-in must find the password that it has to clear.
  const inQueue = createGate(1);

  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await inQueue(work);
    } catch (error) {
      log.error({ error: String(error) }, `the vault could not ${what} the sign-in`);
    }
  }

  /** Not listed any more even where the vault fails. */
  async function keepOnly(left: readonly StoredSignIn[]): Promise<void> {
    held = left;
    await vault.write(left);
  }

  /** Not listed where the vault fails: it would be gone after the next start. */
  async function keepFirst(used: Omit<StoredSignIn, 'name' | 'lastUsedAt'>, name: string): Promise<void> {
    const first = { ...used, name: name.slice(0, STORED_NAME_MAX), lastUsedAt: clock.now() };
    const next = [first, ...others(used)].slice(0, REMEMBERED_MAX);
    await vault.write(next);
    held = next;
  }

  const others = (person: Person) => held.filter((kept) => !isSamePerson(kept, person));
  const find = (person: Person) => held.find((kept) => isSamePerson(kept, person));

  return {
    list: () => held,
    find,
    read: () =>
      attempt('read', async () => {
        const kept = [...(await vault.read())].sort((one, other) => other.lastUsedAt - one.lastUsedAt);
        held = kept.slice(0, REMEMBERED_MAX);
      }),
    remember: ({ platform, account, email, password }, name) =>
      attempt('keep', () => {
        const person = { platform, account, email };
        return keepFirst({ ...person, password, id: find(person)?.id ?? randomUUID() }, name);
      }),
    noteUse: (id, name) =>
      attempt('keep', async () => {
        const kept = held.find((candidate) => candidate.id === id);
        if (kept !== undefined) await keepFirst(kept, name);
      }),
    forgetPassword: (person) =>
      attempt('forget', async () => {
        if (find(person) === undefined) return;
        await keepOnly(held.map((kept) => (isSamePerson(kept, person) ? { ...kept, password: null } : kept)));
      }),
    forgetPerson: (person) =>
      attempt('forget', async () => {
        if (find(person) !== undefined) await keepOnly(others(person));
      }),
    forget: (id) => inQueue(() => keepOnly(id === null ? [] : held.filter((kept) => kept.id !== id))),
  };
}
