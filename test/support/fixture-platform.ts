import type { Clock } from '../../electron/base/clock.ts';
import { openDemoShops } from '../../electron/platform/demo/open-demo-shops.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { cheapHasher } from './cheap-cost.ts';
import { createFixedClock, type FixedClock, NOW } from './fixed-clock.ts';
import { openTestStore } from './open-test-store.ts';
import { seedFixtureShop } from './shop-fixture.ts';

export type OpenedPlatform = ReturnType<typeof platformOn>;

interface FixtureOptions {
  readonly now?: string;
  /** File of a store that already holds the fixture shop. */
  readonly file?: string;
}

/** Opens the embedded platform with the fixture shop. */
export async function openFixturePlatform({
  now = '2026-11-01T12:00:00+01:00',
  file,
}: FixtureOptions = {}): Promise<OpenedPlatform> {
  const clock = createFixedClock(now);
  if (file !== undefined) return platformOn(await openStore({ file, clock }), clock);
  const store = await openTestStore({ clock });
  await seedFixtureShop(store.db);
  return platformOn(store, clock);
}

/** Opens the embedded platform with the demo shops as they are at `NOW`. */
export async function openDemoPlatform(): Promise<OpenedPlatform> {
  const clock = createFixedClock(NOW);
  return platformOn(await openTestStore({ contents: demoShopsAt(clock) }), clock);
}

const demoShopsAt = (clock: Clock) => ({
  name: 'demo_service',
  fill: ({ db }: Store) => openDemoShops({ clock, hasher: cheapHasher, db }),
});

function platformOn(store: Store, clock: FixedClock) {
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: cheapHasher });
  return { store, clock, platform, close: store.close };
}
