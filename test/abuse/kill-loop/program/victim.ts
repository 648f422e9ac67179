import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock as clock } from '../../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../../electron/base/password-hasher.ts';
import { readAllowedReceivers } from '../../../../electron/config/allowed-receivers.ts';
import { createRandomStream } from '../../../../electron/platform/demo/prng.ts';
import { createChangedKeysReader } from '../../../../electron/platform/embedded/embedded-changes.ts';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import { buildService } from '../../../../electron/service/build-service.ts';
import { listenOn } from '../../../../electron/service/server/create-server.ts';
import { createPrivateFile, prepareDataFolder } from '../../../../electron/startup/data-folder.ts';
import { openLog } from '../../../../electron/startup/log-file.ts';
import { openStore } from '../../../../electron/store/open-store.ts';
import { inWriteTransaction } from '../../../../electron/store/transactions.ts';
import { createActiveWebhooks } from '../../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox } from '../../../../electron/store/webhooks/outbox.ts';
import { createRequestedDeliveries } from '../../../../electron/store/webhooks/requested-deliveries.ts';
import { createDispatcher } from '../../../../electron/webhooks/dispatcher.ts';
import { FEEDS_BY_EVENT } from '../../../../electron/webhooks/enqueue-changes.ts';
import { createReceivers } from '../../../../electron/webhooks/open-webhooks.ts';
import { createWebhookService } from '../../../../electron/webhooks/webhook-service.ts';
import { readOrCreateSecretKey } from '../../../support/secret-key.ts';
import { createServiceRepositories } from '../../../support/service-repositories.ts';
import type { WrittenChange } from '../stored-record.ts';
import { ACTIONS, changesOf } from './actions.ts';

/** The input of one run of the program, as JSON in its only argument. */
export interface VictimOrders {
  readonly dataFolder: string;
  readonly seed: number;
  /** If false, it writes nothing, and reports when everything was delivered. */
  readonly writes: boolean;
}

/** Its output, one line of JSON each. */
export type VictimLine =
  | { readonly kind: 'serving'; readonly port: number }
  /** A committed transaction. */
  | { readonly kind: 'written'; readonly changes: readonly WrittenChange[] }
  | { readonly kind: 'drained' };

/** Writes synchronously and completely, so printed lines survive a kill. */
function print(line: VictimLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

const POLL_EVERY_MS = 10;
/** As many attempts as in the product, some milliseconds apart. */
const SCHEDULE_MS = [5, 10, 20, 40, 80, 100, 100, 100, 100];
const MAX_PAUSE_MS = 8;
const LOOK_EVERY_MS = 25;

const orders: VictimOrders = JSON.parse(process.argv[2] ?? '{}');
// The parent process is gone, and nothing else would end this one.
process.stdin.on('end', () => process.exit(1)).resume();

const program = await joinProgram(orders);
const port = await listenOn(program.service, '127.0.0.1', 0);
await program.dispatcher.start();
print({ kind: 'serving', port });

const random = createRandomStream(orders.seed, 'writer');
while (orders.writes) {
  const action = random.pickWeighted(ACTIONS);
  const changes = await inWriteTransaction(program.db, (transaction) => changesOf(transaction, action, random));
  print({ kind: 'written', changes });
  await delay(random.drawInteger(0, MAX_PAUSE_MS));
}
while (!(await isDrained())) await delay(LOOK_EVERY_MS);
print({ kind: 'drained' });

/** The program on a data folder, without a window and without threads. */
async function joinProgram({ dataFolder }: VictimOrders) {
  const folder = prepareDataFolder(dataFolder);
  const { log } = openLog(folder.log);
  const secretKey = readOrCreateSecretKey(folder.secretKey);
  createPrivateFile(folder.store);
  const { db } = await openStore({ file: folder.store, clock });
  const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
  const outbox = createOutbox(db);
  const webhooks = createActiveWebhooks(db);
  const allowed = readAllowedReceivers(folder.allowedReceivers);
  const { rules, sender } = createReceivers({ allowed, ownPorts: () => [], clock, version: '0.0.0', log });
  const dispatcher = createDispatcher({
    ...{ platform, outbox, webhooks, sender, secretKey, clock, log },
    readChangedKeys: createChangedKeysReader(db),
    requests: createRequestedDeliveries(db),
    pollEveryMs: POLL_EVERY_MS,
    schedule: SCHEDULE_MS,
  });
  const service = buildService({
    ...{ platform, clock, log, secretKey },
    ...createServiceRepositories(db),
    webhooks: createWebhookService({ db, platform, rules, dispatcher, secretKey, clock }),
    nonce: '00',
  });
  return { db, platform, outbox, webhooks, dispatcher, service };
}

/** Whether every webhook is at the end of its feeds and nothing is pending. */
async function isDrained(): Promise<boolean> {
  const { platform, webhooks, outbox } = program;
  for (const webhook of await webhooks.listActive()) {
    const caller = await platform.identify(webhook);
    if (caller === null) throw new Error(`the subscriber of webhook ${webhook.id} is gone`);
    // Positions are read first: what they put into the outbox is pending from then on.
    for (const { event, position } of await outbox.readPositions(webhook.id)) {
      const { total } = await platform.readChanges(caller, FEEDS_BY_EVENT[event], { after: { position }, limit: 1 });
      if (total > 0) return false;
    }
    if ((await outbox.countPending(webhook.id)) > 0) return false;
  }
  return true;
}
