import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { createPasswordHasher } from '../../electron/platform/embedded/password-hasher.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { createTokensRepository } from '../../electron/store/tokens-repository.ts';
import { CHEAP_COST } from './cheap-cost.ts';
import { createFixedClock } from './fixed-clock.ts';
import { NOW, type RunningService, startService } from './running-service.ts';
import { CREDENTIALS, seedFixtureShop } from './shop-fixture.ts';

export type SignedIn = 'owner' | 'accountant' | 'staff' | 'beta';

export interface FixtureService extends RunningService {
  readonly store: Store;
  readonly tokens: Readonly<Record<SignedIn, string>>;
}

/** The service before the embedded platform with the fixture shop; every user who can is signed in. */
export async function startFixtureService(): Promise<FixtureService> {
  const store = await openStore({ file: ':memory:' });
  const clock = createFixedClock(NOW);
  const hasher = createPasswordHasher({ cost: CHEAP_COST });
  await seedFixtureShop(store.db, hasher);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher });
  const service = await startService({ platform, clock, tokens: createTokensRepository(store.db) });
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
