/** Delays in ms before the first, second and third retry of a call that failed temporarily. There is no fourth. */
export const RETRY_DELAYS_MS = [2_000, 8_000, 30_000] as const;

const WHOLE_SECONDS = /^\d{1,9}$/;

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

interface RetryAfterReading {
  /** Milliseconds since the epoch. Only needed for dates; this API uses seconds. */
  readonly now?: number;
  /** Upper limit of the result. */
  readonly maxMs?: number;
}

/** Milliseconds to wait according to `Retry-After`; `null` if it is unreadable. A past date means 0. */
export function parseRetryAfter(
  header: string | null | undefined,
  { now, maxMs = Number.POSITIVE_INFINITY }: RetryAfterReading = {},
): number | null {
  if (header === null || header === undefined) return null;
  if (WHOLE_SECONDS.test(header)) return Math.min(Number(header) * 1_000, maxMs);
  const at = now !== undefined && HTTP_DATE.test(header) ? Date.parse(header) - now : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at), maxMs);
}
