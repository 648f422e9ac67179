import { systemClock as clock } from '../../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../../electron/base/password-hasher.ts';
import { readAllowedReceivers } from '../../../../electron/config/allowed-receivers.ts';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import { buildService } from '../../../../electron/service/build-service.ts';
import { createPrivately, prepareDataFolder } from '../../../../electron/startup/data-folder.ts';
import { openLog } from '../../../../electron/startup/log-file.ts';
import { readSecretKey } from '../../../../electron/startup/secret-files.ts';
import { createApiKeysRepository } from '../../../../electron/store/accounts/api-keys-repository.ts';
import { createSignInFailuresRepository } from '../../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createSignInProofsRepository } from '../../../../electron/store/accounts/sign-in-proofs-repository.ts';
import { createTokensRepository } from '../../../../electron/store/accounts/tokens-repository.ts';
import { openStore } from '../../../../electron/store/open-store.ts';
import {
  createActiveWebhooks,
  createOwnWebhooks,
} from '../../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox } from '../../../../electron/store/webhooks/stored-outbox.ts';
import { createDispatcher } from '../../../../electron/webhooks/dispatcher.ts';
import { createReceivers } from '../../../../electron/webhooks/open-webhooks.ts';
import { createWebhookService } from '../../../../electron/webhooks/webhook-service.ts';
import type { VictimOrders } from '../victim-orders.ts';
import { sabotaged } from './sabotages.ts';

const GATHER_EVERY_MS = 10;
/** As many attempts as in the product, some milliseconds apart. */
const SCHEDULE_MS = [5, 10, 20, 40, 80, 100, 100, 100, 100];

/** The program without a window and without threads, on the data folder that it is told. */
export async function joinProgram({ dataFolder, sabotage, writes }: VictimOrders) {
  const folder = prepareDataFolder(dataFolder);
  const { log } = openLog(folder.log);
  const secretKey = readSecretKey(folder.secretKey);
  createPrivately(folder.store);
  const { db } = await openStore({ file: folder.store, clock });
  const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
  const { outbox, transact, prepare, deliversInTheEndAlone } = sabotaged(sabotage, createOutbox(db));
  await prepare(db);
  const webhooks = createActiveWebhooks(db);
  const allowed = readAllowedReceivers(folder.allowedReceivers);
  const { rules, sender } = createReceivers({ allowed, ownPorts: () => [], clock, version: '0.0.0', log });
  const dispatcher = createDispatcher({
    ...{ platform, outbox, webhooks, sender, secretKey, clock, log },
    gatherEveryMs: GATHER_EVERY_MS,
    schedule: SCHEDULE_MS,
  });
  const service = buildService({
    ...{ platform, clock, log, secretKey },
    tokens: createTokensRepository(db),
    apiKeys: createApiKeysRepository(db),
    signInFailures: createSignInFailuresRepository(db),
    signInProofs: createSignInProofsRepository(db),
    ownWebhooks: createOwnWebhooks(db),
    webhooks: createWebhookService({ db, platform, outbox, rules, dispatcher, secretKey, clock }),
    nonce: '00',
  });
  const delivers = !writes || !deliversInTheEndAlone;
  return { db, platform, outbox, webhooks, dispatcher, delivers, service, transact };
}
