import type { Platform } from '../../electron/platform/platform.ts';
import type { ServiceLimits } from '../../electron/service/server/create-server.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import type { FixedClock } from './fixed-clock.ts';
import { openTestStore } from './open-test-store.ts';
import { type RunningService, startService } from './running-service.ts';
import { createStandInPlatform, STAND_IN_CREDENTIALS } from './stand-in-platform.ts';

interface StandInOptions {
  readonly clock?: FixedClock;
  /** Of the store; one that is gone in the end when absent. */
  readonly file?: string;
  readonly methods?: Partial<Platform>;
  readonly limits?: ServiceLimits;
  readonly docsFolder?: string;
}

export interface SignedInService extends RunningService {
  readonly token: string;
  readonly store: Store;
}

/** The service before a platform of one user, who is signed in, and of the methods that a test gives. */
export async function startStandInService({
  methods,
  file,
  ...options
}: StandInOptions = {}): Promise<SignedInService> {
  const store = file === undefined ? await openTestStore() : await openStore({ file });
  const service = await startService({ ...options, store, platform: createStandInPlatform(methods) });
  const token = await service.signIn(STAND_IN_CREDENTIALS);
  const stop = async () => {
    await service.stop();
    await store.close();
  };
  return { ...service, token, store, stop };
}
