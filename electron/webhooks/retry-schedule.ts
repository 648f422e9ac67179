const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from the end of an attempt to the next one: ten attempts, three days and three and a half hours. */
export const RETRY_SCHEDULE: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

const JITTER = 0.1;
const SHORTEST_DELAY_MS = 5 * SECOND;
const LONGEST_WAIT_ON_REQUEST_MS = 24 * HOUR;
/** No attempt is put off for longer: the last delay of the schedule, varied. */
export const LONGEST_DELAY_MS = Math.ceil(24 * HOUR * (1 + JITTER));

export interface FailedAttempt {
  readonly endedAt: number;
  /** In its schedule; 1 for the first. */
  readonly number: number;
  /** What the receiver asked for; null where it did not. */
  readonly retryAfterMs: number | null;
}

/**
 * When the next attempt is due; null where there is none. A delay varies by a tenth to both sides, so that what failed
 * together does not come back together, but is never under 5 s. A receiver may ask for later, up to a day, never for
 * earlier.
 */
export function nextAttemptAt(
  { endedAt, number, retryAfterMs }: FailedAttempt,
  schedule: readonly number[],
  random: () => number,
): number | null {
  const delayMs = schedule[number - 1];
  if (delayMs === undefined) return null;
  const variedMs = Math.round(delayMs * (1 - JITTER + 2 * JITTER * random()));
  const askedMs = Math.min(retryAfterMs ?? 0, LONGEST_WAIT_ON_REQUEST_MS);
  return endedAt + Math.max(Math.min(SHORTEST_DELAY_MS, delayMs), variedMs, askedMs);
}
