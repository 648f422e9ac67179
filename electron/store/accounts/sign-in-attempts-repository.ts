import { createHash } from 'node:crypto';
import { foldEmail, foldName } from '../../base/caller.ts';
import { getClockToleranceMs } from '../dialects/dialect.ts';
import type { SignInFailuresTable, StoreDb } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';

/** An attempt: counted as failed before its outcome is known, or refused and not counted. */
export interface CountedAttempt {
  readonly isCounted: boolean;
  /** Earlier failures; undefined for none. */
  readonly past: SignInFailuresTable | undefined;
  readonly at: number;
}

interface CountingMoment {
  readonly now: number;
  /** Failures whose last lies before this are forgotten. */
  readonly forgottenBefore: number;
}

/** Failed sign-ins in a row, by a hash of what was typed. */
export function createSignInFailuresRepository(db: StoreDb) {
  /** `counted`: by how much a row that is there goes up. Answers the failures in a row. */
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
     * Counts an attempt as failed, unless `mayTry` refuses it because of earlier failures. The next attempt, in any
     * instance, finds it counted.
     */
    count(
      signInHash: string,
      { now, forgottenBefore }: CountingMoment,
      mayTry: (past: SignInFailuresTable | undefined) => boolean,
    ): Promise<CountedAttempt> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, turnOf(signInHash));
        const failures = createSignInFailuresRepository(transaction);
        await failures.removeBefore(forgottenBefore);
        const past = await failures.find(signInHash);
        const isCounted = mayTry(past);
        if (isCounted) await failures.add(signInHash, now);
        return { isCounted, past, at: now };
      });
    },

    /** The attempt failed as it was counted, at this moment. Answers how many there are in a row now. */
    confirm: (signInHash: string, failedAt: number) => write(signInHash, failedAt, 0),

    /**
     * The attempt succeeded: it is as if it had not been counted, nor `others` before it, whatever is counted meanwhile.
     */
    takeBack(signInHash: string, { past, at }: CountedAttempt, others = 0): Promise<void> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, turnOf(signInHash));
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

    /** Adds one; answers how many there are in a row now. */
    add: (signInHash: string, failedAt: number) => write(signInHash, failedAt, 1),

    /** Drops those whose last failure lies before `instant`. */
    async removeBefore(instant: number): Promise<void> {
      await db.deleteFrom('sign_in_failures').where('last_failed_at', '<', instant).execute();
    },
  };
}

/** Several hashes share a lock: rows of locks are never removed, and a guesser can type anything. */
function turnOf(signInHash: string): string {
  return `sign-in ${signInHash.slice(0, 2)}`;
}

export type SignInFailuresRepository = ReturnType<typeof createSignInFailuresRepository>;

/** Attempts to sign in by a hash of the address, within a window of time. */
export function createSignInPeersRepository(db: StoreDb) {
  return {
    /** Adds one; answers how many there are in this window now. A later window replaces the previous one. */
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

    async takeOff(peerHash: string, windowStart: number): Promise<void> {
      await db
        .updateTable('sign_in_peers')
        .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
        .where(({ and }) => and({ peer_hash: peerHash, window_start: windowStart }))
        .where('attempts', '>', 0)
        .execute();
    },

    /** Drops those of windows that began before `instant`. */
    async removeBefore(instant: number): Promise<void> {
      await db.deleteFrom('sign_in_peers').where('window_start', '<', instant).execute();
    },
  };
}

export type SignInPeersRepository = ReturnType<typeof createSignInPeersRepository>;

/** Who signs in, and where: `platform` is a base URL; null or absent for the built-in platform. */
export interface SignInNames {
  readonly account: string;
  readonly email: string;
  readonly platform?: string | null;
}

/**
 * SHA-256 in hex of the names of a sign-in, under which its proofs are stored: the account as typed, the e-mail in any
 * case. A platform counts apart where it is named.
 */
export function signInHashOf({ account, email, platform }: SignInNames): string {
  return hashOfNames([account, foldEmail(email), ...(platform ? [platform] : [])]);
}

/** The same for all spellings of these names that some platform may take for one. */
export function foldedSignInHashOf({ account, email, platform }: SignInNames): string {
  return hashOfNames(['folded', foldName(account), foldName(email), platform ?? null]);
}

function hashOfNames(names: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}
