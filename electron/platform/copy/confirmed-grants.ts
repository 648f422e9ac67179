import { createHash } from 'node:crypto';
import { ageOf } from '../../base/age-of.ts';
import type { Caller, UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';

/** What the deployment said of grants lately. Only hashes of them are kept. */
export interface ConfirmedGrants {
  /** Who it said that the user is with this grant, a moment ago; null where it has to be asked. */
  held(user: UserReference): Caller | null;
  confirm(user: UserReference, caller: Caller): void;
  /** It no longer takes this grant; kept-grants.ts knows that for longer. */
  end(user: UserReference): void;
  /** A moment ago: an answer that was under way then confirms nothing. */
  hasEnded(user: UserReference): boolean;
  /** Whatever was said of this user holds no more. */
  forget(user: UserReference): void;
}

const MOST = 1_000;

export function createConfirmedGrants(clock: Pick<Clock, 'now'>, holdMs: number): ConfirmedGrants {
  const held = new Map<string, { caller: Caller; at: number }>();
  const ended = new Map<string, number>();

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
      const name = nameOf(user);
      held.delete(name);
      held.set(name, { caller: structuredClone(caller), at: clock.now() });
      dropOldest(held);
    },
    end(user) {
      const name = nameOf(user);
      held.delete(name);
      ended.delete(name);
      ended.set(name, clock.now());
      dropOldest(ended);
    },
    hasEnded,
    forget({ accountId, userId }) {
      for (const [name, { caller }] of held) {
        if (caller.accountId === accountId && caller.userId === userId) held.delete(name);
      }
    },
  };
}

function dropOldest(kept: Map<string, unknown>): void {
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size > MOST) kept.delete(oldest);
}

function nameOf({ accountId, userId, grant }: UserReference): string {
  const text = JSON.stringify([accountId, userId, grant ?? null]);
  return createHash('sha256').update(text).digest('base64url');
}
