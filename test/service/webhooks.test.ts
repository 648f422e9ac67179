import { beforeEach, describe, expect, it } from 'vitest';
import {
  enableWebhook,
  listWebhooks,
  pauseWebhook,
  pingWebhook,
  readWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '../../shared/contract/webhooks.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { CREDENTIALS, LOCATION, USER } from '../support/shop-fixture.ts';
import { subscribeTestWebhook } from '../support/subscribed-webhook.ts';
import { openPerTest } from '../support/test-scope.ts';
import { insertDelivery } from '../support/webhook-rows.ts';

const DAY_MS = 86_400_000;
const DISABLED_AT = Date.parse('2026-11-21T11:00:00Z');

const service = openPerTest(startFixtureService);
let token: string;
let id: number;
let secret: string;
beforeEach(async () => {
  token = service.tokens.owner;
  ({ id, secret } = await subscribeTestWebhook(service, token, { description: 'Boekhouder' }));
});

const read = () => service.read(readWebhook, { token, id });
const disable = (of: number) =>
  service.store.db
    .updateTable('webhooks')
    .set({ disabled_reason: 'failing', disabled_at: DISABLED_AT, failing_since: DISABLED_AT - 60_000 })
    .where('id', '=', of)
    .execute();

describe('GET /api/webhooks', () => {
  it('lists all webhooks of the account by id', async () => {
    const second = await subscribeTestWebhook(service, service.tokens.accountant);
    await subscribeTestWebhook(service, service.tokens.beta);
    const { data, count, total } = await service.read(listWebhooks, { token });
    expect(data.map((webhook) => webhook.id)).toEqual([id, second.id]);
    expect([count, total]).toEqual([2, 2]);
    expect(await service.read(listWebhooks, { token: service.tokens.accountant })).toMatchObject({ total: 2 });
  });
});

describe('GET /api/webhooks/{id}', () => {
  it('returns the health of a new one', async () => {
    expect(await read()).toEqual({
      id,
      url: 'https://hooks.receiver.example/tilldesk',
      events: ['order.updated', 'product.updated'],
      description: 'Boekhouder',
      created_at: '2026-11-21T13:00:00+01:00',
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      last_success_at: null,
      pending: 0,
      old_secret_until: null,
    });
  });

  it('returns why and when it was disabled, since when it fails, its last success and its pending deliveries', async () => {
    await disable(id);
    const last_success_at = DISABLED_AT - DAY_MS;
    await service.store.db.updateTable('webhooks').set({ last_success_at }).where('id', '=', id).execute();
    await insertDelivery(service.store.db, id, { status: 'pending', next_attempt_at: DISABLED_AT });
    expect(await read()).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failing',
      disabled_at: '2026-11-21T12:00:00+01:00',
      failing_since: '2026-11-21T11:59:00+01:00',
      last_success_at: '2026-11-20T12:00:00+01:00',
      pending: 1,
    });
  });

  it('returns a 404 that names the id for a missing one', async () => {
    expect(await service.refusal('GET', '/api/webhooks/99', { token })).toMatchObject({
      status: 404,
      message: 'There is no webhook 99.',
    });
  });
});

describe('POST /api/webhooks/{id}', () => {
  const positions = () =>
    service.store.db
      .selectFrom('webhook_positions')
      .select(['event', 'position'])
      .where('webhook_id', '=', id)
      .orderBy('event')
      .execute();
  const changed = { url: 'https://other.receiver.example/hook', events: ['product.updated' as const] };

  it('replaces address, events and description, and keeps the secret', async () => {
    const sealed = () =>
      service.store.db.selectFrom('webhooks').select('sealed_secret').where('id', '=', id).executeTakeFirstOrThrow();
    const before = await sealed();
    const answer = await service.call(updateWebhook, { token, id, body: changed });
    expect(answer).toMatchObject({ id, ...changed, description: '', status: 'active' });
    expect(await read()).toEqual(answer);
    expect(await sealed()).toEqual(before);
  });

  it('keeps the position of events that stay, forgets those that go, and starts new ones now', async () => {
    const db = service.store.db;
    await db.updateTable('webhook_positions').set({ position: 'as it was' }).where('webhook_id', '=', id).execute();
    await service.call(updateWebhook, { token, id, body: changed });
    expect(await positions()).toEqual([{ event: 'product.updated', position: 'as it was' }]);
    await service.call(updateWebhook, {
      token,
      id,
      body: { ...changed, events: ['order.updated', 'product.updated'] },
    });
    expect(await positions()).toEqual([
      { event: 'order.updated', position: expect.not.stringMatching('as it was') },
      { event: 'product.updated', position: 'as it was' },
    ]);
  });

  it('refuses an address that is not public, and changes nothing', async () => {
    const before = await read();
    const body = { ...changed, url: 'https://localhost/' };
    expect(await service.refusal('POST', `/api/webhooks/${id}`, { token, body })).toMatchObject({ status: 400 });
    expect(await read()).toEqual(before);
  });

  it('returns a 404 for one of another account, which does not change', async () => {
    const before = await read();
    const beta = { token: service.tokens.beta, body: changed };
    expect(await service.refusal('POST', `/api/webhooks/${id}`, beta)).toMatchObject({ status: 404 });
    expect(await read()).toEqual(before);
  });
});

describe('POST /api/webhooks/{id}/pause', () => {
  it('disables it as paused, and enabling it delivers what was pending', async () => {
    const waiting = { status: 'pending', next_attempt_at: Date.parse('2026-12-01T12:00:00Z') } as const;
    await insertDelivery(service.store.db, id, waiting);
    const paused = await service.call(pauseWebhook, { token, id });
    expect(paused).toMatchObject({ status: 'disabled', disabled_reason: 'paused', pending: 1 });
    expect(await service.call(enableWebhook, { token, id })).toMatchObject({
      status: 'active',
      disabled_reason: null,
      pending: 1,
    });
  });

  it('does not change one that is disabled for another reason', async () => {
    await disable(id);
    const before = await read();
    expect(await service.call(pauseWebhook, { token, id })).toEqual(before);
  });
});

describe('DELETE /api/webhooks/{id}', () => {
  it('returns a 204 without a body and removes its delivery log', async () => {
    await insertDelivery(service.store.db, id);
    const answer = await service.send('DELETE', `/api/webhooks/${id}`, { token });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await service.refusal('GET', `/api/webhooks/${id}`, { token })).status).toBe(404);
    expect((await service.refusal('GET', `/api/webhooks/${id}/deliveries`, { token })).status).toBe(404);
    expect((await service.refusal('DELETE', `/api/webhooks/${id}`, { token })).status).toBe(404);
    expect(await service.store.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
  });
});

describe('POST /api/webhooks/{id}/enable', () => {
  it('activates a disabled one and retries the deliveries abandoned since', async () => {
    const db = service.store.db;
    await disable(id);
    const before = { status: 'failed', ended_at: DISABLED_AT - 1 } as const;
    const since = { status: 'failed', ended_at: DISABLED_AT } as const;
    await insertDelivery(db, id, before);
    const { id: givenUp } = await insertDelivery(db, id, since);
    expect(await service.call(enableWebhook, { token, id })).toMatchObject({
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
      pending: 1,
    });
    const pending = await db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'pending').execute();
    expect(pending).toEqual([{ id: givenUp }]);
  });

  it.each([
    ['may no longer sign in', { is_active: 0 as const }],
    ['is no longer an owner or accountant', { roles: 'staff' }],
    ['sees other locations than when subscribing', { locked_location_id: LOCATION.utrecht }],
  ])('is refused if the user who subscribed it %s, no matter who asks', async (reason, changed) => {
    const db = service.store.db;
    await disable(id);
    await insertDelivery(db, id, { status: 'failed', ended_at: DISABLED_AT });
    await db.updateTable('users').set(changed).where('id', '=', USER.owner).execute();
    const colleague = { token: service.tokens.accountant };
    expect(await service.refusal('POST', `/api/webhooks/${id}/enable`, colleague)).toMatchObject({
      status: 400,
      message: `Webhook ${id} stays disabled: the user who subscribed it ${reason}.`,
    });
    expect(await service.read(readWebhook, { ...colleague, id })).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failing',
      pending: 0,
    });
  });

  it('depends on the rights of the subscriber, not on those of the colleague who asks', async () => {
    const db = service.store.db;
    const lock = { locked_location_id: LOCATION.utrecht };
    await db.updateTable('users').set(lock).where('id', '=', USER.accountant).execute();
    const locked = await subscribeTestWebhook(service, service.tokens.accountant);
    await disable(locked.id);
    expect(await service.call(enableWebhook, { token, id: locked.id })).toMatchObject({ status: 'active' });
  });

  it('has no effect on an active one', async () => {
    await insertDelivery(service.store.db, id, { status: 'failed', ended_at: DISABLED_AT });
    const before = await read();
    expect(await service.call(enableWebhook, { token, id })).toEqual(before);
  });

  it('keeps its position in the feeds', async () => {
    const positions = () => service.store.db.selectFrom('webhook_positions').selectAll().execute();
    const before = await positions();
    await disable(id);
    await service.call(enableWebhook, { token, id });
    expect(await positions()).toEqual(before);
  });
});

describe('POST /api/webhooks/{id}/rotate-secret', () => {
  const rotate = () => service.call(rotateWebhookSecret, { token, id });
  const signInAgain = async () => {
    token = await service.signIn(CREDENTIALS.owner);
  };

  it('returns a new secret and until when the old one also signs', async () => {
    const rotated = await rotate();
    expect(rotated).toEqual({
      id,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      old_secret_until: '2026-11-22T13:00:00+01:00',
    });
    expect(rotated.secret).not.toBe(secret);
    expect((await read()).old_secret_until).toBe('2026-11-22T13:00:00+01:00');
  });

  it('returns a 400 for a second call within 24 hours', async () => {
    await rotate();
    service.clock.advance(DAY_MS - 1);
    await signInAgain();
    expect(await service.refusal('POST', `/api/webhooks/${id}/rotate-secret`, { token })).toMatchObject({
      status: 400,
      message: `Webhook ${id} has two secrets until 2026-11-22T13:00:00+01:00: rotate it again after that.`,
    });
    service.clock.advance(1);
    expect((await read()).old_secret_until).toBeNull();
    await rotate();
  });

  it('allows one of several concurrent requests', async () => {
    const send = () => service.send('POST', `/api/webhooks/${id}/rotate-secret`, { token });
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400, 400]);
  });

  it('replaces an unreadable secret immediately', async () => {
    await rotate();
    await service.store.db.updateTable('webhooks').set({ sealed_secret: 'v1.AAAA' }).execute();
    expect(await service.call(pingWebhook, { token, id })).toMatchObject({
      status: 'failed',
      attempts: [{ status: null, failure: 'secret_unreadable' }],
    });
    expect(await rotate()).toMatchObject({ old_secret_until: null });
    expect(await service.call(pingWebhook, { token, id })).toMatchObject({ status: 'delivered' });
    expect((await read()).old_secret_until).toBeNull();
  });

  it('works for a disabled one too', async () => {
    await disable(id);
    await rotate();
    expect(await read()).toMatchObject({ status: 'disabled' });
  });
});
