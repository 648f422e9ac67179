import { getInstants } from '../../../shared/calendar.ts';
import type { Caller } from '../../base/caller.ts';
import type { StoreScope } from '../../store/scoped-queries.ts';
import { PlatformError } from '../platform-error.ts';

export function getScope(caller: Caller): StoreScope {
  const { accountId, lockedLocation, hasOrderLocations } = caller;
  return { accountId, locationId: lockedLocation?.id ?? null, hasOrderLocations };
}

export function addInstants<Query extends { readonly from: string; readonly to: string }>(query: Query) {
  return { ...query, range: getInstants(query.from, query.to) };
}

/** Creates the error for a batch key that this platform did not create. */
export function createForeignKeyError(): PlatformError {
  return new PlatformError('rejected', 'This batch key is not from this platform. Start from the first batch.');
}
