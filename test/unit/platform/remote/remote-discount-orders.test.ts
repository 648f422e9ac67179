import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { saleExample } from '../../../../shared/contract/orders.ts';
import { CREDENTIALS, remoteBefore } from './scripted-deployment.ts';

const PATH = '/api/discount-orders';
const QUERY = { from: '2026-10-01', to: '2026-10-08', only_full: false, include_negative: false };
const DAY_MS = 86_400_000;
const SHOP = { title: 'Kassa', type: 'pos', country_iso2: 'NL', currency: 'EUR', is_active: true };

const order = (id: number, at: number) => ({
  ...{ ...saleExample, id, discount_value_wt: 1 },
  date_purchased: `${new Date(at).toISOString().slice(0, 19)}+00:00`,
});

/** Creates `each` orders a day from noon on, one second apart. */
function ordersOf(each: number, from: string, to: string) {
  const first = Date.parse(`${QUERY.from}T12:00:00Z`);
  const days = Array.from({ length: 8 }, (_, day) => day);
  return days
    .flatMap((day) =>
      Array.from({ length: each }, (_, index) => order(day * 1_000 + index, first + day * DAY_MS + index * 1_000)),
    )
    .filter(({ date_purchased: at }) => from <= at.slice(0, 10) && at.slice(0, 10) <= to);
}

async function selling(each: number, limits = {}) {
  const remote = await remoteBefore(({ path, query }) => {
    if (path !== PATH) return undefined;
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    const data = ordersOf(each, from, to);
    return { body: { from, to, shop_id: null, count: data.length, total: data.length, data } };
  }, limits);
  const caller = await remote.platform.signIn(CREDENTIALS);
  const asks = () => remote.asked.filter(({ path }) => path === PATH).map(({ query }) => rangeOf(query));
  return { ...remote, caller, asks };
}

const rangeOf = (query: URLSearchParams) => `${query.get('from')} ${query.get('to')}`;

async function allIds(platform: Platform, caller: Caller): Promise<number[]> {
  const ids: number[] = [];
  let after: string | null = null;
  do {
    const batch = await platform.readDiscountOrders(caller, QUERY, after);
    expect(batch.rows.length).toBeLessThanOrEqual(100);
    ids.push(...batch.rows.map(({ id }) => id));
    after = batch.next;
  } while (after !== null);
  return ids;
}

const expectedIds = (each: number) => ordersOf(each, QUERY.from, QUERY.to).map(({ id }) => id);

describe('discounted orders of another deployment', () => {
  it('are requested once for any number of batches', async () => {
    const { platform, caller, asks } = await selling(50);

    expect(await allIds(platform, caller)).toEqual(expectedIds(50));
    expect(asks()).toEqual(['2026-10-01 2026-10-08']);
  });

  it('are filtered by the shops of a location, which is not a parameter of the deployment', async () => {
    const shops = [11, 12].map((id) => ({ ...SHOP, id, location_id: id - 8 }));
    const data = [order(1, 1_790_852_400_000), order(2, 1_790_852_401_000)];
    const { platform, asked } = await remoteBefore(({ path }) => {
      if (path === '/api/shops') return { body: { count: 2, total: 2, data: shops } };
      const rows = data.map((row, index) => ({ ...row, shop_id: 11 + index }));
      return path === PATH ? { body: { ...QUERY, shop_id: null, count: 2, total: 2, data: rows } } : undefined;
    });
    const caller = await platform.signIn(CREDENTIALS);

    const { rows } = await platform.readDiscountOrders(caller, { ...QUERY, location_id: [4] }, null);

    expect(rows.map(({ id }) => id)).toEqual([2]);
    expect(asked.find(({ path }) => path === PATH)?.query.has('location_id')).toBe(false);
  });

  it('are requested for fewer days if one response would be too large', async () => {
    const { platform, caller, asks } = await selling(50, { upstream: { maxBytes: 60_000 } });

    expect(await allIds(platform, caller)).toEqual(expectedIds(50));
    expect(asks().slice(0, 4)).toEqual([
      '2026-10-01 2026-10-08',
      '2026-10-01 2026-10-04',
      '2026-10-01 2026-10-02',
      '2026-10-03 2026-10-04',
    ]);
  });

  it('fail if those of one day are too large', async () => {
    const { platform, caller } = await selling(50, { upstream: { maxBytes: 5_000 } });

    await expect(allIds(platform, caller)).rejects.toMatchObject({ code: 'invalid_answer' });
  });

  it('are requested again if the response is not stored any longer', async () => {
    const { platform, caller, clock, asks } = await selling(50);
    const first = await platform.readDiscountOrders(caller, QUERY, null);
    clock.advance(60_000);

    const second = await platform.readDiscountOrders(caller, QUERY, first.next);

    expect(second.rows.map(({ id }) => id)).toEqual(expectedIds(50).slice(100, 200));
    expect(asks()).toEqual(['2026-10-01 2026-10-08', '2026-10-01 2026-10-08']);
  });

  it('continue on another instance, and after an order that was deleted', async () => {
    const { platform, caller, open } = await selling(50);
    const { next } = await platform.readDiscountOrders(caller, QUERY, null);
    const gone = next?.replace(/:.*/, ':1500') ?? '';

    expect((await open().readDiscountOrders(caller, QUERY, gone)).rows[0]?.id).toBe(2_000);
  });

  it('are requested again if they exceed the storage for all readers', async () => {
    const { platform, caller, asks } = await selling(50, { maxCachedRows: 100 });

    expect(await allIds(platform, caller)).toEqual(expectedIds(50));
    expect(asks().length).toBeGreaterThan(1);
  });

  it('are never read from the response to another query', async () => {
    const { platform, caller } = await selling(50);
    const { next } = await platform.readDiscountOrders(caller, QUERY, null);

    const other = await platform.readDiscountOrders(caller, { ...QUERY, to: '2026-10-02' }, next);

    expect(other.rows).toEqual([]);
    expect(other.next).toBeNull();
  });

  it('are empty after a key behind the range', async () => {
    const { platform, caller } = await selling(50);

    expect(await platform.readDiscountOrders(caller, QUERY, '999999999999999:1')).toEqual({
      ...{ rows: [], next: null },
    });
  });

  it('are refused if one occurs twice', async () => {
    const { platform, caller } = await answering([order(1, 1_790_852_400_000), order(1, 1_790_852_400_000)]);

    await expect(platform.readDiscountOrders(caller, QUERY, null)).rejects.toMatchObject({ code: 'invalid_answer' });
  });

  it('are filtered and sorted here if the deployment ignores its parameters', async () => {
    const { platform, caller } = await answering([
      ...[order(2, 1_790_852_401_000), order(1, 1_790_852_400_000)],
      ...[order(3, 1_590_852_400_000), { ...order(4, 1_790_852_400_000), discount_value_wt: 0 }],
    ]);

    const { rows } = await platform.readDiscountOrders(caller, QUERY, null);
    expect(rows.map(({ id }) => id)).toEqual([1, 2]);
    const full = await platform.readDiscountOrders(caller, { ...QUERY, only_full: true }, null);
    expect(full.rows).toEqual([]);
  });
});

async function answering(data: readonly object[]) {
  const { platform } = await remoteBefore(({ path }) =>
    path === PATH ? { body: { ...QUERY, shop_id: null, count: data.length, total: data.length + 7, data } } : undefined,
  );
  return { platform, caller: await platform.signIn(CREDENTIALS) };
}
