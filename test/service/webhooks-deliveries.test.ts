import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Delivery,
  MAX_DELIVERIES,
  MAX_PINGS_PER_MINUTE,
  MAX_REPLAYS_PER_MINUTE,
} from '../../shared/contract/webhook-records.ts';
import {
  listDeliveries,
  pingWebhook,
  readWebhook,
  replayDelivery,
  retryDelivery,
} from '../../shared/contract/webhooks.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { subscribeTestWebhook } from '../support/subscribed-webhook.ts';
import { openPerTest } from '../support/test-scope.ts';
import { insertAttempt, insertDelivery } from '../support/webhook-rows.ts';

const DISABLED = { disabled_reason: 'gone', disabled_at: 1 } as const;

const service = openPerTest(startFixtureService);
let token: string;
let id: number;
beforeEach(async () => {
  token = service.tokens.owner;
  ({ id } = await subscribeTestWebhook(service, token));
});

const disable = () => service.store.db.updateTable('webhooks').set(DISABLED).where('id', '=', id).execute();
const ids = ({ data }: { data: readonly Delivery[] }) => data.map((delivery) => delivery.id);

describe('GET /api/webhooks/{id}/deliveries', () => {
  const list = (query = {}) => service.read(listDeliveries, { token, id, query });

  it('lists deliveries by id, with each attempt, oldest first', async () => {
    const { id: first } = await insertDelivery(service.store.db, id, { message_id: 'msg_a', event_count: 3 });
    await insertDelivery(service.store.db, (await subscribeTestWebhook(service, token)).id);
    const { id: second } = await insertDelivery(service.store.db, id, {
      status: 'pending',
      next_attempt_at: 1_000_000,
    });
    for (const [delivery, number] of [
      [second, 3],
      [first, 2],
      [second, 2],
    ] as const) {
      await insertAttempt(service.store.db, delivery, number);
    }
    const page = await list();
    expect(page).toMatchObject({ start: 0, limit: 100, count: 2, total: 2 });
    expect(page.data[0]).toEqual({
      id: first,
      webhook_id: id,
      message_id: 'msg_a',
      kind: 'batch',
      status: 'delivered',
      created_at: '1970-01-01T01:00:02+01:00',
      next_attempt_at: null,
      event_count: 3,
      replay_of: null,
      body: '{"type":"batch"}',
      attempts: [1, 2].map((number) => ({
        number,
        at: '1970-01-01T01:00:03+01:00',
        status: 204,
        failure: null,
        duration_ms: 12,
        answer: `answer ${number}`,
      })),
    });
    expect(page.data[1]).toMatchObject({
      ...{ id: second, next_attempt_at: '1970-01-01T01:16:40+01:00', status: 'pending' },
      attempts: [{ number: 1 }, { number: 2 }, { number: 3 }],
    });
  });

  it('can be read page by page, by status, newest first', async () => {
    for (const status of ['delivered', 'failed', 'delivered', 'failed'] as const) {
      await insertDelivery(service.store.db, id, { status });
    }
    expect(ids(await list({ start: 1, limit: 2 }))).toEqual([2, 3]);
    expect(ids(await list({ sort: '-id', limit: 3 }))).toEqual([4, 3, 2]);
    expect(ids(await list({ status: 'failed', sort: '-id' }))).toEqual([4, 2]);
    expect(await list({ status: 'failed' })).toMatchObject({ total: 2, count: 2 });
    expect(await list({ status: 'pending' })).toMatchObject({ total: 0, data: [] });
    expect(await list({ start: 4 })).toMatchObject({ total: 4, data: [] });
    expect(await list({ limit: 1_000 })).toMatchObject({ limit: MAX_DELIVERIES });
  });

  it.each(['status=new', 'sort=created_at', 'limit=0', 'start=-1', 'kind=ping', 'status=failed&status=failed'])(
    'refuses %s',
    async (query) => {
      const target = `/api/webhooks/${id}/deliveries?${query}`;
      const { status, message } = await service.refusal('GET', target, { token });
      expect(status).toBe(400);
      expect(message).toContain(query.split('=')[0]);
    },
  );
});

describe('POST /api/webhooks/{id}/ping', () => {
  const ping = () => service.call(pingWebhook, { token, id });

  it('returns the delivery with its outcome', async () => {
    const delivery = await ping();
    expect(delivery).toMatchObject({ kind: 'ping', status: 'delivered', replay_of: null, webhook_id: id });
    expect(delivery.attempts).toMatchObject([{ number: 1, status: 204, failure: null }]);
    expect(ids(await service.read(listDeliveries, { token, id }))).toEqual([delivery.id]);
    expect(service.webhooks.sender.sent.map(({ body }) => body)).toEqual([delivery.body]);
  });

  it('works for a disabled webhook, and leaves it disabled', async () => {
    await disable();
    await ping();
    expect(await service.read(readWebhook, { token, id })).toMatchObject({ status: 'disabled' });
  });

  it(`allows ${MAX_PINGS_PER_MINUTE} a minute for each webhook, no matter who asks`, async () => {
    const { id: other } = await subscribeTestWebhook(service, token);
    for (let pings = 0; pings < MAX_PINGS_PER_MINUTE; pings += 1) {
      await ping();
      service.clock.advance(1_000);
    }
    const answer = await service.send('POST', `/api/webhooks/${id}/ping`, { token: service.tokens.accountant });
    expect(answer).toMatchObject({
      status: 429,
      headers: {
        'retry-after': '54',
        'ratelimit-policy': '"webhook-ping";q=6;w=60',
        ratelimit: '"webhook-ping";r=0;t=54',
      },
    });
    expect(service.webhooks.sender.sent).toHaveLength(MAX_PINGS_PER_MINUTE);
    await service.call(pingWebhook, { token, id: other });

    service.clock.advance(53_999);
    expect((await service.send('POST', `/api/webhooks/${id}/ping`, { token })).headers['retry-after']).toBe('1');
    service.clock.advance(1);
    await ping();
    expect((await service.refusal('POST', `/api/webhooks/${id}/ping`, { token })).status).toBe(429);
  });

  it('does not count pings of missing webhooks', async () => {
    const foreign = { token: service.tokens.beta };
    for (let pings = 0; pings < 10; pings += 1) {
      expect((await service.refusal('POST', `/api/webhooks/${id}/ping`, foreign)).status).toBe(404);
    }
    await ping();
  });

  it('works after the clock was set back', async () => {
    const { id: own } = await subscribeTestWebhook(service, token);
    for (let pings = 0; pings < MAX_PINGS_PER_MINUTE; pings += 1) await service.call(pingWebhook, { token, id: own });
    service.clock.advance(-3_600_000);
    await service.call(pingWebhook, { token: await service.signIn(OWNER), id: own });
  });
});

const OWNER = { account: 'alpha', email: 'owner@alpha.example', password: 'fixture-password' };

const replay = (deliveryId: number) => service.call(replayDelivery, { token, id, deliveryId });
const replayPath = (deliveryId: number) => `/api/webhooks/${id}/deliveries/${deliveryId}/replay`;
const refused = (deliveryId: number) => service.refusal('POST', replayPath(deliveryId), { token });

describe('a user who fills the store and floods a receiver with replays', () => {
  const endAll = () =>
    service.store.db
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', next_attempt_at: null, ended_at: service.clock.now() })
      .where('status', '=', 'pending')
      .execute();

  it('gets one pending replay of a delivery, however many are requested concurrently, and from whichever earlier replay', async () => {
    const first = await insertDelivery(service.store.db, id);
    const second = await insertDelivery(service.store.db, id, { replay_of: first.id });
    const asked = Array.from({ length: 20 }, (_, n) => replayPath(n % 2 === 0 ? first.id : second.id));
    const answers = await Promise.all(asked.map((path) => service.send('POST', path, { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(19).fill(400)]);
    expect(await service.read(listDeliveries, { token, id })).toMatchObject({ total: 3 });
    expect(await refused(first.id)).toMatchObject({
      status: 400,
      message: `Delivery ${first.id} is being delivered once more: ${second.id + 1} is still pending.`,
    });
  });

  it('gets none while the original delivery is pending again', async () => {
    const first = await insertDelivery(service.store.db, id, { status: 'pending', next_attempt_at: 9 });
    const second = await insertDelivery(service.store.db, id, { replay_of: first.id });
    expect((await refused(second.id)).status).toBe(400);
  });

  it(`gets ${MAX_REPLAYS_PER_MINUTE} a minute for each webhook, no matter who asks and however they end`, async () => {
    const made = [];
    for (let n = 0; n <= MAX_REPLAYS_PER_MINUTE; n += 1) made.push(await insertDelivery(service.store.db, id));
    for (const { id: deliveryId } of made.slice(1)) {
      await replay(deliveryId);
      await endAll();
      service.clock.advance(1_000);
    }
    const first = made[0]?.id ?? 0;
    const answer = await service.send('POST', replayPath(first), { token: service.tokens.accountant });
    expect(answer).toMatchObject({
      status: 429,
      headers: {
        'retry-after': '30',
        'ratelimit-policy': '"webhook-replay";q=30;w=60',
        ratelimit: '"webhook-replay";r=0;t=30',
      },
    });
    service.clock.advance(30_000);
    await replay(first);
  });

  it('cannot continue with pings, which have a separate limit', async () => {
    const { id: deliveryId } = await service.call(pingWebhook, { token, id });
    expect(await refused(deliveryId)).toMatchObject({
      status: 400,
      message: `Delivery ${deliveryId} is a ping, which cannot be replayed: ping again.`,
    });
  });
});

describe('POST /api/webhooks/{id}/deliveries/{delivery_id}/replay', () => {
  it.each(['delivered', 'failed'] as const)('makes another delivery of one that was %s', async (status) => {
    const first = await insertDelivery(service.store.db, id, { status, message_id: 'msg_a', event_count: 4 });
    const further = await replay(first.id);
    expect(further).toMatchObject({
      webhook_id: id,
      message_id: 'msg_a',
      kind: 'batch',
      status: 'pending',
      created_at: '2026-11-21T13:00:00+01:00',
      next_attempt_at: '2026-11-21T13:00:00+01:00',
      event_count: 4,
      replay_of: first.id,
      body: first.body,
      attempts: [],
    });
    expect(further.id).not.toBe(first.id);
    expect(ids(await service.read(listDeliveries, { token, id }))).toEqual([first.id, further.id]);
  });

  it('names the original delivery of repeated replays', async () => {
    const first = await insertDelivery(service.store.db, id);
    const second = await insertDelivery(service.store.db, id, { replay_of: first.id });
    expect((await replay(second.id)).replay_of).toBe(first.id);
  });

  it('returns a 400 while the delivery is pending', async () => {
    const pending = await insertDelivery(service.store.db, id, { status: 'pending', next_attempt_at: 9 });
    expect(await refused(pending.id)).toMatchObject({
      status: 400,
      message: `Delivery ${pending.id} is still pending.`,
    });
  });

  it('returns a 400 while the webhook is disabled', async () => {
    const { id: deliveryId } = await insertDelivery(service.store.db, id);
    await disable();
    expect(await refused(deliveryId)).toMatchObject({
      status: 400,
      message: `Webhook ${id} is disabled: enable it first.`,
    });
    expect(await service.read(listDeliveries, { token, id })).toMatchObject({ total: 1 });
  });

  it('returns a 404 for the delivery of another webhook of the account, and for a missing one', async () => {
    const { id: other } = await subscribeTestWebhook(service, token);
    const { id: ofOther } = await insertDelivery(service.store.db, other);
    for (const deliveryId of [ofOther, ofOther + 1]) {
      expect(await refused(deliveryId)).toMatchObject({ status: 404, message: `There is no delivery ${deliveryId}.` });
    }
  });
});

describe('POST /api/webhooks/{id}/deliveries/{delivery_id}/retry', () => {
  const HOUR_MS = 3_600_000;
  const retry = (deliveryId: number) => service.call(retryDelivery, { token, id, deliveryId });
  const refusedRetry = (deliveryId: number) =>
    service.refusal('POST', `/api/webhooks/${id}/deliveries/${deliveryId}/retry`, { token });
  const insertWaiting = () =>
    insertDelivery(service.store.db, id, { status: 'pending', next_attempt_at: service.clock.now() + HOUR_MS });

  it('makes the next attempt due now', async () => {
    const { id: deliveryId } = await insertWaiting();
    expect(await retry(deliveryId)).toMatchObject({
      id: deliveryId,
      status: 'pending',
      next_attempt_at: '2026-11-21T13:00:00+01:00',
      replay_of: null,
    });
  });

  it('returns a 400 for one that has ended, and while the webhook is disabled', async () => {
    const { id: ended } = await insertDelivery(service.store.db, id, { status: 'failed' });
    expect(await refusedRetry(ended)).toMatchObject({
      status: 400,
      message: `Delivery ${ended} has ended: replay it.`,
    });
    const { id: waiting } = await insertWaiting();
    await disable();
    expect((await refusedRetry(waiting)).status).toBe(400);
  });

  it('returns a 404 for the delivery of another webhook', async () => {
    const { id: other } = await subscribeTestWebhook(service, token);
    const { id: ofOther } = await insertDelivery(service.store.db, other);
    expect((await refusedRetry(ofOther)).status).toBe(404);
  });
});
