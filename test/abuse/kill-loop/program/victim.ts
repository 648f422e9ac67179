import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { systemClock as clock } from '../../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../../electron/base/password-hasher.ts';
import { readAllowedReceivers } from '../../../../electron/config/allowed-receivers.ts';
import { type Random, randomStream } from '../../../../electron/platform/demo/prng.ts';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { buildService } from '../../../../electron/service/build-service.ts';
import { listenOn } from '../../../../electron/service/server/create-server.ts';
import { createPrivately, prepareDataFolder } from '../../../../electron/startup/data-folder.ts';
import { openLog } from '../../../../electron/startup/log-file.ts';
import { readSecretKey } from '../../../../electron/startup/secret-files.ts';
import { createApiKeysRepository } from '../../../../electron/store/accounts/api-keys-repository.ts';
import { createSignInFailuresRepository } from '../../../../electron/store/accounts/sign-in-attempts-repository.ts';
import { createSignInProofsRepository } from '../../../../electron/store/accounts/sign-in-proofs-repository.ts';
import { createTokensRepository } from '../../../../electron/store/accounts/tokens-repository.ts';
import { changePrice, moveStock } from '../../../../electron/store/catalog/catalog-writer.ts';
import { insertRows } from '../../../../electron/store/insert-rows.ts';
import { openStore } from '../../../../electron/store/open-store.ts';
import type { StoreSchema } from '../../../../electron/store/schema.ts';
import {
  type ActiveWebhooks,
  createActiveWebhooks,
  createOwnWebhooks,
  type DeliveringWebhook,
} from '../../../../electron/store/webhooks/active-webhooks.ts';
import type { Outbox } from '../../../../electron/store/webhooks/outbox.ts';
import { createOutbox } from '../../../../electron/store/webhooks/stored-outbox.ts';
import { createDispatcher } from '../../../../electron/webhooks/dispatcher.ts';
import { FEED_OF_EVENT } from '../../../../electron/webhooks/enqueue-changes.ts';
import { createReceivers } from '../../../../electron/webhooks/open-webhooks.ts';
import { createWebhookService } from '../../../../electron/webhooks/webhook-service.ts';
import { QUANTITY_SCALE } from '../../../../shared/money.ts';
import { ACCOUNT, GROUP, LOCATION, PRODUCT, RATE } from '../../../support/shop-fixture.ts';
import type { VictimLine, VictimOrders } from '../victim-orders.ts';
import type { WrittenRecord } from '../written-change.ts';
import type { Acknowledge, acknowledged } from './acknowledge.ts';
import { moveOn, sell, takeBack } from './order-actions.ts';
import { sabotaged } from './sabotages.ts';

/** At once and whole: what was said stays said, whenever the process is killed. */
function say(line: VictimLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

const [text = '{}'] = process.argv.slice(2);

const orders: VictimOrders = JSON.parse(text);

// Whoever started it is gone, and nobody else would end it.
process.stdin.on('end', () => process.exit(1)).resume();

const GATHER_EVERY_MS = 10;

/** As many attempts as in the product, some milliseconds apart. */
const SCHEDULE_MS = [5, 10, 20, 40, 80, 100, 100, 100, 100];

const program = await joinProgram(orders);

const port = await listenOn(program.service, '127.0.0.1', 0);

if (program.delivers) await program.dispatcher.start();

say({ kind: 'serving', port });

const { alpha, beta } = ACCOUNT;

const PRICES = [
  [2001, PRODUCT.cafe],
  [2002, PRODUCT.cafe],
  [2005, PRODUCT.apple],
  [2008, PRODUCT.course],
] as const;

const MOST_PPU = 900_000;

const PLACES = [
  [PRODUCT.cafe, LOCATION.utrecht],
  [PRODUCT.cafe, LOCATION.amsterdam],
  [PRODUCT.apple, LOCATION.utrecht],
  [PRODUCT.course, LOCATION.amsterdam],
] as const;

const FIRST_ID = 3_000;

const ACTIONS: readonly (readonly [Action, weight: number])[] = [
  [{ account: alpha, act: sell }, 6],
  [{ account: alpha, act: takeBack }, 2],
  [{ account: alpha, act: moveOn }, 3],
  [{ account: alpha, act: setPrice }, 3],
  [{ account: alpha, act: countStock }, 4],
  [{ account: alpha, act: addProduct }, 1],
  [{ account: alpha, act: removeProduct }, 1],
  [{ account: beta, act: countStockOfBeta }, 2],
];

const MOST_PAUSE_MS = 8;

if (orders.writes) {
  const random = randomStream(orders.seed, 'writer');
  await keepWriting(program.db, random, program.transact, (changes) => say({ kind: 'written', changes }));
}

const LOOK_EVERY_MS = 25;

await untilDrained(program);

say({ kind: 'drained' });

/** The program without a window and without threads, on the data folder that it is told. */
async function joinProgram({ dataFolder, sabotage, writes }: VictimOrders) {
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

interface Action {
  readonly account: number;
  readonly act: (transaction: Kysely<StoreSchema>, random: Random) => Promise<readonly WrittenRecord[]>;
}

/** One transaction after another, each told, until the process is killed. */
async function keepWriting(
  db: Kysely<StoreSchema>,
  random: Random,
  transact: typeof acknowledged,
  tell: Acknowledge,
): Promise<never> {
  for (;;) {
    const { account, act } = random.weighted(ACTIONS);
    await transact(db, account, (transaction) => act(transaction, random), tell);
    await delay(random.whole(0, MOST_PAUSE_MS));
  }
}

type Db = Kysely<StoreSchema>;

async function setPrice(db: Db, random: Random): Promise<WrittenRecord[]> {
  const [id, product] = random.pick(PRICES);
  const account_id = ACCOUNT.alpha;
  const { ppu: before } = await db
    .selectFrom('product_prices')
    .select('ppu')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const ppu = (before + random.whole(1, 90_000)) % MOST_PPU;
  await changePrice(db, { account_id, id, ppu, ppu_wt: Math.round(ppu * 1.21) });
  return [wrote(product, true)];
}

async function countStock(db: Db, random: Random): Promise<WrittenRecord[]> {
  const [product_id, location_id] = random.pick(PLACES);
  await moveStock(db, { account_id: ACCOUNT.alpha, product_id, location_id }, someQuantity(random));
  return [wrote(product_id, location_id === LOCATION.utrecht)];
}

async function countStockOfBeta(db: Db, random: Random): Promise<WrittenRecord[]> {
  const place = { account_id: ACCOUNT.beta, product_id: PRODUCT.beta, location_id: LOCATION.beta };
  await moveStock(db, place, someQuantity(random));
  return [{ ...wrote(PRODUCT.beta, false), account: ACCOUNT.beta }];
}

async function addProduct(db: Db, random: Random): Promise<WrittenRecord[]> {
  const last = await db
    .selectFrom('product_changes')
    .select(({ fn }) => fn.max('product_id').as('id'))
    .executeTakeFirst();
  const id = Math.max(FIRST_ID, (last?.id ?? 0) + 1);
  const account_id = ACCOUNT.alpha;
  const title = {
    sku: `A-${id}`,
    title: `Product ${id}`,
    folded_sku: `a-${id}`,
    folded_title: `product ${id}`,
  };
  const amounts = { ppu: 10_000, ppu_wt: 12_100, tax_rate_id: RATE.nl21, currency: 'EUR', from_qty: null };
  const place = random.pick([LOCATION.utrecht, LOCATION.amsterdam]);
  await insertRows(db, 'products', [
    { id, account_id, ...title, product_group_id: GROUP.toys, shop_product_id: id + 70_000 },
  ]);
  await insertRows(db, 'product_prices', [
    { id: id * 10, account_id, product_id: id, product_price_type_id: 1, ...amounts },
  ]);
  await insertRows(db, 'stock', [{ account_id, product_id: id, location_id: place, quantity: 5_000 }]);
  return [wrote(id, true)];
}

async function removeProduct(db: Db, random: Random): Promise<WrittenRecord[]> {
  const added = await db.selectFrom('products').select('id').where('id', '>=', FIRST_ID).execute();
  if (added.length === 0) return addProduct(db, random);
  const { id } = random.pick(added);
  await db.deleteFrom('stock').where('product_id', '=', id).execute();
  await db.deleteFrom('product_prices').where('product_id', '=', id).execute();
  await db.deleteFrom('products').where('id', '=', id).execute();
  return [wrote(id, true)];
}

/** Never nothing, which would be no change. */
function someQuantity(random: Random): number {
  return random.whole(1, 9) * (random.chance(0.5) ? QUANTITY_SCALE : -QUANTITY_SCALE);
}

function wrote(id: number, isSeenInUtrecht: boolean): WrittenRecord {
  return { account: ACCOUNT.alpha, feed: 'products', id, isSeenInUtrecht };
}

interface Draining {
  readonly platform: Pick<Platform, 'identify' | 'readChanges'>;
  readonly webhooks: Pick<ActiveWebhooks, 'listActive'>;
  readonly outbox: Pick<Outbox, 'positionsOf' | 'countPending'>;
}

/** Resolves when every webhook is at the end of its feeds and nothing waits to be delivered. */
async function untilDrained(draining: Draining): Promise<void> {
  while (!(await isDrained(draining))) await delay(LOOK_EVERY_MS);
}

/** Positions are looked at first: what they give up is pending from then on. */
async function isDrained(draining: Draining): Promise<boolean> {
  for (const webhook of await draining.webhooks.listActive()) {
    if (!(await isAtEnd(draining, webhook))) return false;
    if ((await draining.outbox.countPending(webhook.id)) > 0) return false;
  }
  return true;
}

async function isAtEnd({ platform, outbox }: Draining, webhook: DeliveringWebhook): Promise<boolean> {
  const caller = await platform.identify(webhook);
  if (caller === null) throw new Error(`the subscriber of webhook ${webhook.id} is gone`);
  for (const { event, position } of await outbox.positionsOf(webhook.id)) {
    const { total } = await platform.readChanges(caller, FEED_OF_EVENT[event], {
      after: { position },
      limit: 1,
    });
    if (total > 0) return false;
  }
  return true;
}
