import { describe, expect, it } from 'vitest';
import { CREDENTIALS, failed, remoteBefore } from './scripted-deployment.ts';

const SHOPS = { count: 0, total: 0, data: [] };
const description = (...paths: string[]) => ({
  body: { openapi: '3.1.1', paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])) },
});

function offering(describe: () => object) {
  return remoteBefore(({ path }) => {
    if (path === '/openapi.json') return { body: {}, ...describe() };
    return path === '/api/shops' ? { body: SHOPS } : undefined;
  });
}

describe('what an older deployment does not offer', () => {
  it('is a missing capability, and is not requested', async () => {
    const remote = await offering(() =>
      description('/api/shops', '/api/orders/delta', '/api/financial-report', '/api/reports/payments'),
    );
    const caller = await remote.platform.signIn(CREDENTIALS);

    expect(await remote.platform.getCapabilities(caller)).toMatchObject({
      ...{ backofficeHosts: [], webhooks: 'none', apiKeys: 'carried' },
      ...{ feeds: ['orders'], reports: ['financial', 'payments'] },
    });
    await expect(remote.platform.listReference(caller, 'segments')).rejects.toMatchObject({
      ...{ code: 'not_offered', message: 'The platform does not offer /api/segments.' },
    });
    expect(remote.pathsAsked()).not.toContain('/api/segments');
    expect(await remote.platform.listReference(caller, 'shops')).toEqual([]);
  });

  it('is checked once an hour', async () => {
    const remote = await offering(() => description('/api/shops'));
    const caller = await remote.platform.signIn(CREDENTIALS);
    const asks = () => remote.asked.filter(({ path }) => path === '/openapi.json').length;

    await Promise.all(Array.from({ length: 5 }, () => remote.platform.listReference(caller, 'shops')));
    remote.clock.advance(59 * 60_000);
    await remote.platform.listReference(caller, 'shops');
    expect(asks()).toBe(1);

    remote.clock.advance(60_000);
    await remote.platform.listReference(caller, 'shops');
    expect(asks()).toBe(2);
  });

  it.each<[string, object]>([
    ['an error', failed(500)],
    ['another document', { body: { swagger: true } }],
    ['no paths', { body: { paths: {} } }],
    ['more paths than an API has', description(...Array.from({ length: 501 }, (_, nth) => `/${nth}`))],
    ['letters in the place of calls', { body: { paths: { '/api/segments': 'get' } } }],
    ['numbers in the place of calls', { body: { paths: { '/api/segments': [1, 2] } } }],
    ['a list', { body: [] }],
    ['null', { body: null }],
  ])('is unknown if its description is %s: then everything is requested', async (_name, answer) => {
    const remote = await offering(() => answer);
    const caller = await remote.platform.signIn(CREDENTIALS);

    expect(await remote.platform.listReference(caller, 'shops')).toEqual([]);
    expect((await remote.platform.getCapabilities(caller)).reports).toContain('dayClosing');
  });

  it('is found out if it responds to a list with 404 after all', async () => {
    const remote = await offering(() => failed(500));
    const caller = await remote.platform.signIn(CREDENTIALS);

    await expect(remote.platform.listReference(caller, 'segments')).rejects.toMatchObject({ code: 'not_offered' });
    expect(await remote.platform.findOrder(caller, 7)).toBeNull();
  });
});

describe('several locations in one call', () => {
  const ORDERS = { start: 0, limit: 1, count: 0, total: 0, data: [], sums: null };
  const query = { from: '2026-10-01', to: '2026-10-01', start: 0, limit: 1 };
  const taking = (type: string) =>
    remoteBefore(({ path }) => {
      const parameters = [{ name: 'location_id', in: 'query', schema: { type } }];
      if (path === '/openapi.json') return { body: { paths: { '/api/orders': { get: { parameters } } } } };
      return path.startsWith('/api/orders') ? { body: ORDERS } : undefined;
    });

  it('are requested if the description says that they are accepted', async () => {
    const remote = await taking('array');
    const caller = await remote.platform.signIn(CREDENTIALS);

    await remote.platform.listOrders(caller, { ...query, location_id: [3, 5] });
    expect(remote.asked.at(-1)?.query.get('location_id')).toBe('3,5');
  });

  it('are filtered here and never requested if only one is accepted, because the response might cover only the first', async () => {
    const remote = await taking('integer');
    const caller = await remote.platform.signIn(CREDENTIALS);
    const asks = () => remote.asked.filter(({ path }) => path === '/api/orders').map(({ query: sent }) => sent);

    await remote.platform.listOrders(caller, { ...query, location_id: [3, 5] });
    expect(asks().map((sent) => sent.get('location_id'))).toEqual([null]);
    await remote.platform.listOrders(caller, { ...query, location_id: [3] });
    expect(asks().at(-1)?.get('location_id')).toBe('3');
  });
});

describe('a parameter that the description includes by reference', () => {
  it('is known, and so is one that applies to all operations of a path', async () => {
    const reference = { $ref: '#/components/parameters/status' };
    const q = { name: 'q', in: 'query', schema: { type: 'string' } };
    const remote = await remoteBefore(({ path }) => {
      const paths = { '/api/orders': { parameters: [q], get: { parameters: [reference] } } };
      const components = { parameters: { status: { name: 'status', in: 'query', schema: { type: 'array' } } } };
      if (path === '/openapi.json') return { body: { paths, components } };
      return path === '/api/orders' ? { body: { start: 0, limit: 1, count: 0, total: 0, data: [] } } : undefined;
    });
    const caller = await remote.platform.signIn(CREDENTIALS);

    const page = { from: '2026-10-01', to: '2026-10-01', start: 0, limit: 1 };
    await remote.platform.listOrders(caller, { ...page, status: ['new', 'complete'], q: 'x' });
    expect(remote.asked.at(-1)?.query.toString()).toContain('status=new%2Ccomplete&q=x');
  });
});

describe('a report of a shop', () => {
  const query = { from: '2026-10-01', to: '2026-10-01', shop_id: [4] };
  const empty = { ...{ from: query.from, to: query.to, count: 0, total: 0 }, data: [], totals: [] };
  const taking = (...names: string[]) =>
    remoteBefore(({ path }) => {
      const parameters = names.map((name) => ({ name, in: 'query', schema: { type: 'array' } }));
      if (path === '/openapi.json') return { body: { paths: { '/api/reports/payments': { get: { parameters } } } } };
      return path.startsWith('/api/reports/payments') ? { body: empty } : undefined;
    });

  it('is requested if the description has the parameter', async () => {
    const remote = await taking('location_id', 'shop_id');
    const caller = await remote.platform.signIn(CREDENTIALS);

    await remote.platform.readReport(caller, 'payments', query);
    expect(remote.asked.at(-1)?.query.get('shop_id')).toBe('4');
  });

  it('is refused and never requested if it does not, because the response might cover all shops', async () => {
    const remote = await taking('location_id');
    const caller = await remote.platform.signIn(CREDENTIALS);

    await expect(remote.platform.readReport(caller, 'payments', query)).rejects.toMatchObject({
      ...{
        code: 'query_refused',
        message: 'shop_id is not supported by the platform at /api/reports/payments. Leave it out.',
      },
    });
    expect(remote.pathsAsked().filter((path) => path.startsWith('/api/reports/'))).toEqual([]);
    const { shop_id: _shop, ...whole } = query;
    expect(await remote.platform.readReport(caller, 'payments', whole)).toEqual({ rows: [], totals: [] });
  });
});

describe('filters that a deployment describes', () => {
  const page = { start: 0, limit: 1 };
  const describing = (path: string) => {
    const parameters = [{ name: 'segment_id', in: 'query', schema: { type: 'integer' } }];
    return path === '/openapi.json' ? { body: { paths: { '/api/customers': { get: { parameters } } } } } : undefined;
  };

  it('are refused with its own sentence', async () => {
    const remote = await remoteBefore(({ path }) =>
      path === '/api/customers' ? failed(400, 'Unknown parameter segment_id.') : describing(path),
    );
    const caller = await remote.platform.signIn(CREDENTIALS);
    await expect(remote.platform.listCustomers(caller, { ...page, segment_id: [2] })).rejects.toMatchObject({
      ...{ code: 'query_refused', message: 'Unknown parameter segment_id.' },
    });
  });

  it('match nobody if it says that the segment does not exist', async () => {
    const remote = await remoteBefore(({ path }) =>
      path === '/api/customers' ? failed(400, 'segment_id 9 does not exist.') : describing(path),
    );
    const caller = await remote.platform.signIn(CREDENTIALS);
    expect(await remote.platform.listCustomers(caller, { ...page, segment_id: [9] })).toMatchObject({
      ...{ rows: [], total: 0, sums: { order_count: 0 } },
    });
  });
});

describe('a deployment without a description', () => {
  const METHOD = { id: 3, title: 'PIN', alias: 'pin', type_alias: 'card', is_default: true };
  const THERE = ['/api/reports/day-closing', '/api/webhooks'];

  /** It checks the token before the path, which the specification allows. */
  function undescribed(unasked = 401) {
    return remoteBefore(({ path, bearer }) => {
      if (path === '/openapi.json') return failed(unasked);
      if (path === '/api/payment-methods') return { body: { count: 1, data: [METHOD] } };
      return THERE.includes(path) && bearer !== '' ? failed(400) : undefined;
    });
  }

  it.each([401, 403, 404])('(%i) is asked once for each endpoint that is not in the specification', async (status) => {
    const remote = await undescribed(status);
    const caller = await remote.platform.signIn(CREDENTIALS);

    const offered = await remote.platform.getCapabilities(caller);
    expect(offered).toMatchObject({ webhooks: 'there', feeds: [], reports: ['dayClosing'] });
    await remote.platform.getCapabilities(caller);
    const asked = remote.asked.filter(({ path }) => path === '/api/reports/payments');
    expect(asked).toMatchObject([{ method: 'GET', bearer: 'token-1' }]);
  });

  it.each([429, 500, 502])(
    'is not assumed to lack an endpoint that responds with %i, which is requested again after a minute',
    async (status) => {
      let isBusy = true;
      const remote = await remoteBefore(({ path }) =>
        path.startsWith('/api/reports/') && isBusy ? failed(status) : undefined,
      );
      const caller = await remote.platform.signIn(CREDENTIALS);
      expect((await remote.platform.getCapabilities(caller)).reports).toContain('payments');

      isBusy = false;
      remote.clock.advance(60_000);
      expect((await remote.platform.getCapabilities(caller)).reports).toEqual([]);
    },
  );

  it('returns its payment methods without a total, which does not mean that there are no other providers', async () => {
    const remote = await undescribed();
    const caller = await remote.platform.signIn(CREDENTIALS);
    expect(await remote.platform.listReference(caller, 'paymentMethods')).toEqual([METHOD]);
    await expect(remote.platform.listReference(caller, 'paymentProviders')).rejects.toMatchObject({
      code: 'not_offered',
    });
  });
});
