import { beforeEach, describe, expect, it } from 'vitest';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { ACCOUNT, CUSTOMER, ORDER, USER } from '../support/shop-fixture.ts';
import { openPerTest } from '../support/test-scope.ts';

const service = openPerTest(startFixtureService);
/** Keys of the same owner. */
let named: string;
let nameless: string;
beforeEach(async () => {
  const identify = async () => null;
  const keys = createApiKeysRepository(service.store.db);
  const apiKeys = createApiKeys({ keys, platform: { identify }, clock: service.clock });
  const make = (personalData: boolean) =>
    apiKeys.create({ accountId: ACCOUNT.alpha, userId: USER.owner }, { name: 'Excel', expiresAt: null, personalData });
  named = (await make(true)).key;
  nameless = (await make(false)).key;
});

const PERSONAL = ['customer_name', 'customer_email', 'name', 'email', 'phone', 'city'];
const PATHS = [
  '/api/orders?from=2026-10-01&to=2026-10-31',
  '/api/orders?from=2026-10-01&to=2026-10-31&include=items,payments',
  `/api/orders/${ORDER.discountInCash}`,
  '/api/orders/delta?since=2026-01-01T00:00:00Z',
  '/api/discount-orders?from=2026-10-01&to=2026-10-31&include_negative=true',
  '/api/customers',
  `/api/customers/${CUSTOMER.vries}`,
];

/** `.`, `&`, `'`, `@` and `-`, which occur in some names. */
const SIGNS = ['.', '%26', '%27', '%40', '-'];

async function readAs(token: string, path: string) {
  const { status, text } = await service.send('GET', path, { token });
  expect(status, text).toBe(200);
  return JSON.parse(text);
}

describe('an API key without personal data', () => {
  it.each(PATHS)('reads %s like another key, with null for members that name people', async (path) => {
    const all = await readAs(named, path);
    expect(await readAs(nameless, path)).toEqual(withoutPersonalData(all));
    expect(withoutPersonalData(all)).not.toEqual(all);
  });

  it.each([
    '/api/customers?q=vries',
    '/api/customers?q=812',
    ...SIGNS.map((sign) => `/api/customers?q=${sign}`),
    '/api/orders?from=2026-10-01&to=2026-10-31&q=vries',
    ...['2026-5002%20vries', 'vries,1', 'jan.vries.483', '2026-5002%20.', ...SIGNS].map(
      (text) => `/api/orders?from=2026-10-01&to=2026-10-31&q=${text}`,
    ),
  ])('may not ask who a customer is: %s', async (path) => {
    expect((await service.send('GET', path, { token: named })).status).toBe(200);
    const { status, text } = await service.send('GET', path, { token: nameless });
    expect(status).toBe(403);
    expect(text).toContain('q searches people, and this API key reads no personal data: ');
  });

  it.each([
    '/api/customers?sort=name',
    '/api/customers?sort=-name',
    '/api/orders?from=2026-10-01&to=2026-10-31&sort=customer_name',
  ])('may not sort by people: %s', async (path) => {
    expect((await service.send('GET', path, { token: named })).status).toBe(200);
    const { status, text } = await service.send('GET', path, { token: nameless });
    expect(status).toBe(403);
    expect(text).toContain('sorts by personal data, which this API key may not read: make a key with');
  });

  it.each(['q=2026-5002', 'q=12,50', 'q=110,-', 'q=', 'q=%20'])(
    'finds orders by number and amount: %s',
    async (query) => {
      const path = `/api/orders?from=2026-10-01&to=2026-10-31&${query}`;
      expect((await readAs(nameless, path)).total).toBe((await readAs(named, path)).total);
    },
  );

  it('does not find orders by a name that has digits', async () => {
    const name = { name: 'Jan85', folded_name: 'jan85' };
    await service.store.db.updateTable('customers').set(name).where('id', '=', CUSTOMER.vries).execute();
    for (const q of ['jan85', '85']) {
      const path = `/api/orders?from=2026-10-01&to=2026-10-31&q=${q}`;
      expect((await readAs(named, path)).total).toBeGreaterThan(0);
      expect(await readAs(nameless, path)).toMatchObject({ total: 0, data: [] });
    }
  });

  it('reads everything else like any other key', async () => {
    for (const path of ['/api/products', '/api/me', '/api/financial-report?from=2026-10-01&to=2026-10-31']) {
      const hidden = await readAs(nameless, path);
      expect({ ...hidden, generated_at: null }).toEqual({ ...(await readAs(named, path)), generated_at: null });
    }
  });
});

/** By the names of the fields, independent of the contract. */
function withoutPersonalData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersonalData);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      PERSONAL.includes(name) ? null : name === 'next_cursor' ? expect.any(String) : withoutPersonalData(member),
    ]),
  );
}
