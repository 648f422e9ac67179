import { ApiFailure } from '../../lib/host/api-client.ts';

/** Whether the API refuses what was asked itself, with a sentence that says why. */
export function isRefused(error: Error | null): error is ApiFailure {
  return error instanceof ApiFailure && error.status === 400;
}
