import type { Clock } from '../base/clock.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import type { UpstreamLimits } from './upstream-limits.ts';

/** The deadlines of one call. They run from its start, however much arrives meanwhile. */
export interface Deadlines {
  /** Aborted with an `UpstreamFailure` by the first one that passes. */
  readonly signal: AbortSignal;
  connecting(): void;
  connected(): void;
  /** The headers are there. */
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
