import { beforeEach, describe, expect, it } from 'vitest';
import type { NewWebhook } from '../../shared/contract/webhook-records.ts';
import { listWebhooks, removeWebhook, rotateWebhookSecret } from '../../shared/contract/webhooks.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { exchangeRaw } from '../support/http-exchange.ts';
import { LOCATION, USER } from '../support/shop-fixture.ts';
import { RECEIVER, SUBSCRIPTION, subscribeTestWebhook } from '../support/subscribed-webhook.ts';
import { openPerTest } from '../support/test-scope.ts';

const KEY = { 'idempotency-key': 'accountant-2026' };

const service = openPerTest(startFixtureService);
let token: string;
beforeEach(() => {
  token = service.tokens.owner;
});

const subscribe = (headers: Readonly<Record<string, string>> = KEY, given = {}): Promise<NewWebhook> =>
  subscribeTestWebhook(service, token, given, headers);
const refused = (headers: Readonly<Record<string, string>>, body: unknown = SUBSCRIPTION) =>
  service.refusal('POST', '/api/webhooks', { token, headers, body });
const countWebhooks = async () => (await service.read(listWebhooks, { token })).total;

describe('an Idempotency-Key', () => {
  it('returns the same answer again, including the secret, without a second webhook', async () => {
    const first = await subscribe();
    expect(await subscribe()).toEqual(first);
    expect(await countWebhooks()).toBe(1);
  });

  it('creates one webhook for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => subscribe()));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await countWebhooks()).toBe(1);
  });

  it('compares the meaning of the body, not its spelling', async () => {
    const first = await subscribe();
    const events = '["product.updated",  "order.updated"]';
    const written = `{"description":"","events":${events},\n"url":${JSON.stringify(RECEIVER)}}`;
    const again = await service.send('POST', '/api/webhooks', { token, headers: KEY, body: written });
    expect([again.status, JSON.parse(again.text)]).toEqual([201, first]);
  });

  it.each([{ description: 'another' }, { events: ['order.updated'] }, { url: `${RECEIVER}2` }])(
    'is refused with %j, another body',
    async (change) => {
      await subscribe();
      const { status, message } = await refused(KEY, { ...SUBSCRIPTION, ...change });
      expect([status, message]).toEqual([400, 'Idempotency-Key was used with another body: use a different key.']);
      expect(await countWebhooks()).toBe(1);
    },
  );

  it('is not used up by a refused request', async () => {
    await refused(KEY, { ...SUBSCRIPTION, url: 'http://hooks.receiver.example/' });
    await subscribe();
    expect(await countWebhooks()).toBe(1);
  });

  it('returns the same answer after a rotation and a removal', async () => {
    const first = await subscribe();
    await service.call(rotateWebhookSecret, { token, id: first.id });
    expect(await subscribe()).toEqual(first);
    await service.call(removeWebhook, { token, id: first.id });
    expect(await subscribe()).toEqual(first);
    expect(await countWebhooks()).toBe(0);
  });

  it('does not return an earlier answer to a user who has been locked since', async () => {
    const first = await subscribe();
    const lock = { locked_location_id: LOCATION.utrecht };
    await service.store.db.updateTable('users').set(lock).where('id', '=', USER.owner).execute();
    expect((await subscribe()).id).not.toBe(first.id);
  });

  it.each([
    ['same', 'same'],
    ['one', 'other'],
  ])('is refused if it is sent twice, as %s and %s', async (...keys) => {
    const body = JSON.stringify(SUBSCRIPTION);
    const head = [
      'POST /api/webhooks HTTP/1.1',
      `Host: 127.0.0.1:${service.port}`,
      `Authorization: Bearer ${token}`,
      ...keys.map((key) => `Idempotency-Key: ${key}`),
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    expect(await exchangeRaw(service.port, `${head.join('\r\n')}\r\n\r\n${body}`)).toMatch(/^HTTP\/1.1 400 /);
    expect(await countWebhooks()).toBe(0);
  });

  it('cannot be replayed once the secret key of the data folder has changed', async () => {
    await subscribe();
    await service.store.db.updateTable('webhook_idempotency').set({ sealed_answer: 'v1.AAAA' }).execute();
    expect(await refused(KEY)).toMatchObject({ status: 400, message: expect.stringMatching(/use a different key/) });
  });
});
