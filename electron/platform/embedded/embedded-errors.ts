import { isDatabaseFailure } from '../../store/store-error.ts';
import { PlatformError } from '../platform-error.ts';

/** Runs a call of the platform; a failure of the database becomes a `PlatformError`, a fault stays what it is. */
export async function translatingFailures<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error;
    throw new PlatformError('unavailable', 'The shop data cannot be read at the moment.', { cause: error });
  }
}
