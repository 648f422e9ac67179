import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ageOf } from '../../base/age-of.ts';
import type { Caller, UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { readDated, removeBeyond, removeOlder, writeDated } from './copy-files.ts';
import { hashOf } from './copy-owner.ts';

/** Which grants the deployment confirmed lately. Only hashes of them are stored. */
export interface ConfirmedCredentials {
  /** The user as the deployment confirmed them with this grant a moment ago; null where it has to be asked. */
  held(user: UserReference): Caller | null;
  confirm(user: UserReference, caller: Caller): void;
  /** It no longer takes this grant; `StoredCredentials` remembers that for longer. */
  end(user: UserReference): void;
  /** A moment ago: an answer that was under way then confirms nothing. */
  hasEnded(user: UserReference): boolean;
  /** No confirmation of this user counts any more. */
  forget(user: UserReference): void;
}

/** How long the last confirmed rights of a user hold without the deployment. */
export const OFFLINE_MS = 72 * 60 * 60_000;

const MAX_REMEMBERED = 1_000;

export function createConfirmedCredentials(clock: Pick<Clock, 'now'>, holdMs: number): ConfirmedCredentials {
  const held = new LRUCache<string, { caller: Caller; at: number }>({ max: MAX_REMEMBERED });
  const ended = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  const isRecent = (at: number) => ageOf(clock, at) < holdMs;

  function hasEnded(user: UserReference): boolean {
    const at = ended.get(nameOf(user));
    return at !== undefined && isRecent(at);
  }

  return {
    held(user) {
      const known = held.get(nameOf(user));
      return known !== undefined && isRecent(known.at) ? structuredClone(known.caller) : null;
    },
    confirm(user, caller) {
      if (hasEnded(user)) return;
      held.set(nameOf(user), { caller: structuredClone(caller), at: clock.now() });
    },
    end(user) {
      const name = nameOf(user);
      held.delete(name);
      ended.set(name, clock.now());
    },
    hasEnded,
    forget({ accountId, userId }) {
      for (const [name, { caller }] of held) {
        if (caller.accountId === accountId && caller.userId === userId) held.delete(name);
      }
    },
  };
}

function nameOf({ accountId, userId, upstreamCredential }: UserReference): string {
  const text = JSON.stringify([accountId, userId, upstreamCredential ?? null]);
  return createHash('sha256').update(text).digest('base64url');
}

/** When the deployment last took each grant of a user. Without it a refused grant would work after a restart. */
export interface StoredCredentials {
  confirm(user: UserReference): Promise<void>;
  /** Done once no program with this data folder serves it any more. */
  end(user: UserReference): Promise<void>;
  /** Whether the deployment took it, and not too long ago to be believed. */
  isTaken(user: UserReference): Promise<boolean>;
}

const CREDENTIALS_FOLDER = 'grants';

const MOST_CREDENTIALS = 400;

/** A confirmation is written down again after so long; it holds for much longer. */
const WRITTEN_MS = 60_000;

const MOMENT = /^\d{1,15}$/;

export function createStoredCredentials(userFolder: string, clock: Pick<Clock, 'now'>): StoredCredentials {
  const folder = join(userFolder, CREDENTIALS_FOLDER);

  async function takenAgo(user: UserReference): Promise<number> {
    const text = (await readDated(folder, fileNameOf(user))) ?? '';
    return MOMENT.test(text) ? ageOf(clock, Number(text)) : Number.POSITIVE_INFINITY;
  }

  return {
    async confirm(user) {
      if ((await takenAgo(user)) < WRITTEN_MS) return;
      const now = clock.now();
      await writeDated(folder, fileNameOf(user), String(now), now);
      await removeBeyond(folder, MOST_CREDENTIALS);
    },
    end: (user) => rm(join(folder, fileNameOf(user)), { force: true }),
    isTaken: async (user) => (await takenAgo(user)) < OFFLINE_MS,
  };
}

export async function sweepCredentials(userFolder: string, now: number): Promise<void> {
  await removeOlder(join(userFolder, CREDENTIALS_FOLDER), now, OFFLINE_MS);
}

function fileNameOf({ upstreamCredential }: UserReference): string {
  return hashOf(['upstreamCredential', upstreamCredential ?? null]);
}
