import type { Platform } from '../../electron/platform/platform.ts';
import type { ServiceLimits } from '../../electron/service/server/create-server.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import type { FixedClock } from './fixed-clock.ts';
import { openTestStore } from './open-test-store.ts';
import { type RunningService, startService } from './running-service.ts';
import { createStandInPlatform, STAND_IN_CREDENTIALS } from './stand-in-platform.ts';

interface StandInOptions {
  readonly clock?: FixedClock;
  /** File of the store. Default: a temporary one. */
  readonly file?: string;
  readonly methods?: Partial<Platform>;
  readonly limits?: ServiceLimits;
  readonly docsFolder?: string;
}

export interface SignedInService extends RunningService {
  readonly token: string;
  readonly store: Store;
}

/** Starts the service over a platform with one signed-in user and the methods of the test. */
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
