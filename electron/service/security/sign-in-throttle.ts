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
import { tooManyRequests } from '../server/api-error.ts';

/** Failures in a row after which the first pause begins. */
const FREE_FAILURES = 5;

const LONGEST_PAUSE_S = 60;

/** Failures that nobody added to for so long are forgotten. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/** Enough to find the lines of one sign-in in the log of one run. */
const LOGGED_MARK_LENGTH = 12;

export interface SignInThrottle {
  /**
   * Asks the platform, unless too many attempts with this account and e-mail failed in a row: then it throws
   * `too_many_requests`. After 5 failures one attempt per pause is let through; the pause is 1 s and doubles with every
   * further failure up to 60 s. A success ends it, unless the password `isRemembered`. Only refused credentials count.
   * Other spellings of the names count together with these, see `foldName`, and a success ends only what its own added.
   * Attempts of one sign-in run one after another; as instances cannot wait for each other, an attempt counts as failed
   * until it has not failed. The count is stored, and forgotten 24 hours after the last failure.
   */
  attempt<Result>(signIn: SignInNames, ask: () => Promise<Result>, isRemembered?: boolean): Promise<Result>;
}

interface SignInThrottleOptions {
  readonly failures: SignInFailuresRepository;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

export function createSignInThrottle({ failures, clock, log }: SignInThrottleOptions): SignInThrottle {
  const inQueue = createKeyedQueue();
  const logKey = randomBytes(32);

  async function askUnlessPaused<Result>(
    signInHash: string,
    ask: (counted: CountedAttempt) => Promise<Result>,
    onFailure: (inARow: number) => void = () => {},
  ): Promise<Result> {
    // Without a write: a client that goes on in a pause costs nothing but this.
    demandNoPause(signInHash, await failures.find(signInHash));
    const counted = await count(signInHash);
    return ask(counted).catch(async (error: unknown) => {
      if (isRefusal(error)) onFailure(await failures.confirm(signInHash, clock.now()));
      else await failures.undo(signInHash, counted);
      throw error;
    });
  }

  /** Another instance may have been quicker since the last look. */
  async function count(signInHash: string): Promise<CountedAttempt> {
    const now = clock.now();
    const moment = { now, forgottenBefore: now - FORGOTTEN_AFTER_MS };
    const attempt = await failures.count(signInHash, moment, (past) => pauseOf(past) === null);
    if (attempt.isCounted) return attempt;
    demandNoPause(signInHash, attempt.past);
    return count(signInHash);
  }

  function demandNoPause(signInHash: string, past: SignInFailuresTable | undefined): void {
    const pause = pauseOf(past);
    if (!past || !pause) return;
    log.info({ signIn: markOf(signInHash), failures: past.failures, ...pause }, 'a sign-in has to wait');
    throw tooManyRequests({
      reason: 'Too many failed sign-ins in a row.',
      limit: 'sign-in',
      policy: `q=1;w=${pause.pauseS}`,
      waitS: pause.leftS,
    });
  }

  function pauseOf(past: SignInFailuresTable | undefined): Pause | null {
    return past ? pauseAfter(past.failures, clock.now() - past.last_failed_at, failures.clockToleranceMs) : null;
  }

  /** Not the names: somebody may have typed a password in their place. Nor their hash, from which it can be guessed. */
  function markOf(signInHash: string): string {
    return createHmac('sha256', logKey).update(signInHash).digest('hex').slice(0, LOGGED_MARK_LENGTH);
  }

  return {
    attempt<Result>(signIn: SignInNames, ask: () => Promise<Result>, isRemembered = false): Promise<Result> {
      const spelled = hashSignIn(signIn);
      const folded = hashFoldedSignIn(signIn);

      /** Others may be users too: what failed in other spellings is not theirs to end. */
      async function askAndForgive(ofFolded: CountedAttempt, ofSpelled: CountedAttempt): Promise<Result> {
        const result = await ask();
        const earlier = isRemembered ? 0 : (ofSpelled.past?.failures ?? 0);
        await failures.undo(spelled, ofSpelled, earlier);
        await failures.undo(folded, ofFolded, earlier);
        return result;
      }

      return inQueue(folded, () =>
        askUnlessPaused(
          folded,
          (ofFolded) => askUnlessPaused(spelled, (ofSpelled) => askAndForgive(ofFolded, ofSpelled)),
          (inARow) => log.info({ signIn: markOf(folded), failures: inARow }, 'a sign-in failed'),
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
 * Null for no pause. A failure in the future means that the clock was set back, and pauses nothing, unless it is so
 * little ahead that another instance has just counted it.
 */
function pauseAfter(failures: number, sinceLastMs: number, clocksDifferMs: number): Pause | null {
  if (failures < FREE_FAILURES || sinceLastMs < -clocksDifferMs) return null;
  const pauseS = Math.min(2 ** (failures - FREE_FAILURES), LONGEST_PAUSE_S);
  const leftMs = pauseS * 1000 - Math.max(0, sinceLastMs);
  return leftMs > 0 ? { leftS: Math.ceil(leftMs / 1000), pauseS } : null;
}

export function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError && error.code === 'credentials_refused';
}

/** Attempts of one peer in a minute that did not succeed, or have not yet. */
const MOST_ATTEMPTS = 30;

const WINDOW_S = 60;

/**
 * Wrong sign-ins in a minute at one platform, for strangers and for users with a proof. Another deployment takes 30 from
 * this server's address. Its minute may begin in the middle of ours, so strangers may spend twice as many in it: 24.
 */
const MAX_PLATFORM_ATTEMPTS = 12;

const PURPOSE = 'tilldesk sign-in peer';

export interface PeerThrottle {
  /** Throws `too_many_requests` after too many attempts of `peer` in this minute; a success is not counted. */
  attempt<Result>(peer: string, signIn: () => Promise<Result>): Promise<Result>;
  /**
   * Asks another platform. All sign-ins reach it from this server's address, and it refuses them all after too many
   * wrong ones. Strangers and users with a proof have a share each; a network may use what it leaves to others, and no
   * more. Throws `too_many_requests` beyond that. Sign-ins that succeed, or do not reach the platform, are not counted.
   */
  askPlatform<Result>(whose: PlatformAttempt, ask: () => Promise<Result>): Promise<Result>;
}

interface PlatformAttempt {
  /** Base URL. */
  readonly platform: string;
  /** See `networkOfPeer`. */
  readonly network: string;
  readonly isProven: boolean;
}

/** For a service that only programs of its own computer reach. */
export const NO_PEER_THROTTLE: PeerThrottle = {
  attempt: (_peer, signIn) => signIn(),
  askPlatform: (_whose, ask) => ask(),
};

interface PeerThrottleOptions {
  readonly peers: SignInPeersRepository;
  /** Shared by all services of the store: where somebody signs in from is not kept as it is. */
  readonly secretKey: Uint8Array;
  readonly clock: Pick<Clock, 'now'>;
}

export function createPeerThrottle({ peers, secretKey, clock }: PeerThrottleOptions): PeerThrottle {
  const hashOf = (peer: string) => createHmac('sha256', secretKey).update(`${PURPOSE}\0${peer}`).digest('hex');

  async function count(name: string) {
    const hash = hashOf(name);
    const now = clock.now();
    const windowStart = now - (now % (WINDOW_S * 1000));
    const attempts = await peers.add(hash, windowStart);
    if (attempts === 1) await peers.removeBefore(windowStart);
    const waitS = Math.max(1, Math.ceil((windowStart + WINDOW_S * 1000 - now) / 1000));
    return { attempts, waitS, takeOff: () => peers.subtractAttempt(hash, windowStart) };
  }

  return {
    async attempt(peer, signIn) {
      const { attempts, waitS, takeOff } = await count(peer);
      if (attempts > MOST_ATTEMPTS) {
        throw tooManyRequests({
          reason: 'Too many sign-ins from this address.',
          limit: 'sign-in-peer',
          policy: `q=${MOST_ATTEMPTS};w=${WINDOW_S}`,
          waitS,
        });
      }
      const result = await signIn();
      await takeOff();
      return result;
    },

    async askPlatform({ platform, network, isProven }, ask) {
      const share = ['platform', platform, isProven];
      const ofNetwork = await count(JSON.stringify([...share, network]));
      const ofAll = await count(JSON.stringify(share));
      const takeOff = async () => {
        await ofNetwork.takeOff();
        await ofAll.takeOff();
      };
      const leftBefore = MAX_PLATFORM_ATTEMPTS - (ofAll.attempts - 1);
      if (ofNetwork.attempts > leftBefore) {
        await takeOff();
        throw tooManyRequests({
          reason: 'Too many failed sign-ins at the platform.',
          limit: 'sign-in-platform',
          policy: `q=${MAX_PLATFORM_ATTEMPTS};w=${WINDOW_S}`,
          waitS: ofAll.waitS,
        });
      }
      const result = await ask().catch(async (error: unknown) => {
        if (error instanceof PlatformError && error.isUnreached) await takeOff();
        throw error;
      });
      await takeOff();
      return result;
    },
  };
}
