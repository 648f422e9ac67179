import type { Platform } from '../../electron/platform/platform.ts';
import type { ServiceLimits } from '../../electron/service/service-limits.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { createTokensRepository } from '../../electron/store/tokens-repository.ts';
import { type RunningService, startService } from './running-service.ts';
import { createStandInPlatform, STAND_IN_CREDENTIALS } from './stand-in-platform.ts';

interface StandInOptions {
  readonly methods?: Partial<Platform>;
  readonly limits?: ServiceLimits;
}

export interface SignedInService extends RunningService {
  readonly token: string;
}

/** The service before a platform of one user, who is signed in, and of the methods that a test gives. */
export async function startStandInService({
  methods,
  ...options
}: StandInOptions = {}): Promise<SignedInService> {
  const store = await openStore({ file: ':memory:' });
  const tokens = createTokensRepository(store.db);
  const service = await startService({ ...options, tokens, platform: createStandInPlatform(methods) });
  const token = await service.signIn(STAND_IN_CREDENTIALS);
  const stop = async () => {
    await service.stop();
    await store.close();
  };
  return { ...service, token, stop };
}
