import { join } from 'node:path';
import pino from 'pino';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { buildService } from '../../../electron/service/build-service.ts';
import { createAccessTokens } from '../../../electron/service/security/access-tokens.ts';
import { listenOn } from '../../../electron/service/server/create-server.ts';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import { createSignInFailuresRepository } from '../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createSignInProofsRepository } from '../../../electron/store/accounts/sign-in-proofs-repository.ts';
import { createTokensRepository } from '../../../electron/store/accounts/tokens-repository.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { openWriter } from '../../../electron/store/store-connections.ts';
import { createOwnWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { type Answer, exchange, type Sending } from '../../support/http-exchange.ts';
import { CALLER, seedFixtureShop } from '../../support/shop-fixture.ts';
import { createWebhooksUnderTest, SECRET_KEY } from '../../support/webhooks-under-test.ts';

/** The fixture shop with its service, below which things go wrong. */
export interface ShopUnderFault {
  readonly file: string;
  readonly store: Store;
  /** The further connection of the history of exports. */
  readonly writer: Store;
  /** Of the owner. */
  readonly token: string;
  send(method: string, target: string, sending?: Sending): Promise<Answer>;
  stop(): Promise<void>;
}

export async function openShopUnderFault(file: string, folder: string): Promise<ShopUnderFault> {
  const store = await openStore({ file });
  const hasher = createPasswordHasher({ cost: CHEAP_COST });
  await seedFixtureShop(store.db, hasher);
  const writer = openWriter(file);
  const log = pino({ level: 'trace' }, pino.destination({ dest: join(folder, 'service.log'), sync: true }));
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher });
  const webhooks = createWebhooksUnderTest({ db: store.db, platform, clock, log });
  const tokens = createTokensRepository(store.db);
  const service = buildService({
    ...{ platform, clock, log, tokens, nonce: '0'.repeat(32), secretKey: SECRET_KEY },
    apiKeys: createApiKeysRepository(store.db),
    signInFailures: createSignInFailuresRepository(store.db),
    signInProofs: createSignInProofsRepository(store.db),
    ownWebhooks: createOwnWebhooks(store.db),
    webhooks: webhooks.service,
  });
  const port = await listenOn(service, '127.0.0.1', 0);
  const { token } = await createAccessTokens({ tokens, platform, clock }).issue(CALLER.owner);
  return {
    ...{ file, store, writer, token },
    send: (method, target, sending) => exchange(port, method, target, { token, ...sending }),
    async stop() {
      await webhooks.dispatcher.stop();
      await service.close();
      await writer.close();
      await store.close();
    },
  };
}
