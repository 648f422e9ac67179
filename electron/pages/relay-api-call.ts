import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { ApiFailure } from '../session/api-failure.ts';
import { staysInApi } from './stays-in-api.ts';
import type { UiCore } from './ui-host.ts';

export interface RelayedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | string;
}

/** All that the page gets to see of the headers of the API. */
const RELAYED_HEADERS = ['content-type', 'x-request-id', 'retry-after'];

/**
 * Reads from the API for the page. `target` is path and query as the page sent them; 404 where they lead out of
 * the API. Nothing of the page's own headers goes along, and no cookie comes back.
 */
export async function relayApiCall(core: UiCore, target: string): Promise<RelayedAnswer> {
  if (!staysInApi(target)) return answerError(404, 'Not Found', 'There is no such path in the API.');
  try {
    const { status, headers, body } = await core.read(target);
    const relayed = RELAYED_HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    return { status, headers: Object.fromEntries(relayed), body };
  } catch (error) {
    if (error instanceof ApiFailure) return answerError(503, 'Service Unavailable', error.message);
    throw error;
  }
}

function answerError(status: number, error: string, message: string): RelayedAnswer {
  const body: ErrorBody = { error, message, status, request_id: randomUUID() };
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': body.request_id },
    body: JSON.stringify(body),
  };
}
