import { describe, expect, it } from 'vitest';
import { listOrderChanges, listProductChanges } from '../../shared/contract/changes.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { createShopChanges } from '../support/shop-changes.ts';
import { LOCATION, ORDER, PRODUCT } from '../support/shop-fixture.ts';
import { openPerTest } from '../support/test-scope.ts';

const EVER = '2020-01-01T00:00:00Z';

const { cafe, apple, lamp, course, odd } = PRODUCT;

const service = openPerTest(startFixtureService);

const shop = openPerTest(() => createShopChanges(service.store.db, service.clock.now));

const token = () => service.tokens.owner;

const products = (query: Record<string, string | number>) =>
  service.read(listProductChanges, { token: token(), query });

const orders = (query: Record<string, string | number>) => service.read(listOrderChanges, { token: token(), query });

const idsOf = ({ data }: { data: readonly { id: number }[] }) => data.map(({ id }) => id);

const endOf = async (read: typeof products | typeof orders) => (await read({ since: EVER, limit: 500 })).next_cursor;

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
});

describe('GET /api/orders/delta', () => {
  it('returns a change of status', async () => {
    const cursor = await endOf(orders);
    service.clock.advance(1_000);
    await shop.changeStatus(ORDER.onHold, 'cancelled');
    const { data, total } = await orders({ cursor });
    expect(total).toBe(1);
    expect(data).toMatchObject([{ id: ORDER.onHold, change: 'upsert', record: { status: 'cancelled' } }]);
  });
});

describe('reading page by page', () => {
  it('returns rows written between two pages later, and skips nothing', async () => {
    const writes = [
      () => shop.rename(cafe, 'Café crème, klein'),
      () => shop.removeProduct(odd),
      () => shop.restock(course, LOCATION.amsterdam, 9_000),
    ];
    const replica = new Map<number, unknown>();
    let page = await products({ since: EVER, limit: 1 });
    for (;;) {
      for (const { id, change, record } of page.data) {
        if (change === 'delete') replica.delete(id);
        else replica.set(id, record);
      }
      if (!page.has_more) break;
      await writes.shift()?.();
      page = await products({ cursor: page.next_cursor, limit: 1 });
    }
    expect(writes).toEqual([]);
    const { data } = await service.read(listProducts, { token: token() });
    expect(replica).toEqual(new Map(data.map((product) => [product.id, product])));
  });
});
