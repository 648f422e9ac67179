import { createPasswordHasher } from '../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { CHEAP_COST } from './cheap-cost.ts';
import { createFixedClock } from './fixed-clock.ts';
import { openDemoStore } from './open-demo-store.ts';
import { NOW, type RunningService, startService } from './running-service.ts';

const OWNER = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };

/** The service before the embedded platform with the demo shops as they are at `NOW`; the owner is signed in. */
export async function startDemoService(): Promise<RunningService & { readonly store: Store; readonly token: string }> {
  const clock = createFixedClock(NOW);
  const means = { clock, hasher: createPasswordHasher({ cost: CHEAP_COST }) };
  const store = await openDemoStore(means);
  const service = await startService({
    platform: createEmbeddedPlatform({ ...means, db: store.db }),
    clock,
    store,
  });
  const token = await service.signIn(OWNER);
  const stop = async () => {
    await service.stop();
    await store.close();
  };
  return { ...service, store, token, stop };
}
