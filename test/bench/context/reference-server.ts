import { readFileSync } from 'node:fs';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { buildService } from '../../../electron/service/build-service.ts';
import { listenOn } from '../../../electron/service/server/create-server.ts';
import { openLog } from '../../../electron/startup/log-file.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createServiceRepositories } from '../../support/service-repositories.ts';
import { createWebhooksUnderTest, SECRET_KEY } from '../../support/webhooks-under-test.ts';
import type { PrebuiltAnswers } from './bench-context.ts';

// The same server on the same store, so tokens of the product are valid here too. But its answers are fixed.
const [storeFile = '', answersFile = '', logFile = ''] = process.argv.slice(2);
const answers: PrebuiltAnswers = JSON.parse(readFileSync(answersFile, 'utf8'));
const store = await openStore({ file: storeFile });
const { log } = openLog(logFile);
const platform = {
  ...createEmbeddedPlatform({ db: store.db, clock, hasher: createPasswordHasher() }),
  searchProducts: async () => answers.products,
  findProduct: async () => answers.product,
  listProductPrices: async () => answers.prices,
};
const service = buildService({
  platform,
  ...createServiceRepositories(store.db),
  webhooks: createWebhooksUnderTest({ db: store.db, platform, clock, log }).service,
  secretKey: SECRET_KEY,
  clock,
  log,
  nonce: '00',
});
const port = await listenOn(service, '127.0.0.1', 0);
process.stdout.write(`Reference http://127.0.0.1:${port}\n`);
process.once('SIGTERM', () => process.exit(0));
