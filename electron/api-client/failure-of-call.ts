import { TLSSocket } from 'node:tls';
import { UpstreamFailure } from './upstream-failure.ts';

interface BrokenCall {
  readonly deadline: AbortSignal;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  readonly socket: unknown;
}

/** Why a call has no answer. A mistake of ours is thrown as it is. */
export function failureOfCall(cause: unknown, { deadline, signal, socket }: BrokenCall): UpstreamFailure {
  if (deadline.aborted) return deadline.reason;
  if (signal?.aborted) return new UpstreamFailure('cancelled', { cause });
  if (cause instanceof UpstreamFailure) return cause;
  if (cause instanceof TypeError) throw cause;
  if (socket instanceof TLSSocket && socket.authorizationError) {
    return new UpstreamFailure('untrusted', { cause });
  }
  return new UpstreamFailure(isNoHttp(cause) ? 'unexpected' : 'unreachable', { cause });
}

/** What arrived cannot be read as HTTP, or has headers without end. */
function isNoHttp(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('HPE_');
}
