import type { Clock } from '../base/clock.ts';
import { type ApiAnswer, ApiFailure } from './api-client.ts';

/** Pauses before the first, second and third repeat; there is no fourth. */
const PAUSES_MS = [2_000, 8_000, 30_000] as const;
const PASSING_STATUSES = new Set([429, 500, 502]);
const WHOLE_SECONDS = /^\d{1,6}$/;

/**
 * Repeats a call for which nobody waits, at most three times, while it fails in a passing way. `answerOf`
 * finds the service's answer in a result, or null where there is nothing to repeat. The call must be one that
 * may be processed twice.
 */
export async function retryInBackground<Result>(
  clock: Clock,
  call: () => Promise<Result>,
  answerOf: (result: Result) => ApiAnswer | null,
): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    let pauseMs: number | null;
    try {
      const result = await call();
      pauseMs = pauseAfterAnswer(answerOf(result), repeats);
      if (pauseMs === null) return result;
    } catch (error) {
      pauseMs = pauseAfterFailure(error, repeats);
      if (pauseMs === null) throw error;
    }
    await pause(clock, pauseMs);
  }
}

function pauseAfterAnswer(answer: ApiAnswer | null, repeats: number): number | null {
  if (!answer || !PASSING_STATUSES.has(answer.status)) return null;
  const pauseMs = PAUSES_MS[repeats] ?? null;
  return pauseMs && (retryAfterMs(answer) ?? pauseMs);
}

function pauseAfterFailure(error: unknown, repeats: number): number | null {
  const isPassing = error instanceof ApiFailure && error.code !== 'cancelled';
  return isPassing ? (PAUSES_MS[repeats] ?? null) : null;
}

function retryAfterMs(answer: ApiAnswer): number | null {
  const text = answer.headers.get('retry-after') ?? '';
  return answer.status === 429 && WHOLE_SECONDS.test(text) ? Number(text) * 1_000 : null;
}

function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resume) => clock.after(delayMs, resume));
}
