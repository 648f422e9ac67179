import { systemClock } from '../../electron/base/clock.ts';
import { createAccountsAt } from '../../electron/base/remote-accounts.ts';
import { createRemotePlatform } from '../../electron/platform/remote/remote-platform.ts';
import { createSeveralPlatforms } from '../../electron/platform/several-platforms.ts';
import {
  createRemoteAccountsRepository,
  createRemoteUsersRepository,
} from '../../electron/store/accounts/accounts-repository.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { createFixedClock, NOW } from './fixed-clock.ts';
import { createLogRecorder } from './log-recorder.ts';
import { type RunningService, type ServiceUnderTest, startService } from './running-service.ts';
import { createStandInPlatform } from './stand-in-platform.ts';

export interface RemoteService extends RunningService {
  readonly several: ReturnType<typeof createSeveralPlatforms>;
}

/** Starts a service with a stand-in platform whose default platform is another deployment on this computer. */
export async function startRemoteService(
  store: Store,
  address: string,
  options: Pick<ServiceUnderTest, 'exposure' | 'peerThrottle'> = {},
): Promise<RemoteService> {
  const accounts = createRemoteAccountsRepository(store.db);
  const users = createRemoteUsersRepository(store.db);
  const { log } = createLogRecorder();
  const clock = createFixedClock(NOW);
  // Timeouts are real.
  const clockThere = { ...systemClock, now: clock.now };
  const several = createSeveralPlatforms({
    builtIn: createStandInPlatform(),
    accounts,
    defaultPlatform: address,
    openRemote(opened) {
      const remote = { address: opened, clock: clockThere, log, authorities: [], users };
      const platform = createRemotePlatform({ ...remote, accounts: createAccountsAt(opened, accounts) });
      return { platform, webhooks: platform.webhooks, close: platform.close };
    },
  });
  const { platform, askWebhooks } = several;
  const service = await startService({ ...options, store, platform, askWebhooks, clock, defaultPlatform: address });
  const stop = async () => {
    await service.stop();
    await several.close();
  };
  return { ...service, several, stop };
}
