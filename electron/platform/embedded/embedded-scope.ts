import { instantsOf } from '../../../shared/calendar.ts';
import type { Caller } from '../../base/caller.ts';
import type { StoreScope } from '../../store/scoped-queries.ts';
import { PlatformError } from '../platform-error.ts';

export function scopeOf(caller: Caller): StoreScope {
  const { accountId, lockedLocation, hasOrderLocations } = caller;
  return { accountId, locationId: lockedLocation?.id ?? null, hasOrderLocations };
}

export function withInstants<Query extends { readonly from: string; readonly to: string }>(query: Query) {
  return { ...query, range: instantsOf(query.from, query.to) };
}

/** For the key of a batch that another platform has made, or nobody. */
export function foreignKey(): PlatformError {
  return new PlatformError('rejected', 'The batch does not continue one of this platform.');
}
