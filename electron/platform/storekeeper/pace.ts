import { type Clock, untilAborted } from '../../base/clock.ts';
import { PlatformError } from '../platform-error.ts';

/** Limits calls to StoreKeeper, because other programs of the account use it too. */
export interface Pace {
  /** Runs the call when it is its turn. While StoreKeeper asks to wait, `reading` calls wait and others fail. */
  run<Result>(call: () => Promise<Result>, kind: CallKind, signal?: AbortSignal): Promise<Result>;
}

/** Anybody can type a sign-in, so a wait that StoreKeeper asks for after one applies to sign-ins only. */
export type CallKind = 'signIn' | 'asked' | 'reading';

export interface PaceSettings {
  readonly maxConcurrentCalls: number;
  /** Read before each call. `Infinity` disables the limit. */
  readonly callsPerSecond: () => number;
}

const DEFAULT_CALLS_PER_SECOND = 4;

const DEFAULT_PACE: PaceSettings = { maxConcurrentCalls: 2, callsPerSecond: () => DEFAULT_CALLS_PER_SECOND };

/** Calls can take different times to arrive. This margin keeps arrivals below the limit per second. */
const TRAVEL_MARGIN_MS = 40;

/** After this many consecutive failed readings, StoreKeeper counts as away and is tried less often. */
const MAX_FAILURES = 8;

const MIN_PAUSE_MS = 5_000;

const MAX_PAUSE_MS = 2 * 60_000;

export function createPace(clock: Clock, settings: Partial<PaceSettings> = {}): Pace {
  const { maxConcurrentCalls, callsPerSecond } = { ...DEFAULT_PACE, ...settings };
  const waiting = new Set<() => void>();
  let inProgress = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let cancelTimer: (() => void) | null = null;
  const askedPause = createPause(clock);
  const signInPause = createPause(clock);
  const awayPause = createPause(clock);

  function startNext(): void {
    cancelTimer?.();
    cancelTimer = null;
    for (const start of waiting) {
      if (inProgress >= maxConcurrentCalls) return;
      const passedMs = clock.now() - startedAt;
      const spacingMs = (1_000 + TRAVEL_MARGIN_MS) / callsPerSecond();
      // After the clock was set back, the elapsed time is unknown.
      const waitMs = passedMs < 0 ? 0 : Math.max(0, spacingMs - passedMs);
      if (waitMs > 0) {
        cancelTimer = clock.after(waitMs, startNext);
        return;
      }
      waiting.delete(start);
      inProgress += 1;
      startedAt = clock.now();
      start();
    }
  }

  async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    startNext();
    try {
      await (signal === undefined ? promise : untilAborted(signal, promise));
    } catch (error) {
      // Its turn may have come at the same time.
      if (!waiting.delete(resolve)) endTurn();
      throw error;
    }
  }

  function endTurn(): void {
    inProgress -= 1;
    startNext();
  }

  function assertNotPaused(kind: CallKind): void {
    const remainingMs = Math.max(askedPause.getRemainingMs(), kind === 'signIn' ? signInPause.getRemainingMs() : 0);
    if (remainingMs === 0) return;
    throw new PlatformError('busy', 'StoreKeeper is busy. Try again later.', {
      retryAfterMs: remainingMs,
      isReported: true,
    });
  }

  async function waitForPauses(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const remainingMs = Math.max(askedPause.getRemainingMs(), awayPause.getRemainingMs());
      if (remainingMs === 0) return;
      await sleep(clock, remainingMs, signal);
    }
  }

  function recordOutcome(error: unknown, kind: CallKind): void {
    if (!(error instanceof PlatformError)) return;
    const { code, retryAfterMs } = error;
    if (code === 'busy' && retryAfterMs !== null) (kind === 'signIn' ? signInPause : askedPause).begin(retryAfterMs);
    if (kind !== 'reading' || !(code === 'unavailable' || code === 'timeout' || code === 'busy')) return;
    failures += 1;
    if (failures < MAX_FAILURES) return;
    awayPause.begin(Math.min(MIN_PAUSE_MS * 2 ** (failures - MAX_FAILURES), MAX_PAUSE_MS));
  }

  return {
    async run(call, kind, signal) {
      if (kind === 'reading') await waitForPauses(signal);
      else assertNotPaused(kind);
      await takeTurn(signal);
      try {
        // In the meantime StoreKeeper may have asked another call to wait.
        if (kind !== 'reading') assertNotPaused(kind);
        const result = await call();
        failures = 0;
        return result;
      } catch (error) {
        recordOutcome(error, kind);
        throw error;
      } finally {
        endTurn();
      }
    },
  };
}

function createPause(clock: Pick<Clock, 'now'>) {
  let pause = { at: 0, durationMs: 0 };
  return {
    begin(durationMs: number): void {
      if (durationMs >= getRemainingMs()) pause = { at: clock.now(), durationMs };
    },
    getRemainingMs,
  };

  function getRemainingMs(): number {
    const passedMs = clock.now() - pause.at;
    // A clock that was set back must not extend the pause.
    return passedMs >= 0 && passedMs < pause.durationMs ? pause.durationMs - passedMs : 0;
  }
}

export async function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const cancel = clock.after(ms, timeout.resolve);
  await (signal === undefined ? timeout.promise : untilAborted(signal, timeout.promise)).finally(cancel);
}
