import type { Clock } from '../base/clock.ts';
import { UpstreamFailure } from './upstream-failure.ts';

export interface UpstreamLimits {
  /** From the start of a connection to its being secured. */
  readonly connectMs: number;
  /** From the start of the call to the headers of its answer. */
  readonly headersMs: number;
  /** From the start of the call to the last byte of its answer. */
  readonly totalMs: number;
  /** Of the body of an answer, in bytes. */
  readonly mostBytes: number;
  /** Of the body of an answer that says who somebody is: a token, or the user of one. */
  readonly mostIdentityBytes: number;
  /** Of the body of an error. */
  readonly mostErrorBytes: number;
  /** Further calls wait for one of these, on their own time. */
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

/** The deadlines of one call. They run from its start, however much arrives meanwhile. */
export interface Deadlines {
  /** Aborted with an `UpstreamFailure` by the first one that passes. */
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
