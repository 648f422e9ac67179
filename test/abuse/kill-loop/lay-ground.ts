import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Caller } from '../../../electron/base/caller.ts';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createSecretBox, derivedKey } from '../../../electron/base/secret-box.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { type DataFolder, prepareDataFolder } from '../../../electron/startup/data-folder.ts';
import { readSecretKey } from '../../../electron/startup/secret-files.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createSubscribing, type Subscribe } from '../../../electron/webhooks/subscriptions.ts';
import { createWebhookSecrets } from '../../../electron/webhooks/webhook-secrets.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { CALLER, LOCATION, seedFixtureShop, USER } from '../../support/shop-fixture.ts';
import type { HostileReceiver } from './hostile-receiver.ts';
import type { Subscriber } from './subscriber.ts';

/** Sees Utrecht alone, and may have webhooks. */
const UTRECHT_ACCOUNTANT: Caller = {
  ...CALLER.accountant,
  userId: 36,
  email: 'utrecht@alpha.example',
  lockedLocation: { id: LOCATION.utrecht, title: 'Utrecht' },
};

const SUBSCRIPTIONS: readonly { name: string; caller: Caller; events: readonly WebhookEvent[] }[] = [
  { name: 'owner', caller: CALLER.owner, events: WEBHOOK_EVENTS },
  { name: 'utrecht', caller: UTRECHT_ACCOUNTANT, events: WEBHOOK_EVENTS },
  { name: 'accountant', caller: CALLER.accountant, events: ['product.updated'] },
  { name: 'beta', caller: CALLER.beta, events: WEBHOOK_EVENTS },
];

export interface LaidGround {
  readonly folder: DataFolder;
  readonly subscribers: readonly Subscriber[];
}

/** A data folder with the fixture shop, and webhooks of four users whose receiver the operator allows. */
export async function layGround(path: string, receiver: HostileReceiver): Promise<LaidGround> {
  const folder = prepareDataFolder(path);
  writeFileSync(join(path, 'receiver.pem'), receiver.server.ca);
  const allowed = [{ host: '127.0.0.1', cidr: '127.0.0.1/32', ca: 'receiver.pem' }];
  writeFileSync(folder.allowedReceivers, JSON.stringify({ allowed }));
  const store = await openStore({ file: folder.store });
  try {
    const hasher = createPasswordHasher({ cost: CHEAP_COST });
    await seedFixtureShop(store.db, hasher);
    await addUtrechtAccountant(store.db);
    const platform = createEmbeddedPlatform({ db: store.db, clock, hasher });
    const subscribe = subscribing(store.db, readSecretKey(folder.secretKey), platform);
    const subscribers: Subscriber[] = [];
    for (const subscription of SUBSCRIPTIONS) subscribers.push(await subscribeOne(subscribe, receiver, subscription));
    return { folder, subscribers };
  } finally {
    await store.close();
  }
}

function subscribing(
  db: Kysely<StoreSchema>,
  secretKey: Uint8Array,
  platform: ReturnType<typeof createEmbeddedPlatform>,
): Subscribe {
  return createSubscribing({
    db,
    platform,
    clock,
    secrets: createWebhookSecrets(secretKey),
    answerBox: createSecretBox(derivedKey(secretKey, 'answers of the loop'), 'answer'),
    rules: { checkUrl: async (url) => ({ ok: true, url }) },
    dispatcher: { wake() {} },
  });
}

async function subscribeOne(
  subscribe: Subscribe,
  receiver: HostileReceiver,
  { name, caller, events }: (typeof SUBSCRIPTIONS)[number],
): Promise<Subscriber> {
  const made = await subscribe(caller, { url: receiver.urlOf(name), events: [...events] }, null);
  const subscriber = {
    webhookId: made.id,
    account: caller.accountId,
    events,
    isInUtrecht: caller.lockedLocation !== null,
    secret: made.secret,
  };
  receiver.expect(name, subscriber);
  return subscriber;
}

async function addUtrechtAccountant(db: Kysely<StoreSchema>): Promise<void> {
  const accountant = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', USER.accountant)
    .executeTakeFirstOrThrow();
  const { userId, email } = UTRECHT_ACCOUNTANT;
  await db
    .insertInto('users')
    .values({ ...accountant, id: userId, email, locked_location_id: LOCATION.utrecht })
    .execute();
}
