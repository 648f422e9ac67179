import { RETRY_DELAYS_MS } from '../../../shared/retry.ts';
import { type Clock, untilAborted } from '../../base/clock.ts';
import { PlatformError, type PlatformErrorCode } from '../platform-error.ts';

/** How StoreKeeper is spared, which other programs of the same account use as well. */
export interface PaceSettings {
  /** Calls that are under way at the same time. */
  readonly atOnce: number;
  /** `Infinity`: as many as there are. */
  readonly callsPerSecond: number;
  /** While answers take longer, both are halved. */
  readonly slowAnswerMs: number;
  /** How long a stream is left alone after the last repeat of a call has failed. */
  readonly restMs: number;
}

const STOREKEEPER_PACE: PaceSettings = {
  atOnce: 2,
  callsPerSecond: 4,
  slowAnswerMs: 3_000,
  restMs: 5 * 60 * 1_000,
};

export interface PacedCall {
  /**
   * What is read, such as `orders`, of one identity: a call of a stream is repeated while it fails in a passing way, and
   * then the stream rests. Without one somebody waits for the answer: the call is made once, and not at all while StoreKeeper asks to wait.
   */
  readonly stream?: string;
  readonly signal?: AbortSignal;
  /** If StoreKeeper asks such a call to wait, only sign-ins wait: everybody can type one. */
  readonly isSignIn?: boolean;
}

export interface Pace {
  /** The call in its turn. Throws what it throws, and `PlatformError` `busy` while its stream rests. */
  run<Result>(call: () => Promise<Result>, paced?: PacedCall): Promise<Result>;
  /** How long the stream still rests, in milliseconds; 0 where it does not. */
  restOf(stream: string): number;
}

interface PaceDeps {
  readonly clock: Clock;
  /** From 0 to 1: programs that failed together shall not come back together. */
  readonly random: () => number;
  readonly settings?: Partial<PaceSettings>;
}

/** By how much of itself a delay is shorter or longer at most. */
const SPREAD = 0.25;

/** How much longer one call may be on its way than another, without StoreKeeper seeing more than it should in a second. */
const TRAVEL_MARGIN_MS = 40;

const PASSING: ReadonlySet<PlatformErrorCode> = new Set(['unavailable', 'timeout', 'busy']);

export function createPace({ clock, random, settings }: PaceDeps): Pace {
  const { atOnce, callsPerSecond, slowAnswerMs, restMs } = { ...STOREKEEPER_PACE, ...settings };
  const pauses = createPauses(clock);
  const turns = createTurns(clock, pauses);
  let isSlow = false;

  /** After the first, second and third failure; null where no further repeat is made. */
  function delayAfter(error: PlatformError, repeats: number): number | null {
    const delayMs = RETRY_DELAYS_MS[repeats];
    // Where StoreKeeper asks to wait for longer, no call of any stream has its turn before.
    const isAskedTooLong = (error.retryAfterMs ?? 0) > restMs;
    if (delayMs === undefined || isAskedTooLong) return null;
    return delayMs * (1 - SPREAD + 2 * SPREAD * random());
  }

  function expectNoPause(what: string): void {
    const leftMs = pauses.rest(what);
    if (leftMs === 0) return;
    throw new PlatformError('busy', pauses.reasonOf(what), { retryAfterMs: leftMs, isReported: true });
  }

  async function makeCall<Result>(call: () => Promise<Result>): Promise<Result> {
    const startedAt = clock.now();
    try {
      return await call();
    } finally {
      // One answer decides: the next quick one brings the pace back.
      isSlow = Math.abs(clock.now() - startedAt) > slowAnswerMs;
      turns.leave(speed());
    }
  }

  function speed(): Speed {
    const share = isSlow ? 2 : 1;
    return {
      atOnce: Math.max(1, Math.floor(atOnce / share)),
      spacingMs: ((1_000 + TRAVEL_MARGIN_MS) * share) / callsPerSecond,
    };
  }

  return {
    restOf: (stream) => pauses.rest(stream),

    async run(call, { stream, signal, isSignIn = false } = {}) {
      const limited = isSignIn ? SIGN_INS : EVERYTHING;
      for (let repeats = 0; ; repeats += 1) {
        expectNoPause(stream ?? EVERYTHING);
        if (isSignIn) expectNoPause(SIGN_INS);
        await turns.enter(speed(), signal);
        try {
          return await makeCall(async () => {
            // While this one waited for its turn, another may have been asked to wait.
            if (isSignIn) expectNoPause(SIGN_INS);
            return call();
          });
        } catch (error) {
          if (!(error instanceof PlatformError) || !PASSING.has(error.code)) throw error;
          if (error.retryAfterMs !== null) pauses.begin(limited, error.retryAfterMs, error.message);
          if (stream === undefined) throw error;
          const delayMs = delayAfter(error, repeats);
          if (delayMs === null) pauses.begin(stream, Math.max(restMs, error.retryAfterMs ?? 0), error.message);
          if (delayMs === null) throw error;
          await pause(clock, delayMs, signal);
        }
      }
    },
  };
}

/** Stands for all streams: StoreKeeper itself asked to wait. */
const EVERYTHING = '';

/** Stands for all sign-ins. No stream has this name. */
const SIGN_INS = ' sign-ins';

/** Who is left alone, and for how long still. */
function createPauses(clock: Pick<Clock, 'now'>) {
  const begun = new Map<string, { readonly at: number; readonly forMs: number; readonly reason: string }>();
  return {
    begin(what: string, forMs: number, reason: string): void {
      if (forMs >= rest(what)) begun.set(what, { at: clock.now(), forMs, reason });
    },
    rest,
    /** Why they are left alone, as the failure said it that began the pause. */
    reasonOf: (what: string) => begun.get(what)?.reason ?? '',
  };

  function rest(what: string): number {
    const pauseOf = begun.get(what);
    if (pauseOf === undefined) return 0;
    const passedMs = clock.now() - pauseOf.at;
    // A clock that was set back must not make it longer.
    if (passedMs >= 0 && passedMs < pauseOf.forMs) return pauseOf.forMs - passedMs;
    begun.delete(what);
    return 0;
  }
}

interface Speed {
  readonly atOnce: number;
  /** Between the starts of two calls. */
  readonly spacingMs: number;
}

/** Starts of calls in the order in which they came, none closer to the one before than the speed allows. */
function createTurns(clock: Clock, pauses: { rest(what: string): number }) {
  const waiting: (() => void)[] = [];
  let running = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | null = null;

  function waitMs({ spacingMs }: Speed): number {
    const passedMs = clock.now() - startedAt;
    const spacing = passedMs < 0 ? 0 : Math.max(0, spacingMs - passedMs);
    return Math.max(spacing, pauses.rest(EVERYTHING));
  }

  function startNext(speed: Speed): void {
    cancelTimer?.();
    cancelTimer = null;
    while (waiting.length > 0 && running < speed.atOnce) {
      const ms = waitMs(speed);
      if (ms > 0) {
        cancelTimer = clock.after(ms, () => startNext(speed));
        return;
      }
      running += 1;
      startedAt = clock.now();
      waiting.shift()?.();
    }
  }

  return {
    async enter(speed: Speed, signal?: AbortSignal): Promise<void> {
      signal?.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      startNext(speed);
      if (signal === undefined) return promise;
      try {
        await untilAborted(signal, promise);
      } catch (error) {
        const at = waiting.indexOf(resolve);
        if (at >= 0) waiting.splice(at, 1);
        // Its turn had come at the same moment.
        else {
          running -= 1;
          startNext(speed);
        }
        throw error;
      }
    },

    leave(speed: Speed): void {
      running -= 1;
      startNext(speed);
    },
  };
}

async function pause(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  const over = Promise.withResolvers<void>();
  const cancel = clock.after(delayMs, over.resolve);
  try {
    await (signal === undefined ? over.promise : untilAborted(signal, over.promise));
  } finally {
    cancel();
  }
}
