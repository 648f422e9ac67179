import type { AccountsAt } from '../../electron/base/remote-accounts.ts';
import { REMOTE_LIMITS } from '../../electron/platform/remote/remote-client.ts';
import { createRemotePlatform } from '../../electron/platform/remote/remote-platform.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { createKnownUsers } from '../support/known-users.ts';
import { createLogRecorder } from '../support/log-recorder.ts';
import { startService } from '../support/running-service.ts';
import { ACCOUNT } from '../support/shop-fixture.ts';
import type { PlatformUnderTest } from './fact.ts';
import { openEmbedded } from './open-embedded.ts';

/** Local ids, none of which the other deployment uses for its accounts. */
const FIRST_REMOTE_ACCOUNT = 1_000_000_001;

/**
 * A second instance of the service, with its own store, port and known shop, called over HTTP. The adapter caches who a
 * user is for a while, so a change of the shop moves the clock past that time.
 */
export async function openRemote(): Promise<PlatformUnderTest> {
  const embedded = await openEmbedded();
  const tokens = await openStore({ file: ':memory:' });
  const there = await startService({ platform: embedded.platform, store: tokens });
  return remoteAt(`http://127.0.0.1:${there.port}`, {
    ...embedded,
    async close() {
      await there.stop();
      await tokens.close();
      await embedded.close();
    },
  });
}

/** The adapter for a deployment at this address, with `embedded` behind it, which it closes. */
export function remoteAt(
  address: string,
  embedded: PlatformUnderTest,
  clock = createFixedClock('2026-11-01T12:00:00+01:00'),
): PlatformUnderTest {
  const { log } = createLogRecorder();
  const platform = createRemotePlatform({
    ...{ address, authorities: [], clock, log },
    accounts: createAccountIds(),
    users: createKnownUsers(),
  });
  const pass = () => clock.advance(REMOTE_LIMITS.identityTtlMs);

  return {
    platform,
    now: embedded.now,
    tellsDemo: embedded.tellsDemo,
    async changeRights(user, change) {
      await embedded.changeRights(user, change);
      pass();
    },
    async breakDown() {
      await embedded.breakDown();
      pass();
    },
    async close() {
      platform.close();
      await embedded.close();
    },
  };
}

export function createAccountIds(): AccountsAt {
  const accounts = Object.keys(ACCOUNT);
  return {
    getId: async (account) => FIRST_REMOTE_ACCOUNT + accounts.indexOf(account),
    findName: async (accountId) => accounts[accountId - FIRST_REMOTE_ACCOUNT] ?? null,
  };
}
