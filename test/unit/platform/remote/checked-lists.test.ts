import { describe, expect, it } from 'vitest';
import { orderExample } from '../../../../shared/contract/orders.ts';
import { type Asked, CREDENTIALS, remoteBefore } from './scripted-deployment.ts';

const DAY = '2026-10-01';
const RANGE = { from: DAY, to: DAY };

const order = (id: number, more: object = {}) => ({
  ...{ ...orderExample, id, order_number: `A-${id}`, status: 'complete', payment_term: 'direct', is_paid: true },
  ...{ date_purchased: `${DAY}T10:${String(id % 60).padStart(2, '0')}:00+02:00`, value_wt: id, ...more },
});

type Row = { readonly id: number };

interface Behaviour {
  /** The parameters in `/openapi.json`. By default there is no such document. */
  readonly declared?: readonly string[];
  /** The rows of a query before paging. Default: all rows for any query. */
  readonly select?: (query: URLSearchParams) => readonly Row[];
  readonly largestPage?: number;
  readonly sums?: object;
  /** The total, if it differs from the number of rows. */
  readonly total?: number;
}

async function ordersOf(rows: readonly Row[], behaviour: Behaviour = {}) {
  const { declared, select = () => rows, largestPage = 1_000, sums } = behaviour;
  const remote = await remoteBefore(({ path, query }) => {
    if (path === '/openapi.json' && declared !== undefined) {
      const parameters = declared.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
      return { body: { paths: { '/api/orders': { get: { parameters } }, '/api/shops': { get: {} } } } };
    }
    if (path === '/api/shops') return { body: { count: 0, total: 0, data: [] } };
    if (path !== '/api/orders') return undefined;
    const selected = select(query);
    const start = Number(query.get('start'));
    const limit = Number(query.get('limit'));
    const data = selected.slice(start, start + Math.min(limit, largestPage));
    const { total = selected.length } = behaviour;
    return { body: { start, limit, count: data.length, total, data, ...(sums && { sums }) } };
  });
  const caller = await remote.platform.signIn(CREDENTIALS);
  const asked = () => remote.asked.filter(({ path }) => path === '/api/orders');
  const list = async (query: object = {}) => {
    const {
      rows: found,
      total,
      sums: summed,
    } = await remote.platform.listOrders(caller, {
      ...{ ...RANGE, start: 0, limit: 100 },
      ...query,
    });
    return { ids: found.map(({ id }) => id), total, sums: summed };
  };
  return { ...remote, caller, asked, list };
}

const sentNames = ({ query }: Asked) => [...query.keys()].toSorted();

describe('a parameter that the deployment does not describe', () => {
  it('is never sent: rows are filtered here, with their total and sums', async () => {
    const rows = [order(1), order(2, { payment_term: 'invoice', is_paid: false }), order(3)];
    const { list, asked } = await ordersOf(rows);

    expect(await list({ payment_term: 'invoice', is_paid: false })).toMatchObject({
      ...{ ids: [2], total: 1, sums: { value_wt: 2, uncounted_orders: 0 } },
    });
    expect(asked().map(sentNames)).toEqual([['from', 'limit', 'start', 'to']]);
  });

  it('sorts here, and pages are cut from the whole list, which is read once', async () => {
    const { list, asked } = await ordersOf([order(1), order(2), order(3)]);

    expect(await list({ sort: '-value_wt', limit: 2 })).toMatchObject({ ids: [3, 2], total: 3 });
    expect(await list({ sort: '-value_wt', limit: 2, start: 2 })).toMatchObject({ ids: [1], total: 3 });
    expect(asked()).toHaveLength(1);
  });

  it('is refused by name, and reported as missing, if the rows do not show it', async () => {
    const rows = [order(1, { payment_term: undefined }), order(2, { payment_term: undefined })];
    const { list, platform, caller } = await ordersOf(rows);

    await expect(list({ payment_term: 'invoice' })).rejects.toMatchObject({
      code: 'query_refused',
      message:
        'payment_term is not possible at /api/orders: the platform does not support it, and its rows lack the field.',
    });
    expect((await platform.getCapabilities(caller)).missingParameters).toContainEqual({
      path: '/api/orders',
      parameter: 'payment_term',
    });
  });

  it('is refused by name if the list has more than 200,000 rows', async () => {
    const { list, asked } = await ordersOf([order(1)], { total: 200_001 });

    await expect(list({ status: ['complete'] })).rejects.toMatchObject({
      code: 'query_refused',
      message: expect.stringMatching(/^status is not possible at .* to read as a whole. Choose a shorter range.$/),
    });
    expect(asked()).toHaveLength(1);
  });
});

describe('a parameter that the deployment describes', () => {
  const declared = ['status', 'sort', 'include'];

  it('is sent, and the page is used unchanged if the rows match', async () => {
    const { list, asked } = await ordersOf([order(1), order(2)], { declared });

    expect(await list({ status: ['complete'] })).toMatchObject({ ids: [1, 2], total: 2, sums: null });
    expect(asked().map(({ query }) => query.get('status'))).toEqual(['complete']);
  });

  it('is refused by name if the rows do not show it', async () => {
    const rows = [order(1, { status: undefined }), order(2, { status: undefined })];
    const { list } = await ordersOf(rows, { declared });

    await expect(list({ status: ['cancelled'] })).rejects.toMatchObject({ code: 'query_refused' });
  });

  it.each([
    ['an anonymous order by a number', { q: '42' }, { order_number: 'A-142', customer_name: null }],
    ['orders of a shop without a location', { location_id: [9] }, { shop_id: 4, location_id: null }],
  ])('may match what its rows do not show: %s', async (_, query, row) => {
    const { list, platform, caller } = await ordersOf([order(142, row)], { declared: Object.keys(query) });

    expect(await list(query)).toMatchObject({ ids: [142], total: 1 });
    const { missingParameters } = await platform.getCapabilities(caller);
    const [parameter = ''] = Object.keys(query);
    expect(missingParameters).not.toContainEqual({ path: '/api/orders', parameter });
  });

  it('is not sent for a day after rows came that do not match', async () => {
    const rows = [order(1), order(2, { status: 'cancelled' })];
    const { list, asked, clock } = await ordersOf(rows, { declared });
    const sent = () => asked().map(({ query }) => query.get('status'));

    expect(await list({ status: ['cancelled'] })).toMatchObject({ ids: [2], total: 1, sums: { cancelled_orders: 1 } });
    expect(sent()).toEqual(['cancelled', null]);
    clock.advance(2 * 60_000);
    await list({ status: ['cancelled'] });
    expect(sent()).toEqual(['cancelled', null, null]);
    clock.advance(24 * 60 * 60_000);
    await list({ status: ['cancelled'] });
    expect(sent().slice(3)).toEqual(['cancelled', null]);
  });

  it('stays in use if it works while another one does not', async () => {
    const rows = [order(1), order(2, { status: 'cancelled' }), order(3, { is_paid: false })];
    const { list, asked } = await ordersOf(rows, {
      declared: ['status', 'is_paid'],
      select: (query) => rows.filter((row) => !query.has('is_paid') || row.is_paid === false),
    });

    expect(await list({ status: ['complete'], is_paid: false })).toMatchObject({ ids: [3], total: 1 });
    await list({ status: ['cancelled'], is_paid: false });
    expect(asked().at(-1)?.query.get('is_paid')).toBe('false');
    expect(asked().at(-1)?.query.has('status')).toBe(false);
  });

  it('sorts here if the rows are in the wrong order', async () => {
    const { list } = await ordersOf([order(1), order(2), order(3)], { declared });

    expect((await list({ sort: '-value_wt' })).ids).toEqual([3, 2, 1]);
  });

  it('is refused if the requested parts do not come', async () => {
    const { list } = await ordersOf([order(1)], { declared });

    await expect(list({ include: ['items'] })).rejects.toMatchObject({
      code: 'query_refused',
      message: 'include is not possible at /api/orders: the platform does not support it, and its rows lack the field.',
    });
  });
});

describe('pages', () => {
  it('may be smaller than requested', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => order(index + 1));
    const { list } = await ordersOf(rows, { largestPage: 3 });

    expect(await list({ limit: 5 })).toMatchObject({ ids: [1, 2, 3, 4, 5], total: 7 });
    expect(await list({ limit: 5, start: 5 })).toMatchObject({ ids: [6, 7], total: 7 });
  });

  it('may come in any order if none was requested', async () => {
    const { list } = await ordersOf([order(3), order(1), order(2)]);

    expect(await list()).toMatchObject({ ids: [1, 2, 3], total: 3 });
  });

  it('come in the order of the deployment if the list is too large to sort', async () => {
    const { list } = await ordersOf([order(3), order(1), order(2)], { total: 300_000 });

    expect(await list({ limit: 3 })).toMatchObject({ ids: [3, 1, 2], total: 300_000 });
  });

  it('that are requested at the same time share one reading', async () => {
    const { list, asked } = await ordersOf([order(1), order(2)]);

    await Promise.all([0, 1, 0, 1].map((start) => list({ sort: '-value_wt', start, limit: 1 })));
    expect(asked()).toHaveLength(1);
  });

  it('of a deployment that ignores the range contain only the requested days', async () => {
    const { list } = await ordersOf([order(1), order(2, { date_purchased: '2026-10-02T00:00:00+02:00' })]);

    expect(await list()).toMatchObject({ ids: [1], total: 1 });
  });
});

describe('sums', () => {
  it('exclude orders in another currency, and say how many', async () => {
    const rows = [order(1), order(2, { currency: 'USD' })];
    const sums = { ...{ value_wt: 3, value_ex_wt: 3 }, ...{ cancelled_orders: 0, uncounted_orders: 0 } };
    const more = { cancelled_value_wt: 0, uncounted_value_wt: 0, non_revenue_wt: 0 };
    const { list } = await ordersOf(rows, { sums: { ...sums, ...more } });

    expect(await list()).toMatchObject({ ids: [1, 2], sums: { value_wt: 1, excluded_other_currency: 1 } });
  });

  it('are unknown if a status is unknown', async () => {
    const { list } = await ordersOf([order(1, { status: 'half_open', is_paid: false }), order(2)]);

    expect(await list({ is_paid: false })).toMatchObject({ ids: [1], sums: null });
  });
});
