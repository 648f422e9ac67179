/** Delays in ms before the first, second and third repeat of a call that failed in a passing way; there is no fourth. */
export const RETRY_DELAYS_MS = [2_000, 8_000, 30_000] as const;

const WHOLE_SECONDS = /^\d{1,9}$/;

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

interface RetryAfterReading {
  /** Milliseconds since the epoch. Without it a date means nothing: this API answers with seconds alone. */
  readonly now?: number;
  /** What is longer counts as this. */
  readonly mostMs?: number;
}

/** Milliseconds to wait by a `Retry-After`; null where it is unreadable. A date that has passed means 0. */
export function retryAfterMs(
  header: string | null | undefined,
  { now, mostMs = Number.POSITIVE_INFINITY }: RetryAfterReading = {},
): number | null {
  if (header === null || header === undefined) return null;
  if (WHOLE_SECONDS.test(header)) return Math.min(Number(header) * 1_000, mostMs);
  const at = now !== undefined && HTTP_DATE.test(header) ? Date.parse(header) - now : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at), mostMs);
}
