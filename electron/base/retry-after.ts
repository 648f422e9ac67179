const WHOLE_SECONDS = /^\d{1,9}$/;

/** How long a `Retry-After` asks to wait; null where it names no whole seconds, as those of this API do. */
export function retryAfterMs(header: string | null): number | null {
  return header !== null && WHOLE_SECONDS.test(header) ? Number(header) * 1_000 : null;
}
