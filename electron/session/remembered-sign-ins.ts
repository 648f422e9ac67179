import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import {
  type CredentialVault,
  isSamePerson,
  MAX_STORED_NAME_LENGTH,
  type Person,
  type PlatformCredentials,
  type StoredSignIn,
} from './credential-vault.ts';

/** One more sign-in replaces the one that was used longest ago. */
export const MAX_REMEMBERED = 20;

/**
 * The vault as a session uses it. A failing vault does not stop anybody from working: the failure is logged, and the
 * list still has what is remembered.
 */
export function createRememberedSignIns(vault: CredentialVault, clock: Clock, log: Log) {
  let held: readonly StoredSignIn[] = [];
  // One at a time: a sign-out right after a sign-in must find the password that it has to clear.
  const queue = new PQueue({ concurrency: 1 });

  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await queue.add(work);
    } catch (error) {
      log.error({ error: String(error) }, `the vault could not ${what} the sign-in`);
    }
  }

  /** Removed from the list even if the vault fails. */
  async function keepOnly(left: readonly StoredSignIn[]): Promise<void> {
    held = left;
    await vault.write(left);
  }

  /** Not listed if the vault fails: it would be gone after the next start. */
  async function keepFirst(used: Omit<StoredSignIn, 'name' | 'lastUsedAt'>, name: string): Promise<void> {
    const first = { ...used, name: name.slice(0, MAX_STORED_NAME_LENGTH), lastUsedAt: clock.now() };
    const next = [first, ...others(used)].slice(0, MAX_REMEMBERED);
    await vault.write(next);
    held = next;
  }

  const others = (person: Person) => held.filter((signIn) => !isSamePerson(signIn, person));
  const find = (person: Person) => held.find((signIn) => isSamePerson(signIn, person));

  return {
    /** Last used first. */
    list: () => held,
    find,
    /** Call it once, at the start. */
    read: () =>
      attempt('read', async () => {
        const stored = [...(await vault.read())].sort((one, other) => other.lastUsedAt - one.lastUsedAt);
        held = stored.slice(0, MAX_REMEMBERED);
      }),
    /** Remembers it as the last one used. */
    remember: ({ platform, account, email, password }: PlatformCredentials, name: string) =>
      attempt('keep', () => {
        const person = { platform, account, email };
        return keepFirst({ ...person, password, id: find(person)?.id ?? randomUUID() }, name);
      }),
    /** Only while it is remembered: one that is removed during its sign-in does not come back. */
    recordUse: (id: string, name: string) =>
      attempt('keep', async () => {
        const used = held.find((candidate) => candidate.id === id);
        if (used !== undefined) await keepFirst(used, name);
      }),
    /** Forgets only the password: the person stays on the list. */
    forgetPassword: (person: Person) =>
      attempt('forget', async () => {
        if (find(person) === undefined) return;
        await keepOnly(held.map((signIn) => (isSamePerson(signIn, person) ? { ...signIn, password: null } : signIn)));
      }),
    forgetPerson: (person: Person) =>
      attempt('forget', async () => {
        if (find(person) !== undefined) await keepOnly(others(person));
      }),
    /** `null` forgets all. Throws what the vault throws: the caller must know that the sign-in is still there. */
    forget: (id: string | null) =>
      queue.add(() => keepOnly(id === null ? [] : held.filter((signIn) => signIn.id !== id))),
  };
}
