import type { Caller } from '../base/caller.ts';
import type { StoreScope } from '../store/scoped-queries.ts';

/** What of the webhooks a caller may see. */
export function scopeOf({ accountId, lockedLocation }: Caller): StoreScope {
  return { accountId, locationId: lockedLocation?.id ?? null };
}
