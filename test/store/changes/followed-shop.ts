import type { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import type { FeedName, Platform } from '../../../electron/platform/platform.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createFixedClock, type FixedClock } from '../../support/fixed-clock.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { CALLER, seedFixtureShop } from '../../support/shop-fixture.ts';
import { plainHasher } from '../demo/demo-store.ts';

export interface FollowedShop {
  readonly db: Kysely<StoreSchema>;
  readonly clock: FixedClock;
  readonly platform: Platform;
  /** Returns the changes for a caller while `write` runs: `id`, or `-id` if the record was deleted. */
  changesOf(write: () => Promise<unknown>, feed: FeedName, caller?: Caller): Promise<number[]>;
}

/** The fixture shop in memory, for the current test. */
export async function openFollowedShop(): Promise<FollowedShop> {
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  const store = await openTestStore({ clock });
  onTestFinished(() => store.close());
  await seedFixtureShop(store.db, plainHasher);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: plainHasher });
  const read = (caller: Caller, feed: FeedName, position: string) =>
    platform.readChanges(caller, feed, { after: { position }, limit: 500 });

  return {
    db: store.db,
    clock,
    platform,
    async changesOf(write, feed, caller = CALLER.owner) {
      const end = { after: { since: Number.MAX_SAFE_INTEGER }, limit: 1 };
      const { next } = await platform.readChanges(caller, feed, end);
      await write();
      const { rows } = await read(caller, feed, next);
      return rows.map(({ id, change }) => (change === 'delete' ? -id : id));
    },
  };
}
