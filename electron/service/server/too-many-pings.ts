import { PINGS_PER_MINUTE } from '../../../shared/contract/webhook-records.ts';
import { ApiError } from './api-error.ts';

/** The 429 of a webhook that is pinged too often. `waitS` is what is left until the next ping, at least 1. */
export function tooManyPings(waitS: number): ApiError {
  const unit = waitS === 1 ? 'second' : 'seconds';
  const message = `Too many pings of this webhook. Try again in ${waitS} ${unit}.`;
  return new ApiError('too_many_requests', message, {
    headers: {
      'retry-after': String(waitS),
      'ratelimit-policy': `"webhook-ping";q=${PINGS_PER_MINUTE};w=60`,
      ratelimit: `"webhook-ping";r=0;t=${waitS}`,
    },
  });
}
