import { ApiError } from './api-error.ts';

/**
 * The 429 of the sign-in throttle. `windowS` is the pause in force, `waitS` what is left of it, at least 1. The
 * fields are those of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/.
 */
export function tooManySignIns(waitS: number, windowS: number): ApiError {
  const unit = waitS === 1 ? 'second' : 'seconds';
  const message = `Too many failed sign-ins in a row. Try again in ${waitS} ${unit}.`;
  return new ApiError('too_many_requests', message, {
    headers: {
      'retry-after': String(waitS),
      'ratelimit-policy': `"sign-in";q=1;w=${windowS}`,
      ratelimit: `"sign-in";r=0;t=${waitS}`,
    },
  });
}
