import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_PINGS_PER_MINUTE } from '../../shared/contract/webhook-records.ts';
import {
  enableWebhook,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  pingWebhook,
  readWebhook,
  removeWebhook,
  replayDelivery,
  retryDelivery,
  rotateWebhookSecret,
  updateWebhook,
} from '../../shared/contract/webhooks.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { startRemoteService } from '../support/remote-service.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';
import { subscribeTestWebhook } from '../support/subscribed-webhook.ts';
import { openPerFile } from '../support/test-scope.ts';
import { insertDelivery } from '../support/webhook-rows.ts';

let id: number;

const there = await openPerFile(startFixtureService);
const store = await openPerFile(openTestStore);
const here = await openPerFile(() => startRemoteService(store, `http://127.0.0.1:${there.port}`));
const token = await here.signIn(CREDENTIALS.owner);

beforeEach(async () => {
  ({ id } = await subscribeTestWebhook(here, token));
});
const thereAs = () => ({ token: there.tokens.owner, id });
const disabledThere = () =>
  there.store.db
    .updateTable('webhooks')
    .set({ disabled_reason: 'gone', disabled_at: 1 })
    .where('id', '=', id)
    .execute();

describe('a webhook at another deployment', () => {
  it('is enabled there', async () => {
    await disabledThere();
    expect(await here.read(readWebhook, { token, id })).toMatchObject({ status: 'disabled' });

    const enabled = await here.call(enableWebhook, { token, id });

    expect(enabled).toMatchObject({ id, status: 'active' });
    expect(await there.read(readWebhook, thereAs())).toEqual(enabled);
  });

  it('is changed and paused there', async () => {
    const body = { url: 'https://other.receiver.example/', events: ['order.updated' as const], description: 'Kassa' };
    expect(await here.call(updateWebhook, { token, id, body })).toMatchObject(body);
    const paused = await here.call(pauseWebhook, { token, id });
    expect(paused).toMatchObject({ ...body, disabled_reason: 'paused' });
    expect(await there.read(readWebhook, thereAs())).toEqual(paused);
  });

  it('has a pending delivery attempted there', async () => {
    const later = { status: 'pending', next_attempt_at: Date.parse('2027-01-01T12:00:00Z') } as const;
    const { id: deliveryId } = await insertDelivery(there.store.db, id, later);
    const due = await here.call(retryDelivery, { token, id, deliveryId });
    expect(Date.parse(due.next_attempt_at ?? '')).toBeLessThan(later.next_attempt_at);
  });

  it('is pinged there, within the limit of that deployment, whose 429 has the time to wait', async () => {
    for (let pings = 0; pings < MAX_PINGS_PER_MINUTE; pings += 1) await here.call(pingWebhook, { token, id });

    const { status, headers } = await here.send('POST', pingWebhook.path.replace('{id}', String(id)), { token });

    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await there.read(listDeliveries, thereAs())).toMatchObject({ total: MAX_PINGS_PER_MINUTE });
  });

  it('has a delivery replayed there', async () => {
    const { id: first } = await insertDelivery(there.store.db, id, { status: 'failed' });

    const replay = await here.call(replayDelivery, { token, id, deliveryId: first });

    expect(replay).toMatchObject({ webhook_id: id, replay_of: first });
    expect(await there.read(listDeliveries, { ...thereAs(), query: { sort: '-id', limit: 1 } })).toMatchObject({
      data: [replay],
    });
  });

  it('lists deliveries there by page, status and order', async () => {
    for (const status of ['delivered', 'failed', 'failed'] as const) {
      await insertDelivery(there.store.db, id, { status });
    }
    const query = { status: 'failed', sort: '-id', start: 1, limit: 1 } as const;

    const page = await here.read(listDeliveries, { token, id, query });

    expect(page).toMatchObject({ start: 1, limit: 1, count: 1, total: 2 });
    expect(page).toEqual(await there.read(listDeliveries, { ...thereAs(), query }));
  });

  it('gets a new secret there; a third one too early is refused with the message from there', async () => {
    const rotated = await here.call(rotateWebhookSecret, { token, id });
    const path = rotateWebhookSecret.path.replace('{id}', String(id));

    expect(rotated.secret).toMatch(/^whsec_/);
    expect(await here.refusal('POST', path, { token })).toMatchObject({
      status: 400,
      message: expect.stringContaining(`Webhook ${id} has two secrets until`),
    });
  });

  it('returns a 404 for every operation once it is removed there', async () => {
    await here.call(removeWebhook, { token, id });
    const at = (path: string) => path.replace('{id}', String(id)).replace('{delivery_id}', '1');
    const calls = [enableWebhook, pingWebhook, rotateWebhookSecret, replayDelivery, listDeliveries, removeWebhook];

    for (const { method, path } of calls) {
      expect((await here.send(method, at(path), { token })).status).toBe(404);
    }
    expect((await there.read(listWebhooks, thereAs())).data.map((webhook) => webhook.id)).not.toContain(id);
  });

  it('is refused to a user without the right there', async () => {
    const staff = await here.signIn(CREDENTIALS.staff);

    expect(await here.refusal('GET', listWebhooks.path, { token: staff })).toMatchObject({ status: 403 });
  });
});
