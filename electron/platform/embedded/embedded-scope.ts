import { instantsOf } from '../../../shared/calendar.ts';
import type { Caller } from '../../base/caller.ts';
import type { StoreScope } from '../../store/scoped-queries.ts';

export function scopeOf(caller: Caller): StoreScope {
  return { accountId: caller.accountId, locationId: caller.lockedLocation?.id ?? null };
}

export function withInstants<Query extends { readonly from: string; readonly to: string }>(query: Query) {
  return { ...query, range: instantsOf(query.from, query.to) };
}
