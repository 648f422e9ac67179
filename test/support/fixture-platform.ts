import { createPasswordHasher } from '../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { createFixedClock } from './fixed-clock.ts';
import { openTestStore } from './open-test-store.ts';
import { seedFixtureShop } from './shop-fixture.ts';

/** As cheap as scrypt gets; for tests alone. */
export const CHEAP_COST = { N: 2, r: 1, p: 1 };

/** The embedded platform on a store in memory that holds the fixture shop. */
export async function openFixturePlatform() {
  const store = await openTestStore();
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  const hasher = createPasswordHasher({ cost: CHEAP_COST });
  await seedFixtureShop(store.db, hasher);
  return { store, clock, platform: createEmbeddedPlatform({ db: store.db, clock, hasher }) };
}
