import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { type FixtureService, startFixtureService } from '../support/fixture-service.ts';
import { type OlderDeployment, startOlderDeployment } from '../support/older-deployment.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { type RemoteService, startRemoteService } from '../support/remote-service.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';
import { SUBSCRIPTION } from '../support/subscribed-webhook.ts';

const isNewer = (path: string) => /\/delta$|\/webhooks|\/payment-providers$|\/product-sales$/.test(path);

let service: FixtureService;
let there: OlderDeployment;
let store: Store;
let here: RemoteService;
let token: string;
let caller: Caller;

beforeAll(async () => {
  service = await startFixtureService();
  there = await startOlderDeployment(service.port, isNewer);
  store = await openTestStore();
  here = await startRemoteService(store, there.address);
  token = await here.signIn(CREDENTIALS.owner);
  caller = await here.several.platform.signIn(CREDENTIALS.owner);
});
afterAll(async () => {
  await here.stop();
  await store.close();
  await there.stop();
  await service.stop();
});

describe('a service before an older deployment', () => {
  it('says what is lacking there as capabilities', async () => {
    expect(await here.several.platform.capabilitiesOf(caller)).toMatchObject({
      ...{ webhooks: 'none', feeds: [] },
      reports: ['financial', 'turnoverByDay', 'payments', 'dayClosing'],
    });
  });

  it.each([
    '/api/payment-providers',
    '/api/products/delta?since=2026-01-01T00:00:00Z',
    '/api/orders/delta?since=2026-01-01T00:00:00Z',
    '/api/reports/product-sales?from=2026-10-01',
  ])('answers %s by a 502 that names it, and does not ask for it there', async (target) => {
    const path = target.replace(/\?.*/, '');

    expect(await here.refusal('GET', target, { token })).toMatchObject({
      status: 502,
      message: `The platform does not offer ${path}.`,
    });
    expect(there.asked).not.toContain(`GET ${path}`);
  });

  it.each([
    ['GET', '/api/webhooks'],
    ['POST', '/api/webhooks'],
    ['GET', '/api/webhooks/1'],
    ['DELETE', '/api/webhooks/1'],
    ['POST', '/api/webhooks/1/enable'],
    ['POST', '/api/webhooks/1/ping'],
    ['POST', '/api/webhooks/1/rotate-secret'],
    ['GET', '/api/webhooks/1/deliveries'],
    ['POST', '/api/webhooks/1/deliveries/1/replay'],
  ])('answers %s %s by a 502 that says that there are no webhooks', async (method, path) => {
    const body = path === '/api/webhooks' && method === 'POST' ? { body: SUBSCRIPTION } : {};

    const { status, message } = await here.refusal(method, path, { token, ...body });

    expect(status).toBe(502);
    expect(message).toMatch(/offers? .*webhooks/);
    expect(there.asked.filter((asked) => asked.includes('/webhooks'))).toEqual([]);
  });

  it('reads everything else as it is there', async () => {
    const orders = { from: '2026-10-01', to: '2026-10-31' };
    const owner = { token: service.tokens.owner };
    expect(await here.read(listShops, { token })).toEqual(await service.read(listShops, owner));
    expect(await here.read(listProducts, { token })).toEqual(await service.read(listProducts, owner));
    expect(await here.read(listOrders, { token, query: orders })).toEqual(
      await service.read(listOrders, { ...owner, query: orders }),
    );
  });
});
