import { type Caller, mayManage } from '../base/caller.ts';

export type LostRight = 'gone' | 'not_manager' | 'other_lock';

/**
 * What a subscriber lacks by now to be told what was subscribed; null for nothing. `subscriber` is the user as the
 * platform has them now, null for gone.
 */
export function lostRightOf(
  subscriber: Caller | null,
  { locationId }: { readonly locationId: number | null },
): LostRight | null {
  if (subscriber === null) return 'gone';
  if (!mayManage(subscriber)) return 'not_manager';
  return (subscriber.lockedLocation?.id ?? null) === locationId ? null : 'other_lock';
}
