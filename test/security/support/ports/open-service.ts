import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { systemClock } from '../../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../../electron/base/password-hasher.ts';
import { readConfig } from '../../../../electron/config/config.ts';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import { buildService } from '../../../../electron/service/build-service.ts';
import { DOCS_ASSETS } from '../../../../electron/service/routes/documentation-routes.ts';
import { listenOn, type ServiceLimits } from '../../../../electron/service/server/create-server.ts';
import { createApiKeysRepository } from '../../../../electron/store/accounts/api-keys-repository.ts';
import { createSignInFailuresRepository } from '../../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createSignInProofsRepository } from '../../../../electron/store/accounts/sign-in-proofs-repository.ts';
import { createTokensRepository } from '../../../../electron/store/accounts/tokens-repository.ts';
import { openStore } from '../../../../electron/store/open-store.ts';
import { createOwnWebhooks } from '../../../../electron/store/webhooks/active-webhooks.ts';
import { CHEAP_COST } from '../../../support/cheap-cost.ts';
import { exchange } from '../../../support/http-exchange.ts';
import { CREDENTIALS, seedFixtureShop } from '../../../support/shop-fixture.ts';
import { createWebhooksUnderTest, SECRET_KEY } from '../../../support/webhooks-under-test.ts';
import { type HandlerRuns, recordRuns } from './handler-runs.ts';

export const NONCE = '5a'.repeat(32);

/** The real service before the fixture shop, on a port of its own. */
export interface OpenService {
  readonly app: FastifyInstance;
  readonly port: number;
  /** Of the owner. */
  readonly token: string;
  readonly runs: HandlerRuns;
  close(): Promise<void>;
}

/** Writes store, pages and a log of everything into `folder`. */
export async function openService(folder: string, limits?: ServiceLimits): Promise<OpenService> {
  const clock = systemClock;
  const store = await openStore({ file: join(folder, 'store.sqlite'), clock });
  const hasher = createPasswordHasher({ cost: CHEAP_COST });
  await seedFixtureShop(store.db, hasher);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher });
  const log = pino({ level: 'trace' }, pino.destination({ dest: join(folder, 'api.log'), sync: true }));
  const webhooks = createWebhooksUnderTest({ db: store.db, platform, clock, log });
  const app = buildService({
    ...{ platform, clock, log, nonce: NONCE, secretKey: SECRET_KEY },
    ...(limits && { limits }),
    tokens: createTokensRepository(store.db),
    apiKeys: createApiKeysRepository(store.db),
    signInFailures: createSignInFailuresRepository(store.db),
    signInProofs: createSignInProofsRepository(store.db),
    ownWebhooks: createOwnWebhooks(store.db),
    webhooks: webhooks.service,
    docsFolder: layDocs(join(folder, 'docs')),
  });
  const runs = recordRuns(app);
  const port = await listenOn(app, defaultAddress(), 0);
  const { text } = await exchange(port, 'POST', '/api/auth/login', { body: CREDENTIALS.owner });
  return {
    ...{ app, port, runs },
    token: JSON.parse(text).token,
    async close() {
      app.server.closeAllConnections();
      await webhooks.dispatcher.stop();
      await app.close();
      await store.close();
    },
  };
}

/** Where the program listens when nobody says otherwise. */
function defaultAddress(): string {
  const places = { platform: 'linux', homeFolder: '/', workingFolder: '/' } as const;
  return readConfig({ argv: ['--headless'], env: {}, ...places }).server.listen;
}

/** The page of the documentation with files of no content. */
function layDocs(folder: string): string {
  mkdirSync(folder);
  for (const asset of Object.keys(DOCS_ASSETS)) writeFileSync(join(folder, asset), '');
  return folder;
}
