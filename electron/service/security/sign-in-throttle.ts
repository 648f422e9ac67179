import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import {
  type CountedAttempt,
  hashFoldedSignIn,
  hashSignIn,
  type SignInFailuresRepository,
  type SignInNames,
  type SignInPeersRepository,
} from '../../store/accounts/sign-in-attempts-repository.ts';
import type { SignInFailuresTable } from '../../store/schema.ts';
import { createTooManyRequestsError } from '../server/api-error.ts';

/** Failures in a row before the first pause. */
const FREE_FAILURES = 5;

const MAX_PAUSE_S = 60;

/** Failures are forgotten if none was added for this long. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/** Enough to find the lines of one sign-in in the log of one run. */
const LOGGED_MARK_LENGTH = 12;

export interface SignInThrottle {
  /**
   * Asks the platform, or throws `too_many_requests` after too many failures in a row with this account and e-mail.
   * After 5 failures one attempt per pause is let through; the pause is 1 s and doubles with every further failure up
   * to 60 s. Only refused credentials count. A success resets the count, unless the password `isRemembered`. Other
   * spellings of the names count together with these (see `foldName`), but a success resets only its own spelling.
   * Attempts of one sign-in run one after another. Instances cannot wait for each other, so an attempt counts as failed
   * until it succeeds. The count is stored, and forgotten 24 hours after the last failure.
   */
  attempt<Result>(signIn: SignInNames, ask: () => Promise<Result>, isRemembered?: boolean): Promise<Result>;
}

interface SignInThrottleOptions {
  readonly failures: SignInFailuresRepository;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

export function createSignInThrottle({ failures, clock, log }: SignInThrottleOptions): SignInThrottle {
  const runInQueue = createKeyedQueue();
  const logKey = randomBytes(32);

  async function askUnlessPaused<Result>(
    signInHash: string,
    ask: (counted: CountedAttempt) => Promise<Result>,
    onFailure: (inARow: number) => void = () => {},
  ): Promise<Result> {
    // No write: a client that keeps trying in a pause costs only this read.
    assertNoPause(signInHash, await failures.find(signInHash));
    const counted = await count(signInHash);
    return ask(counted).catch(async (error: unknown) => {
      if (isRefusal(error)) onFailure(await failures.confirm(signInHash, clock.now()));
      else await failures.undo(signInHash, counted);
      throw error;
    });
  }

  /** Another instance may have counted since the last read. */
  async function count(signInHash: string): Promise<CountedAttempt> {
    const now = clock.now();
    const moment = { now, forgottenBefore: now - FORGOTTEN_AFTER_MS };
    const attempt = await failures.count(signInHash, moment, (past) => getPause(past) === null);
    if (attempt.isCounted) return attempt;
    assertNoPause(signInHash, attempt.past);
    return count(signInHash);
  }

  function assertNoPause(signInHash: string, past: SignInFailuresTable | undefined): void {
    const pause = getPause(past);
    if (!past || !pause) return;
    log.info(
      { signIn: createLogMark(signInHash), failures: past.failures, ...pause },
      'a sign-in was refused during a pause',
    );
    throw createTooManyRequestsError({
      reason: 'Too many failed sign-ins in a row.',
      limit: 'sign-in',
      policy: `q=1;w=${pause.pauseS}`,
      waitS: pause.leftS,
    });
  }

  function getPause(past: SignInFailuresTable | undefined): Pause | null {
    return past ? computePause(past.failures, clock.now() - past.last_failed_at, failures.clockToleranceMs) : null;
  }

  /**
   * Not the names: somebody may have typed a password in their place. Nor their hash, from which they can be guessed.
   */
  function createLogMark(signInHash: string): string {
    return createHmac('sha256', logKey).update(signInHash).digest('hex').slice(0, LOGGED_MARK_LENGTH);
  }

  return {
    attempt<Result>(signIn: SignInNames, ask: () => Promise<Result>, isRemembered = false): Promise<Result> {
      const spelled = hashSignIn(signIn);
      const folded = hashFoldedSignIn(signIn);

      /** Other spellings may belong to other users, so their failures are not reset. */
      async function askAndReset(foldedAttempt: CountedAttempt, spelledAttempt: CountedAttempt): Promise<Result> {
        const result = await ask();
        const earlier = isRemembered ? 0 : (spelledAttempt.past?.failures ?? 0);
        await failures.undo(spelled, spelledAttempt, earlier);
        await failures.undo(folded, foldedAttempt, earlier);
        return result;
      }

      return runInQueue(folded, () =>
        askUnlessPaused(
          folded,
          (foldedAttempt) => askUnlessPaused(spelled, (spelledAttempt) => askAndReset(foldedAttempt, spelledAttempt)),
          (inARow) => log.info({ signIn: createLogMark(folded), failures: inARow }, 'a sign-in failed'),
        ),
      );
    },
  };
}

interface Pause {
  readonly leftS: number;
  readonly pauseS: number;
}

/**
 * `null` for no pause. A failure in the future means that the clock was set back, and causes no pause, unless it is so
 * little ahead that another instance has just counted it.
 */
function computePause(failures: number, sinceLastMs: number, clocksDifferMs: number): Pause | null {
  if (failures < FREE_FAILURES || sinceLastMs < -clocksDifferMs) return null;
  const pauseS = Math.min(2 ** (failures - FREE_FAILURES), MAX_PAUSE_S);
  const leftMs = pauseS * 1000 - Math.max(0, sinceLastMs);
  return leftMs > 0 ? { leftS: Math.ceil(leftMs / 1000), pauseS } : null;
}

export function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError && error.code === 'credentials_refused';
}

/** Attempts of a peer per minute that failed or are in progress. */
const MAX_PEER_ATTEMPTS = 30;

const WINDOW_S = 60;

/**
 * Wrong sign-ins per minute at one platform, for strangers and for users with a proof. Another deployment accepts 30
 * from this server's address. Its minute may begin in the middle of ours, so strangers may use twice as many in it: 24.
 */
const MAX_PLATFORM_ATTEMPTS = 12;

const PURPOSE = 'tilldesk sign-in peer';

export interface PeerThrottle {
  /** Throws `too_many_requests` after too many attempts of `peer` in this minute; a success is not counted. */
  attempt<Result>(peer: string, signIn: () => Promise<Result>): Promise<Result>;
  /**
   * Asks another platform. All sign-ins reach it from this server's address, and it refuses them all after too many
   * wrong ones. Strangers and users with a proof have separate shares; a network may use at most what it leaves to
   * others. Throws `too_many_requests` beyond that. Sign-ins that succeed, or do not reach the platform, are not
   * counted.
   */
  askPlatform<Result>(whose: PlatformAttempt, ask: () => Promise<Result>): Promise<Result>;
}

interface PlatformAttempt {
  /** Base URL. */
  readonly platform: string;
  /** See `getPeerNetwork`. */
  readonly network: string;
  readonly isProven: boolean;
}

/** For a service that only programs of this computer can reach. */
export const NO_PEER_THROTTLE: PeerThrottle = {
  attempt: (_peer, signIn) => signIn(),
  askPlatform: (_whose, ask) => ask(),
};

interface PeerThrottleOptions {
  readonly peers: SignInPeersRepository;
  /** Shared by all services of the store. Peers are stored only as hashes made with it. */
  readonly secretKey: Uint8Array;
  readonly clock: Pick<Clock, 'now'>;
}

export function createPeerThrottle({ peers, secretKey, clock }: PeerThrottleOptions): PeerThrottle {
  const hashPeer = (peer: string) => createHmac('sha256', secretKey).update(`${PURPOSE}\0${peer}`).digest('hex');

  async function count(name: string) {
    const hash = hashPeer(name);
    const now = clock.now();
    const windowStart = now - (now % (WINDOW_S * 1000));
    const attempts = await peers.add(hash, windowStart);
    if (attempts === 1) await peers.removeBefore(windowStart);
    const waitS = Math.max(1, Math.ceil((windowStart + WINDOW_S * 1000 - now) / 1000));
    return { attempts, waitS, uncount: () => peers.subtractAttempt(hash, windowStart) };
  }

  return {
    async attempt(peer, signIn) {
      const { attempts, waitS, uncount } = await count(peer);
      if (attempts > MAX_PEER_ATTEMPTS) {
        throw createTooManyRequestsError({
          reason: 'Too many sign-ins from this address.',
          limit: 'sign-in-peer',
          policy: `q=${MAX_PEER_ATTEMPTS};w=${WINDOW_S}`,
          waitS,
        });
      }
      const result = await signIn();
      await uncount();
      return result;
    },

    async askPlatform({ platform, network, isProven }, ask) {
      const share = ['platform', platform, isProven];
      const networkCount = await count(JSON.stringify([...share, network]));
      const totalCount = await count(JSON.stringify(share));
      const uncount = async () => {
        await networkCount.uncount();
        await totalCount.uncount();
      };
      const leftBefore = MAX_PLATFORM_ATTEMPTS - (totalCount.attempts - 1);
      if (networkCount.attempts > leftBefore) {
        await uncount();
        throw createTooManyRequestsError({
          reason: 'Too many failed sign-ins at the platform.',
          limit: 'sign-in-platform',
          policy: `q=${MAX_PLATFORM_ATTEMPTS};w=${WINDOW_S}`,
          waitS: totalCount.waitS,
        });
      }
      const result = await ask().catch(async (error: unknown) => {
        if (error instanceof PlatformError && error.isUnreached) await uncount();
        throw error;
      });
      await uncount();
      return result;
    },
  };
}
