import { describe, expect, it } from 'vitest';
import { orderExample, orderItemExample } from '../../../../shared/contract/orders.ts';
import { CREDENTIALS, failed, remoteBefore } from './scripted-deployment.ts';

const DAY = '2026-10-01';
const ORDERS = Array.from({ length: 600 }, (_, index) => ({ ...orderExample, id: 1 + index }));
const ITEMS = [orderItemExample];
const LINE = {
  ...{ ...orderItemExample, order_id: 599, order_number: orderExample.order_number },
  ...{ date_purchased: orderExample.date_purchased, shop_id: orderExample.shop_id },
};
const ITEM_SUMS = { quantity: 1, value: 11.16, value_wt: 13.5, cost: 6 };

/** A deployment that lists orders but returns none by its id. With `includes`, the list accepts `include`. */
async function listing({ includes = false, days = [DAY] } = {}) {
  const parameters = includes ? [{ name: 'include', in: 'query', schema: { type: 'array' } }] : [];
  const remote = await remoteBefore(({ path, query }) => {
    if (path === '/openapi.json') {
      const paths = ['/api/orders', '/api/orders/{id}', '/api/order-items'];
      return { body: { paths: Object.fromEntries(paths.map((one) => [one, { get: { parameters } }])) } };
    }
    const start = Number(query.get('start'));
    const limit = Number(query.get('limit'));
    if (path === '/api/order-items') {
      return { body: { start, limit, count: 1, total: 1, data: [LINE], sums: ITEM_SUMS } };
    }
    if (path !== '/api/orders') return undefined;
    const isOfDay = days.includes(query.get('from') ?? '');
    const rows = isOfDay ? ORDERS : [];
    const parts = query.get('include') === 'items,payments' ? { items: ITEMS } : {};
    const data = rows.slice(start, start + limit).map((row) => ({ ...row, ...parts }));
    return { body: { start, limit, count: data.length, total: rows.length, data, sums: null } };
  });
  const caller = await remote.platform.signIn(CREDENTIALS);
  const list = (start: number, limit = 1) => remote.platform.listOrders(caller, { from: DAY, to: DAY, start, limit });
  return { ...remote, caller, list };
}

describe('a search of orders without names', () => {
  it('is not sent to a deployment, which would search them', async () => {
    const [first] = ORDERS;
    const named = { ...orderExample, id: 601, order_number: '9', customer_name: 'Jan85' };
    const numbered = { ...named, id: 602, order_number: '85-1' };
    const q = [{ name: 'q', in: 'query', schema: { type: 'string' } }];
    const remote = await remoteBefore(({ path }) => {
      if (path === '/openapi.json') return { body: { paths: { '/api/orders': { get: { parameters: q } } } } };
      if (path !== '/api/orders') return undefined;
      const data = [first, named, numbered];
      return { body: { start: 0, limit: 250, count: data.length, total: data.length, data, sums: null } };
    });
    const caller = await remote.platform.signIn(CREDENTIALS);
    const query = { from: DAY, to: DAY, start: 0, limit: 1, q: '85', searchesNames: false };
    const { total, rows } = await remote.platform.listOrders(caller, query);
    expect([total, rows.map(({ id }) => id)]).toEqual([1, [numbered.id]]);
    const sent = remote.asked.filter(({ path }) => path === '/api/orders').map((asked) => [...asked.query.keys()]);
    expect(sent).toEqual([['from', 'to', 'start', 'limit']]);
  });
});

describe('an order that another deployment lists but does not return by its id', () => {
  it('is the row in the list of its day, at any position', async () => {
    const { platform, caller, list } = await listing();
    await list(590);
    expect(await platform.findOrder(caller, 591)).toEqual({ ...ORDERS[590], items: null, payments: null });
  });

  it('has the parts that the list returns on request', async () => {
    const { platform, caller, list } = await listing({ includes: true });
    await list(0);
    expect(await platform.findOrder(caller, 1)).toEqual({ ...ORDERS[0], items: ITEMS, payments: null });
    // The deployment declares `include` but omits payments. Readers of the list are refused; this one is not.
    expect((await platform.getCapabilities(caller)).missingParameters).not.toContainEqual({
      ...{ path: '/api/orders', parameter: 'include' },
    });
  });

  it('is also found by its day from a list of its items', async () => {
    const { platform, caller } = await listing();
    await platform.listOrderItems(caller, { from: DAY, to: DAY, start: 0, limit: 1 });
    expect(await platform.findOrder(caller, 599)).toMatchObject({ id: 599, items: null });
  });

  it('does not exist if no list had it', async () => {
    const { platform, caller, list, pathsAsked } = await listing();
    await list(0);
    const before = pathsAsked().length;
    expect(await platform.findOrder(caller, 2)).toBeNull();
    expect(pathsAsked().slice(before)).toEqual(['/api/orders/2']);
  });

  it('does not exist if its list no longer has it', async () => {
    const days = [DAY];
    const { platform, caller, list } = await listing({ days });
    await list(0);
    days.pop();
    expect(await platform.findOrder(caller, 1)).toBeNull();
  });

  it('is not searched for if it cannot be read for another reason', async () => {
    const remote = await remoteBefore(({ path }) => (path === '/api/orders/1' ? failed(503) : undefined));
    const caller = await remote.platform.signIn(CREDENTIALS);
    await expect(remote.platform.findOrder(caller, 1)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
