import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '../../shared/contract/errors.ts';

/** What the page gets for what it asked of the API. */
export interface RelayedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | string;
}

/** An error in the form of the API, where the API was not asked or did not answer. */
export function relayedError(
  status: number,
  error: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): RelayedAnswer {
  const body: ErrorBody = { error, message, status, request_id: randomUUID() };
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': body.request_id,
    },
    body: JSON.stringify(body),
  };
}
