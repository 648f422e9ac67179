import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { API_ERRORS, type ApiError } from './api-error.ts';

const SIGN_IN_HINT =
  'Sign in again with POST /api/auth/login and send the new token as Authorization: Bearer.';

export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

/** An error as it goes over the wire; the same for a request that Fastify handles and for a bare socket. */
export function errorReply(error: ApiError, requestId: string): ErrorReply {
  const { status, label } = API_ERRORS[error.code];
  const body: ErrorBody = { error: label, message: error.message, status, request_id: requestId };
  if (status !== 401) return { status, headers: error.headers, body };
  return {
    status,
    headers: { ...error.headers, 'www-authenticate': 'Bearer' },
    body: { ...body, hint: SIGN_IN_HINT },
  };
}
