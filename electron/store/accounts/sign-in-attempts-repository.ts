import { createHash } from 'node:crypto';
import { foldEmail, foldName } from '../../base/caller.ts';
import { getClockToleranceMs } from '../dialects/dialect.ts';
import type { SignInFailuresTable, StoreDb } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';

/** An attempt that was counted as failed before its outcome was known, or refused and not counted. */
export interface CountedAttempt {
  readonly isCounted: boolean;
  /** `undefined` if there were no earlier failures. */
  readonly past: SignInFailuresTable | undefined;
  readonly at: number;
}

interface CountingTimes {
  readonly now: number;
  /** Rows whose last failure is before this are removed. */
  readonly forgottenBefore: number;
}

/** Consecutive failed sign-ins, by a hash of the typed names. */
export function createSignInFailuresRepository(db: StoreDb) {
  /** Adds `counted` to an existing row. Returns the number of consecutive failures. */
  async function write(signInHash: string, failedAt: number, counted: 0 | 1): Promise<number> {
    const { failures } = await db
      .insertInto('sign_in_failures')
      .values({ sign_in_hash: signInHash, failures: 1, last_failed_at: failedAt })
      .onConflict((conflict) =>
        conflict.column('sign_in_hash').doUpdateSet(({ eb, ref }) => ({
          failures: eb(ref('sign_in_failures.failures'), '+', counted),
          last_failed_at: failedAt,
        })),
      )
      .returning('failures')
      .executeTakeFirstOrThrow();
    return failures;
  }

  return {
    clockToleranceMs: getClockToleranceMs(db),

    find(signInHash: string): Promise<SignInFailuresTable | undefined> {
      return db.selectFrom('sign_in_failures').selectAll().where('sign_in_hash', '=', signInHash).executeTakeFirst();
    },

    /**
     * Counts an attempt as failed, unless `canTry` refuses it because of earlier failures. The next attempt sees the
     * count, on any instance.
     */
    count(
      signInHash: string,
      { now, forgottenBefore }: CountingTimes,
      canTry: (past: SignInFailuresTable | undefined) => boolean,
    ): Promise<CountedAttempt> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, getLockName(signInHash));
        const failures = createSignInFailuresRepository(transaction);
        await failures.removeBefore(forgottenBefore);
        const past = await failures.find(signInHash);
        const isCounted = canTry(past);
        if (isCounted) await failures.add(signInHash, now);
        return { isCounted, past, at: now };
      });
    },

    /** Confirms that the counted attempt failed at this time. Returns the number of consecutive failures. */
    confirm: (signInHash: string, failedAt: number) => write(signInHash, failedAt, 0),

    /** The attempt succeeded: removes it from the count, and `others` before it. Attempts counted since then stay. */
    undo(signInHash: string, { past, at }: CountedAttempt, others = 0): Promise<void> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, getLockName(signInHash));
        const counted = () => transaction.updateTable('sign_in_failures').where('sign_in_hash', '=', signInHash);
        await counted()
          .set(({ eb }) => ({ failures: eb('failures', '-', 1 + others) }))
          .execute();
        await counted()
          .set({ last_failed_at: past?.last_failed_at ?? at })
          .where('last_failed_at', '=', at)
          .execute();
        await transaction
          .deleteFrom('sign_in_failures')
          .where('sign_in_hash', '=', signInHash)
          .where('failures', '<=', 0)
          .execute();
      });
    },

    /** Counts a failure. Returns the number of consecutive failures. */
    add: (signInHash: string, failedAt: number) => write(signInHash, failedAt, 1),

    /** Removes rows whose last failure is before `instant`. */
    async removeBefore(instant: number): Promise<void> {
      await db.deleteFrom('sign_in_failures').where('last_failed_at', '<', instant).execute();
    },
  };
}

/** Several hashes share a lock, because lock rows are never removed and an attacker can try any name. */
function getLockName(signInHash: string): string {
  return `sign-in ${signInHash.slice(0, 2)}`;
}

export type SignInFailuresRepository = ReturnType<typeof createSignInFailuresRepository>;

/** Sign-in attempts in a time window, by a hash of the address. */
export function createSignInPeersRepository(db: StoreDb) {
  return {
    /** Counts an attempt. Returns the number in this window. A later window replaces the previous one. */
    async add(peerHash: string, windowStart: number): Promise<number> {
      const { attempts } = await db
        .insertInto('sign_in_peers')
        .values({ peer_hash: peerHash, window_start: windowStart, attempts: 1 })
        .onConflict((conflict) =>
          conflict.column('peer_hash').doUpdateSet(({ eb, ref }) => ({
            window_start: windowStart,
            attempts: eb
              .case()
              .when('sign_in_peers.window_start', '=', windowStart)
              .then(eb(ref('sign_in_peers.attempts'), '+', 1))
              .else(1)
              .end(),
          })),
        )
        .returning('attempts')
        .executeTakeFirstOrThrow();
      return attempts;
    },

    async subtractAttempt(peerHash: string, windowStart: number): Promise<void> {
      await db
        .updateTable('sign_in_peers')
        .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
        .where(({ and }) => and({ peer_hash: peerHash, window_start: windowStart }))
        .where('attempts', '>', 0)
        .execute();
    },

    /** Removes windows that began before `instant`. */
    async removeBefore(instant: number): Promise<void> {
      await db.deleteFrom('sign_in_peers').where('window_start', '<', instant).execute();
    },
  };
}

export type SignInPeersRepository = ReturnType<typeof createSignInPeersRepository>;

/** The names of a sign-in. `platform` is a base URL, `null` or absent for the built-in platform. */
export interface SignInNames {
  readonly account: string;
  readonly email: string;
  readonly platform?: string | null;
}

/**
 * SHA-256 in hex of sign-in names, as key of its proofs. Ignores the case of the e-mail address, not of the account.
 * Includes the platform if given.
 */
export function hashSignIn({ account, email, platform }: SignInNames): string {
  return hashNames([account, foldEmail(email), ...(platform ? [platform] : [])]);
}

/** As `hashSignIn`, but equal for all spellings that a platform may accept for the same user. */
export function hashFoldedSignIn({ account, email, platform }: SignInNames): string {
  return hashNames(['folded', foldName(account), foldName(email), platform ?? null]);
}

function hashNames(names: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
