import { TLSSocket } from 'node:tls';
import { ApiFailure, type ApiFailureCode } from './api-client.ts';

/** A read is worth a retry after `unreachable` and `timeout`, which may be temporary. */
const FAILURES = {
  insecure: { code: 'invalid_answer', message: 'The service must be called over https://. Change its address.' },
  unreachable: { code: 'unreachable', message: 'The service could not be reached.' },
  untrusted: {
    code: 'invalid_answer',
    message: 'The certificate of the service is not trusted, not valid or for another name.',
  },
  unproven: {
    code: 'invalid_answer',
    message:
      'The service did not prove that it is your Tilldesk, so the key was not sent. Start it, give its folder with ' +
      '--data-dir, or add --accept-unproven-service.',
  },
  timeout: { code: 'timeout', message: 'The service did not answer in time.' },
  cancelled: { code: 'cancelled', message: 'The call was cancelled.' },
  redirected: {
    code: 'invalid_answer',
    message: 'The service redirected to another address. Use that address directly.',
  },
  too_large: { code: 'invalid_answer', message: 'The answer of the service is too large.' },
  not_json: {
    code: 'invalid_answer',
    message: 'The answer is not JSON. Check the address of the service.',
  },
  unexpected: { code: 'invalid_answer', message: 'The service sent an unexpected answer.' },
  resting: { code: 'unreachable', message: 'The service failed too often. Try again in a few seconds.' },
} as const satisfies Record<string, { readonly code: ApiFailureCode; readonly message: string }>;

export type UpstreamFailureReason = keyof typeof FAILURES;

/** A call without a usable answer. `message` is safe to show. The cause is for the log. */
export class UpstreamFailure extends ApiFailure {
  readonly reason: UpstreamFailureReason;

  constructor(reason: UpstreamFailureReason, options?: { cause?: unknown }) {
    const { code, message } = FAILURES[reason];
    super(code, options);
    this.reason = reason;
    this.message = message;
  }
}

interface BrokenCall {
  readonly deadline: AbortSignal;
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  readonly socket: unknown;
}

/** Converts the reason why a call has no answer. Other errors, such as `TypeError`, are returned unchanged. */
export function toUpstreamFailure(cause: unknown, { deadline, signal, socket }: BrokenCall): UpstreamFailure {
  if (deadline.aborted) return deadline.reason;
  if (signal?.aborted) return new UpstreamFailure('cancelled', { cause });
  if (cause instanceof UpstreamFailure) return cause;
  if (cause instanceof TypeError) throw cause;
  if (socket instanceof TLSSocket && socket.authorizationError) {
    return new UpstreamFailure('untrusted', { cause });
  }
  return new UpstreamFailure(isHttpParseError(cause) ? 'unexpected' : 'unreachable', { cause });
}

function isHttpParseError(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('HPE_');
}
