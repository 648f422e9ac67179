import { parseRetryAfter, RETRY_DELAYS_MS } from '../../shared/retry.ts';
import type { Clock } from '../base/clock.ts';
import { type ApiAnswer, ApiFailure } from './api-client.ts';

const TRANSIENT_STATUSES = new Set([429, 500, 502]);

/** Node runs a longer timer immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Retries a call in the background up to three times while it fails temporarily. The call must be safe to repeat.
 * `getAnswer` gets the service's answer from a result; `null` if it must not be retried.
 */
export async function retryInBackground<Result>(
  clock: Clock,
  call: () => Promise<Result>,
  getAnswer: (result: Result) => ApiAnswer | null,
): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    let pauseMs: number | null;
    try {
      const result = await call();
      pauseMs = getPauseAfterAnswer(getAnswer(result), repeats);
      if (pauseMs === null) return result;
    } catch (error) {
      pauseMs = getPauseAfterFailure(error, repeats);
      if (pauseMs === null) throw error;
    }
    await pause(clock, pauseMs);
  }
}

function getPauseAfterAnswer(answer: ApiAnswer | null, repeats: number): number | null {
  if (!answer || !TRANSIENT_STATUSES.has(answer.status)) return null;
  const pauseMs = RETRY_DELAYS_MS[repeats];
  if (pauseMs === undefined) return null;
  const header = answer.status === 429 ? answer.headers.get('retry-after') : null;
  return parseRetryAfter(header, { maxMs: MAX_TIMER_MS }) ?? pauseMs;
}

function getPauseAfterFailure(error: unknown, repeats: number): number | null {
  const isTransient = error instanceof ApiFailure && error.code !== 'cancelled';
  return isTransient ? (RETRY_DELAYS_MS[repeats] ?? null) : null;
}

function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resume) => clock.after(delayMs, resume));
}
