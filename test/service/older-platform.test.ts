import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer as readBody } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { listOrders } from '../../shared/contract/orders.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { readOpenApi } from '../../shared/contract/service.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { startRemoteService } from '../support/remote-service.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';
import { SUBSCRIPTION } from '../support/subscribed-webhook.ts';
import { openPerFile } from '../support/test-scope.ts';

const HOST = '127.0.0.1';
/** Headers that a relay decides itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['connection', 'content-length', 'keep-alive', 'host']);
const isNewer = (path: string) => /\/delta$|\/webhooks|\/payment-providers$|\/product-sales$/.test(path);

const service = await openPerFile(startFixtureService);
const there = await openPerFile(() => startOlderDeployment(service.port, isNewer));
const store = await openPerFile(openTestStore);
const here = await openPerFile(() => startRemoteService(store, there.address));
const token = await here.signIn(CREDENTIALS.owner);
const caller = await here.several.platform.signIn(CREDENTIALS.owner);

describe('a service connected to an older deployment', () => {
  it('lists what that deployment lacks as capabilities', async () => {
    expect(await here.several.platform.getCapabilities(caller)).toMatchObject({
      ...{ webhooks: 'none', feeds: [] },
      reports: ['financial', 'turnoverByDay', 'payments', 'dayClosing'],
    });
  });

  it.each([
    '/api/payment-providers',
    '/api/products/delta?since=2026-01-01T00:00:00Z',
    '/api/orders/delta?since=2026-01-01T00:00:00Z',
    '/api/reports/product-sales?from=2026-10-01',
  ])('answers %s with a 502 that names it, without calling the deployment', async (target) => {
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
    ['POST', '/api/webhooks/1'],
    ['DELETE', '/api/webhooks/1'],
    ['POST', '/api/webhooks/1/pause'],
    ['POST', '/api/webhooks/1/enable'],
    ['POST', '/api/webhooks/1/ping'],
    ['POST', '/api/webhooks/1/rotate-secret'],
    ['GET', '/api/webhooks/1/deliveries'],
    ['POST', '/api/webhooks/1/deliveries/1/replay'],
    ['POST', '/api/webhooks/1/deliveries/1/retry'],
  ])('answers %s %s with a 502 that says that there are no webhooks', async (method, path) => {
    const body = /^\/api\/webhooks(\/1)?$/.test(path) && method === 'POST' ? { body: SUBSCRIPTION } : {};

    const { status, message } = await here.refusal(method, path, { token, ...body });

    expect(status).toBe(502);
    expect(message).toMatch(/offers? .*webhooks/);
    expect(there.asked.filter((asked) => asked.includes('/webhooks'))).toEqual([]);
  });

  it('reads everything else from there', async () => {
    const orders = { from: '2026-10-01', to: '2026-10-31' };
    const owner = { token: service.tokens.owner };
    expect(await here.read(listShops, { token })).toEqual(await service.read(listShops, owner));
    expect(await here.read(listProducts, { token })).toEqual(await service.read(listProducts, owner));
    expect(await here.read(listOrders, { token, query: orders })).toEqual(
      await service.read(listOrders, { ...owner, query: orders }),
    );
  });
});

interface OlderDeployment {
  readonly address: string;
  /** Every `GET /path` that it received. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

/** A real service before it had the paths that `isNewer` names: they return 404 and are missing in its description. */
async function startOlderDeployment(port: number, isNewer: (path: string) => boolean): Promise<OlderDeployment> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const path = url.replace(/\?.*/, '');
    asked.push(`${method} ${path}`);
    const target = isNewer(path) ? '/api/of-a-later-version' : url;
    const body = await readBody(request);
    const answer = await fetch(`http://${HOST}:${port}${target}`, {
      method,
      headers: relayed(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    response
      .writeHead(answer.status, Object.fromEntries(relayed([...answer.headers])))
      .end(path === readOpenApi.path ? withoutPaths(text, isNewer) : text);
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    address: `http://${HOST}:${ownPort}`,
    asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function relayed(headers: readonly (readonly [string, string])[]): [string, string][] {
  return headers.filter(([name]) => !OWN_HEADERS.has(name)).map(([name, value]) => [name, value]);
}

function withoutPaths(text: string, isNewer: (path: string) => boolean): string {
  const description = JSON.parse(text);
  const remaining = Object.entries(description.paths).filter(([path]) => !isNewer(path));
  return JSON.stringify({ ...description, paths: Object.fromEntries(remaining) });
}
