import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Caller } from '../../../electron/base/caller.ts';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createSecretBox, deriveKey } from '../../../electron/base/secret-box.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { type DataFolder, prepareDataFolder } from '../../../electron/startup/data-folder.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createSubscribe } from '../../../electron/webhooks/subscriptions.ts';
import { createWebhookSecrets } from '../../../electron/webhooks/webhook-secrets.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import { cheapHasher } from '../../support/cheap-cost.ts';
import { readOrCreateSecretKey } from '../../support/secret-key.ts';
import { CALLER, LOCATION, seedFixtureShop, USER } from '../../support/shop-fixture.ts';
import type { HostileReceiver } from './hostile-receiver.ts';
import type { Subscriber } from './stored-record.ts';

/** Sees only Utrecht, and may have webhooks. */
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

/** A data folder with the fixture shop, and webhooks of four users whose receiver the operator allows. */
export async function prepareContext(
  path: string,
  receiver: Pick<HostileReceiver, 'urlOf' | 'expect'> & { readonly server: { readonly ca: string } },
): Promise<{ readonly folder: DataFolder; readonly subscribers: readonly Subscriber[] }> {
  const folder = prepareDataFolder(path);
  writeFileSync(join(path, 'receiver.pem'), receiver.server.ca);
  const allowed = [{ host: '127.0.0.1', cidr: '127.0.0.1/32', ca: 'receiver.pem' }];
  writeFileSync(folder.allowedReceivers, JSON.stringify({ allowed }));
  const { db, close } = await openStore({ file: folder.store });
  try {
    await seedFixtureShop(db);
    await addUtrechtAccountant(db);
    const secretKey = readOrCreateSecretKey(folder.secretKey);
    const subscribe = createSubscribe({
      db,
      platform: createEmbeddedPlatform({ db, clock, hasher: cheapHasher }),
      clock,
      secrets: createWebhookSecrets(secretKey),
      answerBox: createSecretBox(deriveKey(secretKey, 'answers of the loop'), 'answer'),
      rules: { checkUrl: async (url) => ({ ok: true, url }) },
      dispatcher: { wake() {} },
    });
    const subscribers: Subscriber[] = [];
    for (const { name, caller, events } of SUBSCRIPTIONS) {
      const { id, secret } = await subscribe(caller, { url: receiver.urlOf(name), events: [...events] }, null);
      const isInUtrecht = caller.lockedLocation !== null;
      const subscriber = { webhookId: id, account: caller.accountId, events, isInUtrecht, secret };
      receiver.expect(name, subscriber);
      subscribers.push(subscriber);
    }
    return { folder, subscribers };
  } finally {
    await close();
  }
}

async function addUtrechtAccountant(db: Kysely<StoreSchema>): Promise<void> {
  const users = db.selectFrom('users').selectAll().where('id', '=', USER.accountant);
  const { userId: id, email } = UTRECHT_ACCOUNTANT;
  await db
    .insertInto('users')
    .values({ ...(await users.executeTakeFirstOrThrow()), id, email, locked_location_id: LOCATION.utrecht })
    .execute();
}
