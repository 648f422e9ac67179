import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getExample } from '../../../../electron/service/openapi/schema-collector.ts';
import { addEndpoint, requireAccessOfRoutes } from '../../../../electron/service/routes/add-endpoint.ts';
import type { Endpoint, ResponseOf } from '../../../../shared/contract/endpoint.ts';
import { listShops } from '../../../../shared/contract/shops.ts';
import { removeWebhook, replayDelivery, subscribeWebhook } from '../../../../shared/contract/webhooks.ts';
import { type BareService, startBareService } from '../../../support/bare-service.ts';
import type { Sending } from '../../../support/http-exchange.ts';

describe('a route', () => {
  it('that does not declare who may call it stops the start', () => {
    const app = Fastify();
    requireAccessOfRoutes(app);
    expect(() => app.get('/api/secret', async () => 'open')).toThrow('does not say who may call it');
  });

  it('of an endpoint has the properties of the contract', () => {
    const app = Fastify();
    requireAccessOfRoutes(app);
    const handler = () => ({ count: 0, total: 0, data: [] });
    expect(() => addEndpoint(app, listShops, handler)).not.toThrow();
    const { access: _, ...withoutAccess } = listShops;
    const undeclared: unknown = { ...withoutAccess, path: '/api/undeclared' };
    expect(() => addEndpoint(app, undeclared as typeof listShops, handler)).toThrow('who may call it');
  });
});

describe('a response', () => {
  let service: BareService;
  const calls: unknown[] = [];
  beforeAll(async () => {
    service = await startBareService((app) => {
      addEndpoint(app, subscribeWebhook, ({ headers, body }) => {
        calls.push({ headers, body });
        return { ...example(subscribeWebhook), url: body.url };
      });
      addEndpoint(app, removeWebhook, ({ id }) => {
        calls.push({ id });
        return null;
      });
      addEndpoint(app, replayDelivery, ({ id, deliveryId }) => {
        calls.push({ id, deliveryId });
        return example(replayDelivery);
      });
    });
  });
  beforeEach(() => calls.splice(0));
  afterAll(() => service.stop());

  const send = (method: string, target: string, sending: Sending = {}) =>
    service.send(method, target, { token: 'owner', ...sending });
  const subscription = { url: 'https://a.example/', events: ['order.updated'] };

  it('to a creation is 201, with the body of the contract', async () => {
    const { status, text } = await send('POST', subscribeWebhook.path, { body: subscription });
    expect(status).toBe(201);
    expect(JSON.parse(text)).toMatchObject({ id: 3, url: subscription.url });
  });

  it('to a started task is 202', async () => {
    expect((await send('POST', '/api/webhooks/3/deliveries/912/replay')).status).toBe(202);
  });

  it('without a body is 204, with neither type nor length', async () => {
    const { status, text, headers } = await send('DELETE', '/api/webhooks/3');
    expect([status, text]).toEqual([204, '']);
    expect(headers).not.toHaveProperty('content-type');
    expect(headers).not.toHaveProperty('content-length');
    expect(headers).not.toHaveProperty('transfer-encoding');
  });

  it('depends on both ids of the path', async () => {
    await send('POST', '/api/webhooks/3/deliveries/912/replay');
    await send('DELETE', '/api/webhooks/7');
    expect(calls).toEqual([{ id: 3, deliveryId: 912 }, { id: 7 }]);
  });

  it.each([
    '/api/webhooks/3/deliveries/x/replay',
    '/api/webhooks/x/deliveries/3/replay',
    '/api/webhooks/3/deliveries/1234567890123456/replay',
    '/api/webhooks/3/deliveries/-1/replay',
    '/api/webhooks/3/deliveries//replay',
  ])('is 404 if an id of the path is invalid: %s', async (target) => {
    expect((await send('POST', target)).status).toBe(404);
    expect(calls).toEqual([]);
  });

  it('depends on the headers that the endpoint declares', async () => {
    const headers = { 'idempotency-key': 'k1', 'x-other': 'no business of ours' };
    await send('POST', subscribeWebhook.path, { headers, body: subscription });
    await send('POST', subscribeWebhook.path, { body: subscription });
    expect(calls).toEqual([
      { headers: { 'idempotency-key': 'k1' }, body: subscription },
      { headers: {}, body: subscription },
    ]);
  });

  it('is 400 if a header is malformed', async () => {
    const headers = { 'idempotency-key': 'two words' };
    const { status, text } = await send('POST', subscribeWebhook.path, { headers, body: subscription });
    expect(status).toBe(400);
    expect(JSON.parse(text).message).toBe('Idempotency-Key has a character that is not allowed.');
  });
});

function example<E extends Endpoint>({ response }: E): ResponseOf<E> {
  return getExample(response) as ResponseOf<E>;
}
