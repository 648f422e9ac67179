import { TLSSocket } from 'node:tls';
import { ApiFailure, type ApiFailureCode } from './api-client.ts';

/** A read is worth a repeat after `unreachable` and `timeout`, which may pass. */
const FAILURES = {
  insecure: { code: 'invalid_answer', message: 'The service is asked over https:// only.' },
  unreachable: { code: 'unreachable', message: 'The service could not be reached.' },
  untrusted: {
    code: 'invalid_answer',
    message: 'The service could not prove who it is: its certificate is not trusted, not valid or of another name.',
  },
  unproven: {
    code: 'invalid_answer',
    message:
      'Nothing proves that your Tilldesk listens there, so the key was not sent: start it, name its folder with ' +
      '--data-dir, or add --accept-unproven-service.',
  },
  timeout: { code: 'timeout', message: 'The service did not answer in time.' },
  cancelled: { code: 'cancelled', message: 'The call was cancelled.' },
  redirected: { code: 'invalid_answer', message: 'The service sent us to another address, where nothing is asked.' },
  too_large: { code: 'invalid_answer', message: 'The service answered more than is taken.' },
  not_json: {
    code: 'invalid_answer',
    message: 'What answered is not the service: it sent something else than JSON.',
  },
  unexpected: { code: 'invalid_answer', message: 'The service answered something unexpected.' },
  resting: { code: 'unreachable', message: 'The service failed too often; it is left alone for a moment.' },
} as const satisfies Record<string, { readonly code: ApiFailureCode; readonly message: string }>;

export type UpstreamFailureReason = keyof typeof FAILURES;

/** A call that got no usable answer. `message` is one of a list, safe to show; the cause is for the log. */
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
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  readonly socket: unknown;
}

/** Why a call has no answer. Our own errors (`TypeError`) are thrown as they are. */
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

function isNoHttp(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('HPE_');
}
