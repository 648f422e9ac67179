import { describe, expect, it } from 'vitest';
import { createProduct } from '../../../support/sample-product.ts';
import { CREDENTIALS, remoteBefore } from './scripted-deployment.ts';

const product = (id: number) => createProduct({ id, sku: `S${id}`, title: `Artikel ${id}` });
const price = (id: number, product_id: number, more: object = {}) => ({
  ...{ id, product_id, product_price_type_id: 1, is_sale_price: true, ppu: id, ppu_wt: id },
  ...{ tax_rate_id: 1, currency: 'EUR', from_qty: null, ...more },
});

const numbers = (query: URLSearchParams, name: string) => (query.get(name) ?? '').split(',').map(Number);

/** A catalog that a test may change while it is read. */
async function catalogOf(ids: number[], pricesOf = (id: number) => [price(id, id)]) {
  const catalog = { ids, onRead: (_start: number): void => undefined };
  const remote = await remoteBefore(({ path, query }) => {
    const [start = 0] = numbers(query, 'start');
    const [limit = 0] = numbers(query, 'limit');
    const page = (rows: object[]) => {
      const data = rows.slice(start, start + limit);
      return { body: { start, limit, count: data.length, total: rows.length, data } };
    };
    if (path === '/api/product-prices') return page(numbers(query, 'product_ids').flatMap(pricesOf));
    if (path !== '/api/products') return undefined;
    catalog.onRead(start);
    const answer = page(catalog.ids.map(product));
    return { body: { q: '', ...answer.body } };
  });
  return { ...remote, catalog, caller: await remote.platform.signIn(CREDENTIALS) };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => (index + 1) * 10);

describe('the price list of another deployment', () => {
  it('has each product once, with the sale price of the lowest id', async () => {
    const { platform, caller } = await catalogOf(upTo(201), (id) => [
      ...[price(id + 2, id), price(id + 1, id), price(id + 3, id, { product_price_type_id: 2 })],
      price(id, id, { from_qty: 5 }),
    ]);

    const first = await platform.readPriceList(caller, {}, null);
    const second = await platform.readPriceList(caller, {}, first.next);

    expect(first.rows).toHaveLength(200);
    expect(first.rows[0]?.salePrice?.ppu).toBe(11);
    expect(second.rows.map(({ id }) => id)).toEqual([2_010]);
    expect(second.next).toBeNull();
  });

  it.each([
    ['0', [{ from_qty: 0 }], 10],
    ['1', [{ from_qty: 1 }], 10],
    ['0 and 1, the lowest id', [{ from_qty: 1 }, { from_qty: 0 }], 10],
    ['1 and none, the one that came without', [{ from_qty: 1 }, { from_qty: null }], 11],
    ['1 and none of another type', [{ from_qty: 1 }, { from_qty: null, product_price_type_id: 2 }], 10],
    ['2', [{ from_qty: 2 }], undefined],
  ])('has as sale price that from %s', async (_name, prices, expected) => {
    const { platform, caller } = await catalogOf([10], (id) =>
      prices.map((more, index) => price(id + index, id, more)),
    );

    const { rows } = await platform.readPriceList(caller, {}, null);

    expect(rows[0]?.salePrice?.ppu).toBe(expected);
    const listed = await platform.listProductPrices(caller, { product_ids: [10], start: 0, limit: 10 });
    const sale = listed.rows.filter((row) => row.product_price_type_id === 1 && row.from_qty === null);
    expect(sale[0]?.ppu).toBe(expected);
  });

  it.each<[string, (ids: number[]) => number[]]>([
    ['products before it have gone', (ids) => ids.slice(50)],
    ['products before it are new', (ids) => [1, 2, 3, ...ids]],
    ['its last product has gone', (ids) => ids.filter((id) => id !== 2_000)],
  ])('continues after the last product if %s', async (_name, change) => {
    const { platform, caller, catalog } = await catalogOf(upTo(450));
    const { next } = await platform.readPriceList(caller, {}, null);
    catalog.ids = change(catalog.ids);

    const { rows } = await platform.readPriceList(caller, {}, next);

    expect(rows[0]?.id).toBe(2_010);
    expect(rows.map(({ id }) => id)).toEqual(upTo(450).slice(200, 200 + rows.length));
  });

  it('ends if all remaining products were deleted', async () => {
    const { platform, caller, catalog } = await catalogOf(upTo(300));
    const { next } = await platform.readPriceList(caller, {}, null);
    catalog.ids = catalog.ids.slice(0, 100);

    expect(await platform.readPriceList(caller, {}, next)).toEqual({ rows: [], next: null });
  });

  it('reads the prices again if their number changes between two pages', async () => {
    let reads = 0;
    const { platform, caller } = await catalogOf([10], () => {
      reads += 1;
      return Array.from({ length: reads === 1 ? 600 : 601 }, (_, index) => price(700 - index, 10));
    });

    const { rows } = await platform.readPriceList(caller, {}, null);

    expect(rows[0]?.salePrice?.ppu).toBe(100);
    expect(reads).toBe(4);
  });

  it('is refused if the number of prices keeps changing', async () => {
    let reads = 600;
    const { platform, caller } = await catalogOf([10], () => {
      reads += 1;
      return Array.from({ length: reads }, (_, index) => price(index + 1, 10));
    });

    await expect(platform.readPriceList(caller, {}, null)).rejects.toMatchObject({ code: 'invalid_answer' });
  });

  it('continues after the last product if many were deleted', async () => {
    const { platform, caller, catalog, asked } = await catalogOf(upTo(1_000));
    catalog.ids = catalog.ids.filter((id) => id > 7_000);
    const before = asked.length;

    const { rows } = await platform.readPriceList(caller, {}, '8000@800');

    expect(rows[0]?.id).toBe(8_010);
    expect(asked.length - before).toBeLessThan(20);
  });

  it('continues after the last product if many are new', async () => {
    const { platform, caller, catalog } = await catalogOf(upTo(450));
    const { next } = await platform.readPriceList(caller, {}, null);
    catalog.ids = [...Array.from({ length: 900 }, (_, nth) => nth / 1_000), ...catalog.ids].map((id, nth) =>
      id < 10 ? nth + 1 : id + 10_000,
    );
    const shifted = next?.replace(/^\d+/, '12000') ?? '';

    expect((await platform.readPriceList(caller, {}, shifted)).rows[0]?.id).toBe(12_010);
  });

  it('is refused if it changes each time that the next product is searched for', async () => {
    const { platform, caller, catalog } = await catalogOf(upTo(450));
    const { next } = await platform.readPriceList(caller, {}, null);
    catalog.onRead = (start) => {
      catalog.ids = start === 0 ? upTo(450).map((_, nth) => nth) : upTo(450).map((id) => id + 10_000);
    };

    await expect(platform.readPriceList(caller, {}, next)).rejects.toMatchObject({ code: 'invalid_answer' });
  });

  it('does not read prices endlessly', async () => {
    const { platform, caller } = await catalogOf([10], () => Array.from({ length: 50_001 }, (_, id) => price(id, 10)));

    await expect(platform.readPriceList(caller, {}, null)).rejects.toMatchObject({ code: 'invalid_answer' });
  });
});
