import { describe, expect, it } from 'vitest';
import { endOtherSessions } from '../../shared/contract/auth.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { CONTRACT_ENDPOINTS } from '../support/contract-endpoints.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import { LOCATION, PRODUCT, SHOP, USER } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';

const PUBLIC = ['/', '/api/auth/login', '/api/auth/refresh', '/docs', '/health', '/openapi.json'];
const closed = CONTRACT_ENDPOINTS.filter(({ access }) => access !== 'public');
const service = await openPerFile(startFixtureService);

/** A call of the endpoint that is allowed for a user of every account and location. */
function targetOf({ path, query }: Endpoint, id: number): string {
  const parameters = new URLSearchParams();
  const names = Object.keys(query?.properties ?? {});
  if (names.includes('from')) parameters.set('from', '2026-01-01');
  if (names.includes('to')) parameters.set('to', '2026-12-31');
  if (names.includes('since')) parameters.set('since', '2026-01-01T00:00:00Z');
  if (names.includes('date')) parameters.set('date', '2026-10-05');
  if (names.includes('include')) parameters.set('include', 'items,payments');
  if (names.includes('include_negative')) parameters.set('include_negative', 'true');
  if (names.includes('product_ids')) parameters.set('product_ids', Object.values(PRODUCT).join());
  return `${path.replaceAll(/\{(delivery_)?id\}/g, String(id))}?${parameters}`;
}

describe('access', () => {
  it('requires a token except for the start page, sign-in, refresh, health and documentation', () => {
    const isPublic = CONTRACT_ENDPOINTS.filter(({ access }) => access === 'public');
    expect(isPublic.map(({ path }) => path).sort()).toEqual(PUBLIC);
  });

  it.each(closed)('to $method $path requires a valid token', async (endpoint) => {
    const target = targetOf(endpoint, 1);
    for (const token of [undefined, 'A'.repeat(43)]) {
      expect(await service.refusal(endpoint.method, target, { token })).toMatchObject({
        status: 401,
        hint: expect.any(String),
      });
    }
  });

  // Ends only the caller's own sessions; see sessions.test.ts.
  it.each(closed.filter(({ method, path }) => method !== 'GET' && path !== endOtherSessions.path))(
    'to $method $path, which changes something, requires a manager role',
    async (endpoint) => {
      expect(endpoint.access).toBe('manager');
      const { status } = await service.refusal(endpoint.method, targetOf(endpoint, 1), { token: service.tokens.staff });
      expect(status).toBe(403);
    },
  );

  it.each(closed.filter(({ access }) => access === 'manager'))(
    'to $method $path is for owners and accountants only',
    async (endpoint) => {
      const statusFor = async (user: 'owner' | 'accountant' | 'staff') =>
        (
          await service.send(endpoint.method, `${endpoint.path.replaceAll(/\{\w+\}/g, '999')}?x=1`, {
            token: service.tokens[user],
          })
        ).status;
      expect(await statusFor('staff')).toBe(403);
      expect([await statusFor('owner'), await statusFor('accountant')]).toEqual([400, 400]);
    },
  );

  it('ends when the token expires after 1800 seconds, as if it had never existed', async () => {
    const { clock, stop, tokens, send, refusal } = await startFixtureService();
    const token = tokens.owner;
    clock.advance(1_799_999);
    expect((await send('GET', '/api/shops', { token })).status).toBe(200);
    clock.advance(1);
    const [ended, unknown] = [
      await refusal('GET', '/api/shops', { token }),
      await refusal('GET', '/api/shops', { token: 'A'.repeat(43) }),
    ];
    expect(ended.status).toBe(401);
    expect({ ...ended, request_id: '' }).toEqual({ ...unknown, request_id: '' });
    await stop();
  });

  it('ends immediately for a deactivated user', async () => {
    const { store, stop, tokens, send } = await startFixtureService();
    await store.db.updateTable('users').set({ is_active: 0 }).where('id', '=', USER.owner).execute();
    expect((await send('GET', '/api/shops', { token: tokens.owner })).status).toBe(401);
    expect((await send('GET', '/api/shops', { token: tokens.accountant })).status).toBe(200);
    await stop();
  });
});

describe('an id of another location or account among several', () => {
  it.each<[SignedIn, 'location_id' | 'shop_id', own: number, foreign: number]>([
    ['staff', 'location_id', LOCATION.utrecht, LOCATION.amsterdam],
    ['owner', 'location_id', LOCATION.utrecht, LOCATION.beta],
    ['staff', 'shop_id', SHOP.utrecht1, SHOP.amsterdam],
    ['owner', 'shop_id', SHOP.utrecht1, SHOP.beta],
  ])('gets the same refusal in %s as an unknown id: %s %d,%d', async (user, name, own, foreign) => {
    const refusal = (path: string, ids: string) =>
      service.refusal('GET', `${path}?from=2026-10-01&${name}=${ids}`, { token: service.tokens[user] });
    for (const path of ['/api/orders', '/api/discount-orders', '/api/financial-report']) {
      const unknown = await refusal(path, '424242');
      for (const ids of [`${own},${foreign}`, `${foreign},${own}`]) {
        const message = `${name} ${foreign} does not exist.`;
        expect(await refusal(path, ids)).toEqual({ ...unknown, message, request_id: expect.any(String) });
      }
    }
  });
});
