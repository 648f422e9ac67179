import { describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from '../../electron/platform/platform.ts';
import type { Product } from '../../shared/contract/products.ts';
import { type ApiSession, openSession } from '../examples/price-list-client/api-session.ts';
import { IncompleteList, readAllPages } from '../examples/price-list-client/read-all-pages.ts';
import { recordConnection } from '../support/price-list-connection.ts';
import { STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { startStandInService } from '../support/stand-in-service.ts';

const PRODUCTS = '/api/products';

/** Pages of two, in the order in which the platform answers them; the last one stays. */
async function readProducts(...pages: readonly Page<Product>[]) {
  let asked = 0;
  const service = await startStandInService({
    methods: {
      async searchProducts() {
        asked += 1;
        return pages[Math.min(asked, pages.length) - 1] ?? page(0);
      },
    },
  });
  onTestFinished(() => service.stop());
  const connection = recordConnection(service.port);
  const session = await openSession(connection, STAND_IN_CREDENTIALS);
  const reading = readAllPages<Product>(session, connection.clock, PRODUCTS, { limit: 2 });
  const outcome = await reading.then(
    (rows) => ({ ids: rows.map(({ id }) => id), error: null }),
    (error: unknown) => ({ ids: null, error }),
  );
  const starts = connection
    .exchangesOf(`GET ${PRODUCTS}`)
    .map(({ query }) => [query.get('start'), query.get('limit')].join('/'));
  return { ...outcome, starts, waits: connection.waits };
}

function page(total: number, ...ids: number[]): Page<Product> {
  const rest = { product_group_id: 1, stock: 0, shop_product_id: 1 };
  return { total, rows: ids.map((id) => ({ id, sku: `S${id}`, title: `Title ${id}`, ...rest })) };
}

describe('readAllPages', () => {
  it('reads from the end of the previous page until it has the total', async () => {
    const { ids, starts, waits } = await readProducts(page(5, 1, 2), page(5, 3, 4), page(5, 5));

    expect(ids).toEqual([1, 2, 3, 4, 5]);
    expect(starts).toEqual(['0/2', '2/2', '4/2']);
    expect(waits).toEqual([]);
  });

  it('ends after one empty page if there are no rows', async () => {
    expect(await readProducts(page(0))).toMatchObject({ ids: [], starts: ['0/2'], waits: [] });
  });
});

describe('readAllPages when a page comes back empty before the end', () => {
  it('asks for it again', async () => {
    const { ids, starts, waits } = await readProducts(page(3, 1, 2), page(3), page(3), page(3, 3));

    expect(ids).toEqual([1, 2, 3]);
    expect(starts).toEqual(['0/2', '2/2', '2/2', '2/2']);
    expect(waits).toEqual([2_000, 8_000]);
  });

  it('fails when it stays empty, after 2, 8 and 30 seconds', async () => {
    const { ids, error, starts, waits } = await readProducts(page(3, 1, 2), page(3));

    expect(ids).toBeNull();
    expect(error).toMatchObject({
      name: 'IncompleteList',
      message: '/api/products has 3 rows, and none came from row 2 on in 4 attempts.',
    });
    expect(starts).toEqual(['0/2', '2/2', '2/2', '2/2', '2/2']);
    expect(waits).toEqual([2_000, 8_000, 30_000]);
  });

  it('does not wait if the list now ends there, and reads it again', async () => {
    const { ids, starts, waits } = await readProducts(page(3, 1, 2), page(2), page(2, 1, 2));

    expect(ids).toEqual([1, 2]);
    expect(starts).toEqual(['0/2', '2/2', '0/2']);
    expect(waits).toEqual([]);
  });
});

describe('readAllPages when the list changes meanwhile', () => {
  const AGAIN = ['0/2', '2/2', '0/2', '2/2'];

  it('reads again when a row was added, and has every row once', async () => {
    const { ids, starts } = await readProducts(page(3, 1, 2), page(4, 2, 3), page(4, 9, 1), page(4, 2, 3));

    expect(ids).toEqual([9, 1, 2, 3]);
    expect(starts).toEqual(AGAIN);
  });

  it('reads again when a row was removed, and drops it', async () => {
    const { ids, starts } = await readProducts(page(4, 1, 2), page(3, 4), page(3, 2, 3), page(3, 4));

    expect(ids).toEqual([2, 3, 4]);
    expect(starts).toEqual(AGAIN);
  });

  it('reads again when rows repeat though the total is unchanged', async () => {
    const { ids, starts } = await readProducts(page(4, 1, 2), page(4, 2, 3), page(4, 9, 1), page(4, 2, 3));

    expect(ids).toEqual([9, 1, 2, 3]);
    expect(starts).toEqual(AGAIN);
  });

  it('fails with an explanation if the second reading is no better', async () => {
    const growing = [page(3, 1, 2), page(4, 3, 4), page(5, 1, 2), page(6, 3, 4), page(7, 5, 6)];
    const { ids, error, starts } = await readProducts(...growing);

    expect(ids).toBeNull();
    expect(error).toMatchObject({
      name: 'IncompleteList',
      message: '/api/products changed whenever it was read (2 times); try again later.',
    });
    expect(starts).toEqual(AGAIN);
  });

  it('fails if the service repeats the same page', async () => {
    const { error, starts } = await readProducts(page(4, 1, 2));

    expect(error).toBeInstanceOf(IncompleteList);
    expect(starts).toEqual(AGAIN);
  });
});

describe('readAllPages of an invalid page', () => {
  const { clock } = recordConnection(0);

  it.each([
    { count: 2, total: 2, data: [{ id: 1 }] },
    { count: 1, data: [{ id: 1 }] },
    { count: 0, total: '3', data: [] },
    { count: 1, total: 1 },
  ])('fails immediately for %j', async (body) => {
    const session: ApiSession = { get: async <Body>() => body as Body };
    await expect(readAllPages(session, clock, PRODUCTS, {})).rejects.toThrow('/api/products gave no page');
  });
});
