import type { Clock } from '../base/clock.ts';
import { UpstreamFailure } from './upstream-failure.ts';

export interface UpstreamLimits {
  /** From the start of a connection until it is secure. */
  readonly connectMs: number;
  /** From the start of the call to the headers of its answer. */
  readonly headersMs: number;
  /** From the start of the call to the last byte of its answer. */
  readonly totalMs: number;
  /** Maximum bytes of an answer body. */
  readonly mostBytes: number;
  /** Maximum bytes of an answer with a token or a user. */
  readonly mostIdentityBytes: number;
  /** Maximum bytes of an error body. */
  readonly mostErrorBytes: number;
  /** Further calls wait for a connection. Their deadlines keep running. */
  readonly connections: number;
}

export const UPSTREAM_LIMITS: UpstreamLimits = {
  connectMs: 5_000,
  headersMs: 15_000,
  totalMs: 30_000,
  mostBytes: 16 * 1024 * 1024,
  mostIdentityBytes: 16 * 1024,
  mostErrorBytes: 64 * 1024,
  connections: 8,
};

/** The deadlines of one call, counted from its start even if data keeps arriving. */
export interface Deadlines {
  /** Aborted with an `UpstreamFailure` by the first deadline that passes. */
  readonly signal: AbortSignal;
  connecting(): void;
  connected(): void;
  answered(): void;
  stop(): void;
}

export function startDeadlines(
  clock: Clock,
  { connectMs, headersMs, totalMs }: Pick<UpstreamLimits, 'connectMs' | 'headersMs' | 'totalMs'>,
): Deadlines {
  const ending = new AbortController();
  const end = () => ending.abort(new UpstreamFailure('timeout'));
  const stopTotal = clock.after(totalMs, end);
  const stopHeaders = clock.after(headersMs, end);
  let stopConnect = () => {};

  return {
    signal: ending.signal,
    connecting() {
      stopConnect = clock.after(connectMs, end);
    },
    connected: () => stopConnect(),
    answered() {
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
