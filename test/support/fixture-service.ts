import { createPasswordHasher } from '../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { CHEAP_COST } from './cheap-cost.ts';
import { createFixedClock } from './fixed-clock.ts';
import { openTestStore } from './open-test-store.ts';
import { NOW, type RunningService, startService } from './running-service.ts';
import { CREDENTIALS, seedFixtureShop } from './shop-fixture.ts';

export type SignedIn = 'owner' | 'accountant' | 'staff' | 'beta';

export interface FixtureService extends RunningService {
  readonly store: Store;
  readonly tokens: Readonly<Record<SignedIn, string>>;
}

/**
 * The service before the embedded platform with the fixture shop; every user who can is signed in. A store
 * that is given as `file` holds the shop already.
 */
export async function startFixtureService({ file }: { file?: string } = {}): Promise<FixtureService> {
  const clock = createFixedClock(NOW);
  const store = file === undefined ? await openTestStore({ clock }) : await openStore({ file, clock });
  const hasher = createPasswordHasher({ cost: CHEAP_COST });
  if (file === undefined) await seedFixtureShop(store.db, hasher);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher });
  const service = await startService({ platform, clock, store });
  const tokens = {
    owner: await service.signIn(CREDENTIALS.owner),
    accountant: await service.signIn(CREDENTIALS.accountant),
    staff: await service.signIn(CREDENTIALS.staff),
    beta: await service.signIn(CREDENTIALS.beta),
  };
  const stop = async () => {
    await service.stop();
    await store.close();
  };
  return { ...service, store, tokens, stop };
}
