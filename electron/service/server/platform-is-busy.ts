import type { PlatformError } from '../../platform/platform-error.ts';
import { ApiError } from './api-error.ts';

/** Where the platform does not say how long. */
const USUAL_WAIT_S = 5;
const LONGEST_WAIT_S = 3_600;

/**
 * The 429 of a platform that is asked for too much, passed on: whoever waits as they are told is answered. The fields
 * are those of too-many-sign-ins.ts.
 */
export function platformIsBusy(error: PlatformError): ApiError {
  const { retryAfterMs } = error;
  const asked = retryAfterMs === null ? USUAL_WAIT_S : Math.ceil(retryAfterMs / 1000);
  const waitS = Math.min(Math.max(asked, 1), LONGEST_WAIT_S);
  const unit = waitS === 1 ? 'second' : 'seconds';
  return new ApiError('too_many_requests', `The platform is busy. Try again in ${waitS} ${unit}.`, {
    cause: error,
    headers: {
      'retry-after': String(waitS),
      'ratelimit-policy': `"platform";q=1;w=${waitS}`,
      ratelimit: `"platform";r=0;t=${waitS}`,
    },
  });
}
