import { Value } from 'typebox/value';
import { ErrorBody } from '../../../shared/contract/errors.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { BusyPlatformError } from '../busy-platform-error.ts';
import { NothingThereError } from './nothing-there-error.ts';

/** Seconds of up to a quarter of an hour; nobody waits for more. */
const WHOLE_SECONDS = /^\d{1,3}$/;

/** What an answer of the service that is no success means. `body` is the parsed one; null where it is no JSON. */
export function statusToError(status: number, body: unknown, retryAfter: string | null): PlatformError {
  const message = messageOf(body) ?? `The service answered with status ${status}.`;
  if (status === 400) return new PlatformError('rejected', message);
  if (status === 401) return new PlatformError('rejected', `The service refused the key: ${message}`);
  if (status === 403) return new PlatformError('rejected', `The service refused this to the key: ${message}`);
  if (status === 404) return new NothingThereError(message);
  if (status === 429 && retryAfter !== null && WHOLE_SECONDS.test(retryAfter)) {
    return new BusyPlatformError(message, Number(retryAfter) * 1_000);
  }
  const isPassing = status === 429 || status >= 500;
  return new PlatformError(isPassing ? 'unavailable' : 'invalid_answer', message);
}

function messageOf(body: unknown): string | null {
  return Value.Check(ErrorBody, body) ? body.message : null;
}
