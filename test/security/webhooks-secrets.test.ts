import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../electron/store/open-store.ts';
import {
  listDeliveries,
  listWebhooks,
  pingWebhook,
  readWebhook,
  replayDelivery,
  rotateWebhookSecret,
} from '../../shared/contract/webhooks.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { CALLER, seedFixtureShop } from '../support/shop-fixture.ts';
import { SUBSCRIPTION, subscribeTestWebhook } from '../support/subscribed-webhook.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { insertDelivery } from '../support/webhook-rows.ts';
import { SECRET_KEY } from '../support/webhooks-under-test.ts';

const KEY = 'canary-idempotency-key-4f1d';

/** Every form in which a secret could be written: as text, as bytes, and in other encodings. */
function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const texts = [secret, secret.slice('whsec_'.length), bytes.toString('hex'), bytes.toString('base64url')];
  return [bytes, ...texts.map((text) => Buffer.from(text))];
}

async function startOnFile() {
  const file = join(createTemporaryFolder(), 'store.db');
  const store = await openStore({ file });
  await seedFixtureShop(store.db);
  await store.close();
  const service = await startFixtureService({ file });
  onTestFinished(service.stop);
  const readStore = () =>
    Buffer.concat([file, `${file}-wal`, `${file}-shm`].filter(existsSync).map((name) => readFileSync(name)));
  return { service, readStore };
}

describe('a reader of the store, the log, the journal and every answer', () => {
  it('finds no webhook secret except in the two answers that contain it', async () => {
    const { service, readStore } = await startOnFile();
    const token = service.tokens.owner;
    const first = await subscribeTestWebhook(service, token, {}, { 'idempotency-key': KEY });
    const second = await service.call(rotateWebhookSecret, { token, id: first.id });
    const secrets = [first.secret, second.secret];
    expect(new Set(secrets).size).toBe(2);

    await service.call(pingWebhook, { token, id: first.id });
    const { id: deliveryId } = await insertDelivery(service.store.db, first.id);
    const answers = [
      await service.read(listWebhooks, { token }),
      await service.read(readWebhook, { token, id: first.id }),
      await service.call(replayDelivery, { token, id: first.id, deliveryId }),
      await service.read(listDeliveries, { token, id: first.id }),
      await service.refusal('POST', `/api/webhooks/${first.id}/rotate-secret`, { token }),
      await service.refusal('POST', '/api/webhooks', {
        token,
        headers: { 'idempotency-key': KEY },
        body: { ...SUBSCRIPTION, description: 'another' },
      }),
    ];
    const journal = service.journal.read({ reader: CALLER.owner, after: 0 });
    const path = `/api/webhooks/${first.id}`;
    const places: ReadonlyArray<readonly [name: string, content: Buffer, present: string]> = [
      ['store', readStore(), first.url],
      ['answers', Buffer.from(JSON.stringify(answers)), first.url],
      ['journal', Buffer.from(JSON.stringify(journal)), path],
      ['log', Buffer.from(JSON.stringify(service.records)), path],
    ];
    for (const [name, content, present] of places) {
      expect(content.includes(present), `${present} in ${name}`).toBe(true);
      for (const form of [...secrets.flatMap(formsOf), Buffer.from(KEY), Buffer.from(SECRET_KEY)]) {
        expect(content.includes(form), `${form} in ${name}`).toBe(false);
      }
    }
  });
});
