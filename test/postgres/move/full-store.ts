import { join } from 'node:path';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import { createCompanyRepository } from '../../../electron/store/accounts/company-repository.ts';
import { createPreferencesRepository } from '../../../electron/store/accounts/preferences-repository.ts';
import { createSchedulesRepository } from '../../../electron/store/accounts/schedules-repository.ts';
import { moveStock } from '../../../electron/store/catalog/catalog-writer.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import type { StoreDb } from '../../../electron/store/schema.ts';
import { insertDelivery } from '../../../electron/store/webhooks/outbox.ts';
import type { Credentials } from '../../../shared/contract/auth.ts';
import type { NewWebhook } from '../../../shared/contract/webhook-records.ts';
import { openAt, plainHasher, SHOPS } from '../../store/demo/demo-store.ts';
import { newDelivery } from '../../store/webhooks/open-outbox.ts';
import { createFixedClock, NOW } from '../../support/fixed-clock.ts';
import { DAILY } from '../../support/open-schedules.ts';
import { type RunningService, startService } from '../../support/running-service.ts';
import { subscribeTestWebhook } from '../../support/subscribed-webhook.ts';
import { insertAttempt } from '../../support/webhook-rows.ts';

const OWNER: Credentials = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };

export const ACCOUNT_ID = 1;

const DAY_MS = 86_400_000;

const NOW_MS = Date.parse(NOW);

/** The service on a store, with the time of the tests. */
export async function serveStore(store: Store): Promise<RunningService> {
  const clock = createFixedClock(NOW);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: plainHasher });
  return startService({ platform, store, clock });
}

export interface FullStore {
  readonly file: string;
  /** The token of the owner. */
  readonly token: string;
  readonly webhook: NewWebhook;
}

/**
 * A closed SQLite store in a folder, with the demo shops and at least one row in every table that the program fills:
 * keys, webhooks with pending deliveries, preferences, company, history. The last API key and the last delivery are
 * removed again.
 */
export async function makeFullStore(folder: string): Promise<FullStore> {
  const file = join(folder, 'tilldesk.sqlite');
  const store = await openStore({ file });
  await openAt(store, NOW, SHOPS);
  const service = await serveStore(store);
  const token = await service.signIn(OWNER);
  const webhook = await subscribeTestWebhook(service, token, {}, { 'idempotency-key': 'once-and-for-all-1' });
  await fillOutbox(store.db, webhook.id);
  await addKeys(store.db);
  await fillOffice(store.db);
  await service.stop();
  await store.close();
  return { file, token, webhook };
}

async function fillOutbox(db: StoreDb, webhookId: number): Promise<void> {
  const ids: number[] = [];
  for (const days of [0, 1, 2]) {
    // Text of every kind: quotes, other scripts, characters beyond 16 bits, line ends.
    const body = JSON.stringify({ type: 'batch', text: `'"\\ \n é 漢 😀 ${days}` });
    ids.push(await insertDelivery(db, webhookId, { ...newDelivery(NOW_MS + days * DAY_MS), body }));
  }
  const [first = 0, , last = 0] = ids;
  await insertAttempt(db, first, 1);
  await db.deleteFrom('webhook_deliveries').where('id', '=', last).execute();
}

async function addKeys(db: StoreDb): Promise<void> {
  const keys = createApiKeysRepository(db);
  for (const name of ['till', 'books', 'gone']) {
    await keys.insert({
      ...{ account_id: ACCOUNT_ID, user_id: 1, name, key_hash: name, key_prefix: null, personal_data: 1 },
      ...{ created_at: NOW_MS, expires_at: null, sealed_grant: null },
    });
  }
  await db.deleteFrom('api_keys').where('name', '=', 'gone').execute();
}

async function fillOffice(db: StoreDb): Promise<void> {
  const owner = { accountId: ACCOUNT_ID, userId: 1 };
  await createPreferencesRepository(db, () => undefined).change(owner, { defaultPeriod: 'today', isTourDone: true });
  await createCompanyRepository(db).change(owner, { name: 'Linde & Loof B.V.' });
  const made = { account_id: ACCOUNT_ID, user_id: 1, created_at: NOW_MS };
  await insertRows(db, 'exports', [{ ...made, manifest: '{"rows":3}', path: '/x/orders.csv' }]);
  const schedules = createSchedulesRepository(db, createFixedClock(NOW), () => undefined);
  const scheduleId = await schedules.add(owner, { ...DAILY, folder: '/x' });
  const due = [{ dueAt: NOW_MS, period: { from: '2026-11-20', to: '2026-11-20' } }];
  await schedules.plan(scheduleId, due, { maxUntried: 1, plannedUntil: NOW_MS, runningId: null });
  const { product_id, location_id } = await db
    .selectFrom('stock')
    .selectAll()
    .where('account_id', '=', ACCOUNT_ID)
    .executeTakeFirstOrThrow();
  await moveStock(db, ACCOUNT_ID, [{ product_id, location_id, by: -1_000 }]);
  await insertRows(db, 'ledger_accounts', [{ account_id: ACCOUNT_ID, code: 'turnover.1', ledger: '8000' }]);
  await insertRows(db, 'damaged_preferences', [{ account_id: ACCOUNT_ID, user_id: 1, data: '{' }]);
  await insertRows(db, 'remote_accounts', [{ platform: 'https://other.example', account: 'other' }]);
  await insertRows(db, 'remote_users', [{ account_id: 1, identity: 'els@other.example' }]);
  await insertRows(db, 'sign_in_failures', [{ sign_in_hash: 'a', failures: 3, last_failed_at: NOW_MS }]);
  await insertRows(db, 'sign_in_peers', [{ peer_hash: 'p', window_start: NOW_MS, attempts: 3 }]);
}
