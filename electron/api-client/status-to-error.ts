import { Value } from 'typebox/value';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { retryAfterMs } from '../base/retry.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { NotFoundError } from './endpoint-reader.ts';
import { refusalMessage } from './upstream-answer.ts';

/**
 * What an answer of the service that is no success means. `body` is the parsed one; null where it is no JSON. Its own
 * words are shown where it refused what was asked, which they explain; everything else is said in ours.
 */
export function statusToError(status: number, body: unknown, retryAfter: string | null): PlatformError {
  const failed = `The service answered with status ${status}.`;
  const reason = reasonOf(body) ?? failed;
  if (status === 400) return new PlatformError('rejected', reason);
  if (status === 401) {
    return new PlatformError('rejected', 'The service refused the key: it is unknown, expired or revoked.');
  }
  if (status === 403) return new PlatformError('rejected', `The service refused this to the key: ${reason}`);
  if (status === 404) return new NotFoundError('The service has nothing under that address.');
  const wait = status === 429 || status === 503 ? retryAfterMs(retryAfter) : null;
  if (wait !== null) {
    return new PlatformError('busy', 'The service is busy and asks to wait.', { retryAfterMs: wait });
  }
  const isPassing = status === 429 || status >= 500;
  return new PlatformError(isPassing ? 'unavailable' : 'invalid_answer', failed);
}

function reasonOf(body: unknown): string | null {
  return Value.Check(ErrorBody, body) ? refusalMessage(body.message) : null;
}
