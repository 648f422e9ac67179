import { describe, expect, it, onTestFinished } from 'vitest';
import { createTilldesk, IncompleteList } from '../../clients/typescript/client.ts';
import type { Page } from '../../electron/platform/platform.ts';
import type { Product } from '../../shared/contract/products.ts';
import { recordConnection } from '../support/recorded-connection.ts';
import { createProduct } from '../support/sample-product.ts';
import { startScriptedServer } from '../support/scripted-server.ts';
import { STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { startStandInService } from '../support/stand-in-service.ts';

const PRODUCTS = '/api/products';

/** Pages of two, in the order in which the platform returns them; the last one is repeated. */
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
  const reading = createTilldesk({ ...connection, auth: STAND_IN_CREDENTIALS }).readAll(PRODUCTS, { limit: 2 });
  const outcome = await reading.then(
    (rows) => ({ ids: rows.map(({ id }) => id), error: null }),
    (error: unknown) => ({ ids: null, error }),
  );
  const starts = connection
    .exchangesOf(`GET ${PRODUCTS}`)
    .map(({ query }) => [query.get('start'), query.get('limit')].join('/'));
  return { ...outcome, starts };
}

function page(total: number, ...ids: number[]): Page<Product> {
  return { total, rows: ids.map((id) => createProduct({ id })) };
}

describe('all rows of a list', () => {
  it('are read from the end of the previous page until the total is reached', async () => {
    const { ids, starts } = await readProducts(page(5, 1, 2), page(5, 3, 4), page(5, 5));

    expect(ids).toEqual([1, 2, 3, 4, 5]);
    expect(starts).toEqual(['0/2', '2/2', '4/2']);
  });

  it('are empty after one empty page', async () => {
    expect(await readProducts(page(0))).toMatchObject({ ids: [], starts: ['0/2'] });
  });
});

describe('a list that changes while it is read', () => {
  const AGAIN = ['0/2', '2/2', '0/2', '2/2'];

  it('is read again if a row was added, and has every row once', async () => {
    const { ids, starts } = await readProducts(page(3, 1, 2), page(4, 2, 3), page(4, 9, 1), page(4, 2, 3));

    expect(ids).toEqual([9, 1, 2, 3]);
    expect(starts).toEqual(AGAIN);
  });

  it('is read again if rows repeat although the total is unchanged', async () => {
    const { ids, starts } = await readProducts(page(4, 1, 2), page(4, 2, 3), page(4, 9, 1), page(4, 2, 3));

    expect(ids).toEqual([9, 1, 2, 3]);
    expect(starts).toEqual(AGAIN);
  });

  it('is read again if a page is empty before the end', async () => {
    const { ids, starts } = await readProducts(page(3, 1, 2), page(3), page(3, 1, 2), page(3, 3));

    expect(ids).toEqual([1, 2, 3]);
    expect(starts).toEqual(AGAIN);
  });

  it('fails if the second reading is no better', async () => {
    const growing = [page(3, 1, 2), page(4, 3, 4), page(5, 1, 2), page(6, 3, 4), page(7, 5, 6)];
    const { ids, error, starts } = await readProducts(...growing);

    expect(ids).toBeNull();
    expect(error).toMatchObject({
      name: 'IncompleteList',
      message: '/api/products changed or ended early while it was read, at row 2 of 5.',
    });
    expect(starts).toEqual(AGAIN);
  });
});

describe('the rows of a list', () => {
  it('arrive page by page, and a reader who stops reads no more pages', async () => {
    const connection = recordConnection(await startScriptedServer({ status: 200, text: answer(4, 1, 2) }));
    const { rows } = createTilldesk({ ...connection, auth: { apiKey: 'tdk_any' } });
    for await (const row of rows(PRODUCTS, { limit: 2 })) if (row.id === 2) break;

    expect(connection.exchanges).toHaveLength(1);
  });

  it.each([
    { count: 2, total: 2, data: [{ id: 1 }] },
    { count: 1, data: [{ id: 1 }] },
    { count: 0, total: '3', data: [] },
    { count: 1, total: 1 },
  ])('fail for a page like %j', async (body) => {
    const connection = recordConnection(await startScriptedServer({ status: 200, text: JSON.stringify(body) }));
    const { readAll } = createTilldesk({ ...connection, auth: { apiKey: 'tdk_any' } });
    await expect(readAll(PRODUCTS, {})).rejects.toThrow(IncompleteList);
  });
});

function answer(total: number, ...ids: number[]): string {
  return JSON.stringify({ start: 0, count: ids.length, total, data: ids.map((id) => ({ id })) });
}
