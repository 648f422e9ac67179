import type { Clock } from '../base/clock.ts';
import { UpstreamFailure } from './upstream-failure.ts';

export interface UpstreamLimits {
  /** Limit from the start of a connection until it is secure. */
  readonly maxConnectMs: number;
  /** Limit from the start of the call to the headers of its answer. */
  readonly maxHeadersMs: number;
  /** Limit from the start of the call to the last byte of its answer. */
  readonly maxTotalMs: number;
  /** Maximum bytes of an answer body. */
  readonly maxBytes: number;
  /** Maximum bytes of an answer with a token or a user. */
  readonly maxIdentityBytes: number;
  /** Maximum bytes of an error body. */
  readonly maxErrorBytes: number;
  /** Further calls wait for a connection. Their deadlines keep running. */
  readonly maxConnections: number;
}

export const UPSTREAM_LIMITS: UpstreamLimits = {
  maxConnectMs: 5_000,
  maxHeadersMs: 15_000,
  maxTotalMs: 30_000,
  maxBytes: 16 * 1024 * 1024,
  maxIdentityBytes: 16 * 1024,
  maxErrorBytes: 64 * 1024,
  maxConnections: 8,
};

/** The deadlines of one call, counted from its start even if data keeps arriving. */
export interface Deadlines {
  /** Aborted with an `UpstreamFailure` when the first deadline expires. */
  readonly signal: AbortSignal;
  startConnecting(): void;
  endConnecting(): void;
  endWaiting(): void;
  stop(): void;
}

export function startDeadlines(
  clock: Clock,
  { maxConnectMs, maxHeadersMs, maxTotalMs }: Pick<UpstreamLimits, 'maxConnectMs' | 'maxHeadersMs' | 'maxTotalMs'>,
): Deadlines {
  const ending = new AbortController();
  const end = () => ending.abort(new UpstreamFailure('timeout'));
  const stopTotal = clock.after(maxTotalMs, end);
  const stopHeaders = clock.after(maxHeadersMs, end);
  let stopConnect = () => {};

  return {
    signal: ending.signal,
    startConnecting() {
      stopConnect = clock.after(maxConnectMs, end);
    },
    endConnecting: () => stopConnect(),
    endWaiting() {
      stopConnect();
      stopHeaders();
    },
    stop() {
      stopConnect();
      stopHeaders();
      stopTotal();
    },
  };
}
