import type { Kysely } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import { isSharedStore } from './is-shared-store.ts';

/** More than clocks differ that are set by the network. */
const CLOCKS_DIFFER_MS = 10_000;

/**
 * By how many milliseconds a moment in the store may lie ahead without a clock having been set back: instances that
 * share a store write the moments of their own clocks. 0 where there is one clock.
 */
export function clockToleranceMs(db: Kysely<StoreSchema>): number {
  return isSharedStore(db) ? CLOCKS_DIFFER_MS : 0;
}
