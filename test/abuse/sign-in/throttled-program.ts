import { join } from 'node:path';
import { createPasswordHasher, type PasswordHasher, type ScryptCost } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { buildService } from '../../../electron/service/build-service.ts';
import { listenOn } from '../../../electron/service/server/create-server.ts';
import { openLog } from '../../../electron/startup/log-file.ts';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import { createSignInFailuresRepository } from '../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createSignInProofsRepository } from '../../../electron/store/accounts/sign-in-proofs-repository.ts';
import { createTokensRepository } from '../../../electron/store/accounts/tokens-repository.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { createOwnWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { createWebhooksUnderTest, SECRET_KEY } from '../../support/webhooks-under-test.ts';

/** What reached the platform, over all starts of the program. */
export interface Reached {
  /** Sign-ins that it was asked for. */
  attempts: number;
  /** Passwords that were hashed. */
  hashings: number;
  /** The password of the latest sign-in, as it arrived. */
  password: string;
}

/** The real service on a store file, joined as the program joins it, as often as it is started. */
export interface ThrottledProgram {
  readonly port: number;
  readonly store: Store;
  readonly platform: Platform;
  stop(): Promise<void>;
}

export interface ProgramGround {
  readonly folder: string;
  readonly clock: FixedClock;
  readonly cost: ScryptCost;
  readonly reached: Reached;
}

/** Lays the fixture shop into the folder. */
export async function layShop({ folder, clock, cost }: ProgramGround): Promise<void> {
  const store = await openStore({ file: storeIn(folder), clock });
  await seedFixtureShop(store.db, createPasswordHasher({ cost }));
  await store.close();
}

export async function startProgram({ folder, clock, cost, reached }: ProgramGround): Promise<ThrottledProgram> {
  const { log, close: closeLog } = openLog(join(folder, 'tilldesk.log'));
  log.level = 'trace';
  const store = await openStore({ file: storeIn(folder), clock });
  const hasher = countingHasher(createPasswordHasher({ cost }), reached);
  const platform = countingPlatform(createEmbeddedPlatform({ db: store.db, clock, hasher }), reached);
  const webhooks = createWebhooksUnderTest({ db: store.db, platform, clock, log });
  const app = buildService({
    ...{ platform, clock, log, nonce: '00', secretKey: SECRET_KEY },
    webhooks: webhooks.service,
    tokens: createTokensRepository(store.db),
    apiKeys: createApiKeysRepository(store.db),
    signInFailures: createSignInFailuresRepository(store.db),
    signInProofs: createSignInProofsRepository(store.db),
    ownWebhooks: createOwnWebhooks(store.db),
  });
  const port = await listenOn(app, '127.0.0.1', 0);
  return {
    ...{ port, store, platform },
    async stop() {
      await webhooks.dispatcher.stop();
      await app.close();
      await store.close();
      closeLog();
    },
  };
}

function storeIn(folder: string): string {
  return join(folder, 'tilldesk.sqlite');
}

function countingPlatform(platform: Platform, reached: Reached): Platform {
  return {
    ...platform,
    signIn(credentials) {
      reached.attempts += 1;
      reached.password = credentials.password;
      return platform.signIn(credentials);
    },
  };
}

function countingHasher(hasher: PasswordHasher, reached: Reached): PasswordHasher {
  const counted = <Result>(result: Promise<Result>) => {
    reached.hashings += 1;
    return result;
  };
  return {
    ...hasher,
    hash: (password) => counted(hasher.hash(password)),
    verify: (password, stored) => counted(hasher.verify(password, stored)),
    verifyAgainstNothing: (password) => counted(hasher.verifyAgainstNothing(password)),
  };
}
