import { describe, expect, it } from 'vitest';
import { listOrderChanges, listProductChanges } from '../../shared/contract/changes.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { type SignedIn, startFixtureService } from '../support/fixture-service.ts';
import type { RunningService } from '../support/running-service.ts';
import { createShopChanges } from '../support/shop-changes.ts';
import { LOCATION, ORDER, PRODUCT } from '../support/shop-fixture.ts';
import { openPerTest } from '../support/test-scope.ts';

const EVER = '2020-01-01T00:00:00Z';

const { cafe, apple, lamp, course, odd } = PRODUCT;

const service = openPerTest(startFixtureService);

const shop = openPerTest(() => createShopChanges(service.store.db, service.clock.now));

const token = (user: SignedIn = 'owner') => service.tokens[user];

const products = (query: Record<string, string | number>, user?: SignedIn) =>
  service.read(listProductChanges, { token: token(user), query });

const orders = (query: Record<string, string | number>, user?: SignedIn) =>
  service.read(listOrderChanges, { token: token(user), query });

const idsOf = ({ data }: { data: readonly { id: number }[] }) => data.map(({ id }) => id);

const endOf = async (read: typeof products | typeof orders, user?: SignedIn) =>
  (await read({ since: EVER, limit: 500 }, user)).next_cursor;

describe('GET /api/products/delta', () => {
  it('returns every product as in the product list, by version', async () => {
    const { data, next_cursor, ...page } = await products({ since: EVER });
    expect(page).toEqual({ count: 5, total: 5, has_more: false });
    const { data: listed } = await service.read(listProducts, { token: token() });
    expect(new Map(data.map(({ id, record }) => [id, record]))).toEqual(
      new Map(listed.map((product) => [product.id, product])),
    );
    const versions = data.map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(new Set(versions).size).toBe(5);
    expect(next_cursor).toMatch(/^[\w.-]{20,512}$/);
  });

  it('returns no rows and a cursor if nothing changed', async () => {
    const page = await products({ cursor: await endOf(products) });
    expect(page).toMatchObject({ count: 0, total: 0, data: [], has_more: false });
    expect(await products({ cursor: page.next_cursor })).toMatchObject({ count: 0 });
  });

  it('returns changes of title, price and stock, each product once at its latest version', async () => {
    const cursor = await endOf(products);
    service.clock.advance(60_000);
    await shop.restock(odd, LOCATION.utrecht, 3_000);
    await shop.reprice(lamp, 600_000);
    await shop.rename(apple, 'Appel, rood');
    await shop.restock(odd, LOCATION.utrecht, 4_000);
    const { data } = await products({ cursor });
    expect(data.map(({ id, change }) => [id, change])).toEqual([
      [lamp, 'upsert'],
      [apple, 'upsert'],
      [odd, 'upsert'],
    ]);
    expect(data.map(({ record }) => [record?.title, record?.stock]).slice(1)).toEqual([
      ['Appel, rood', 0],
      ['=SOM(A1) 100% katoen_trui appel', 4],
    ]);
    for (const { changed_at } of data) expect(changed_at).toBe('2026-11-21T13:01:00+01:00');
  });

  it('returns a deleted product without its record', async () => {
    const cursor = await endOf(products);
    await shop.removeProduct(course);
    const { data } = await products({ cursor });
    expect(data).toMatchObject([{ id: course, change: 'delete', record: null }]);
    expect(idsOf(await products({ since: EVER }))).toContain(course);
  });

  it('does not collide with the path of a product', async () => {
    const statusOf = async (target: string) => (await service.send('GET', target, { token: token() })).status;
    expect(await statusOf(`/api/products/${cafe}`)).toBe(200);
    expect(await statusOf(`/api/products/delta?since=${EVER}`)).toBe(200);
    expect(await statusOf('/api/products/deltas')).toBe(404);
    expect(await statusOf('/api/products/delta/1')).toBe(404);
  });

  it('gives a user with a locked location the stock and the changes of that location only', async () => {
    const cursor = await endOf(products, 'staff');
    await shop.restock(cafe, LOCATION.amsterdam, 1_000);
    expect(await products({ cursor }, 'staff')).toMatchObject({ count: 0, total: 0 });
    await shop.restock(cafe, LOCATION.utrecht, 8_000);
    const { data } = await products({ cursor }, 'staff');
    expect(data.map(({ id, record }) => [id, record?.stock])).toEqual([[cafe, 8]]);
  });
});

describe('GET /api/orders/delta', () => {
  it('returns every order as in the order list', async () => {
    const { rows } = await followFeed(service, listOrderChanges, token(), {
      first: { since: EVER },
      limit: 500,
    });
    expect(replicaOf(rows)).toEqual(await listedOrders());
  });

  it('returns a change of status', async () => {
    const cursor = await endOf(orders);
    service.clock.advance(1_000);
    await shop.changeStatus(ORDER.onHold, 'cancelled');
    const { data, total } = await orders({ cursor });
    expect(total).toBe(1);
    expect(data).toMatchObject([{ id: ORDER.onHold, change: 'upsert', record: { status: 'cancelled' } }]);
  });

  it('returns a deleted order without its record', async () => {
    const cursor = await endOf(orders);
    await shop.removeOrder(ORDER.onHold);
    expect((await orders({ cursor })).data).toMatchObject([{ id: ORDER.onHold, change: 'delete', record: null }]);
  });

  it('gives a user with a locked location only the orders of that location', async () => {
    const { rows } = await followFeed(service, listOrderChanges, token('staff'), {
      first: { since: EVER },
      limit: 3,
    });
    expect(replicaOf(rows)).toEqual(await listedOrders('staff'));
    const cursor = await endOf(orders, 'staff');
    await shop.changeStatus(ORDER.onHold, 'cancelled');
    expect(await orders({ cursor }, 'staff')).toMatchObject({ count: 0, total: 0 });
  });

  it('gives another account only its own orders', async () => {
    expect(idsOf(await orders({ since: EVER }, 'beta'))).toEqual([ORDER.beta]);
    expect(idsOf(await products({ since: EVER }, 'beta'))).toEqual([PRODUCT.beta]);
  });
});

async function listedOrders(user?: SignedIn): Promise<Map<number, unknown>> {
  const query = { from: '2020-01-01', to: '2026-12-31', limit: 250 };
  const { data, total } = await service.read(listOrders, { token: token(user), query });
  expect(data).toHaveLength(total);
  return new Map(data.map((order) => [order.id, order]));
}

describe('reading page by page', () => {
  it('returns the same rows with every page size', async () => {
    const whole = (await orders({ since: EVER, limit: 500 })).data;
    for (const limit of [1, 2, 7, 100]) {
      const { rows } = await followFeed(service, listOrderChanges, token(), {
        first: { since: EVER },
        limit,
      });
      expect(rows).toEqual(whole);
    }
  });

  it('counts the remaining rows, including this page', async () => {
    const totals: number[] = [];
    let query: Record<string, string | number> = { since: EVER };
    for (let hasMore = true; hasMore; ) {
      const page = await products({ ...query, limit: 2 });
      totals.push(page.total);
      hasMore = page.has_more;
      query = { cursor: page.next_cursor };
    }
    expect(totals).toEqual([5, 3, 1]);
  });

  it('returns rows written between two pages later, and skips nothing', async () => {
    const writes = [
      () => shop.rename(cafe, 'Café crème, klein'),
      () => shop.removeProduct(odd),
      () => shop.restock(course, LOCATION.amsterdam, 9_000),
    ];
    const { rows } = await followFeed(service, listProductChanges, token(), {
      first: { since: EVER },
      limit: 1,
      betweenPages: async () => writes.shift()?.(),
    });
    expect(writes).toEqual([]);
    const { data } = await service.read(listProducts, { token: token() });
    expect(replicaOf(rows)).toEqual(new Map(data.map((product) => [product.id, product])));
    const versions = rows.map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  });

  it('has no further effect if a page is applied twice', async () => {
    const { rows } = await followFeed(service, listOrderChanges, token(), {
      first: { since: EVER },
      limit: 4,
    });
    const twice = rows.flatMap((row, at) => [row, ...(at % 4 === 3 ? rows.slice(at - 3, at + 1) : [])]);
    expect(replicaOf(twice)).toEqual(replicaOf(rows));
  });

  it('returns the same page for a cursor while nothing changes', async () => {
    const { next_cursor: cursor } = await orders({ since: EVER, limit: 3 });
    const { next_cursor: first, ...before } = await orders({ cursor, limit: 3 });
    const { next_cursor: second, ...after } = await orders({ cursor, limit: 3 });
    expect(after).toEqual(before);
    // The cursor is encrypted again each time, but the position is the same.
    const pages = await Promise.all([first, second].map((next) => orders({ cursor: next, limit: 3 })));
    expect(pages[1]?.data).toEqual(pages[0]?.data);
  });
});

describe('limit', () => {
  it.each(['0', '-1', '1e2', '', '1.5'])('returns a 400 for "%s"', async (limit) => {
    const target = `/api/orders/delta?since=${EVER}&limit=${limit}`;
    const { status, message } = await service.refusal('GET', target, { token: token() });
    expect([status, message]).toEqual([400, expect.stringMatching(/^limit must be/)]);
  });
});

type DeltaEndpoint = typeof listProductChanges | typeof listOrderChanges;

type Query = Readonly<Record<string, string | number>>;

interface FollowedRow {
  readonly id: number;
  readonly change: 'upsert' | 'delete';
  readonly version: number;
  readonly record: unknown;
}

/**
 * Reads a feed to its end like a client: `first` is the first query, later ones have the cursor and `limit`. Runs
 * `betweenPages` between two pages. Returns the rows in order of arrival, and the last cursor.
 */
async function followFeed(
  service: Pick<RunningService, 'read'>,
  endpoint: DeltaEndpoint,
  token: string,
  { first, limit, betweenPages }: { first: Query; limit: number; betweenPages?: () => Promise<unknown> },
): Promise<{ rows: FollowedRow[]; cursor: string }> {
  const rows: FollowedRow[] = [];
  let query: Query = first;
  for (;;) {
    const page = await service.read(endpoint, { token, query: { ...query, limit } });
    expect(page.count).toBe(page.data.length);
    expect(page.has_more).toBe(page.total > page.count);
    rows.push(...page.data);
    if (!page.has_more) return { rows, cursor: page.next_cursor };
    query = { cursor: page.next_cursor };
    await betweenPages?.();
  }
}

/** The records of a client that applied these rows, by id. */
function replicaOf(rows: readonly FollowedRow[]): Map<number, unknown> {
  const replica = new Map<number, unknown>();
  for (const { id, change, record } of rows) {
    if (change === 'delete') replica.delete(id);
    else replica.set(id, record);
  }
  return replica;
}
