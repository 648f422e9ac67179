import { describe, expect, it } from 'vitest';
import { sampleProduct } from '../../../support/sample-product.ts';
import { CREDENTIALS, remoteBefore } from './scripted-deployment.ts';

const product = (id: number) => sampleProduct({ id, sku: `S${id}`, title: `Artikel ${id}` });
const price = (id: number, product_id: number, more: object = {}) => ({
  ...{ id, product_id, product_price_type_id: 1, is_sale_price: true, ppu: id, ppu_wt: id },
  ...{ tax_rate_id: 1, currency: 'EUR', from_qty: null, ...more },
});

const numbers = (query: URLSearchParams, name: string) => (query.get(name) ?? '').split(',').map(Number);

/** A catalog that a test may change while it is read. */
async function catalogOf(ids: number[], pricesOf = (id: number) => [price(id, id)]) {
  const catalog = { ids, onRead: (_limit: number): void => undefined };
  const there = await remoteBefore(({ path, query }) => {
    const [start = 0] = numbers(query, 'start');
    const [limit = 0] = numbers(query, 'limit');
    const page = (rows: object[]) => {
      const data = rows.slice(start, start + limit);
      return { body: { start, limit, count: data.length, total: rows.length, data } };
    };
    if (path === '/api/product-prices') return page(numbers(query, 'product_ids').flatMap(pricesOf));
    if (path !== '/api/products') return undefined;
    catalog.onRead(limit);
    const answer = page(catalog.ids.map(product));
    return { body: { q: '', ...answer.body } };
  });
  return { ...there, catalog, caller: await there.platform.signIn(CREDENTIALS) };
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
  ])('has as sale price of those from %s', async (_name, prices, expected) => {
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
  ])('goes on after the last product where %s', async (_name, change) => {
    const { platform, caller, catalog } = await catalogOf(upTo(450));
    const { next } = await platform.readPriceList(caller, {}, null);
    catalog.ids = change(catalog.ids);

    const { rows } = await platform.readPriceList(caller, {}, next);

    expect(rows[0]?.id).toBe(2_010);
    expect(rows.map(({ id }) => id)).toEqual(upTo(450).slice(200, 200 + rows.length));
  });

  it('ends where all that was left has gone', async () => {
    const { platform, caller, catalog } = await catalogOf(upTo(300));
    const { next } = await platform.readPriceList(caller, {}, null);
    catalog.ids = catalog.ids.slice(0, 100);

    expect(await platform.readPriceList(caller, {}, next)).toEqual({ rows: [], next: null });
  });

  it('reads the prices once more where their number changes between two pages', async () => {
    let reads = 0;
    const { platform, caller } = await catalogOf([10], () => {
      reads += 1;
      return Array.from({ length: reads === 1 ? 600 : 601 }, (_, index) => price(700 - index, 10));
    });

    const { rows } = await platform.readPriceList(caller, {}, null);

    expect(rows[0]?.salePrice?.ppu).toBe(100);
    expect(reads).toBe(4);
  });

  it('is refused where the number of prices changes all the time', async () => {
    let reads = 600;
    const { platform, caller } = await catalogOf([10], () => {
      reads += 1;
      return Array.from({ length: reads }, (_, index) => price(index + 1, 10));
    });

    await expect(platform.readPriceList(caller, {}, null)).rejects.toMatchObject({ code: 'invalid_answer' });
  });

  it.each([
    [1, null],
    [Number.POSITIVE_INFINITY, 'invalid_answer'],
  ])('that moves %s times while its place is looked for is read once more: %s', async (moves, code) => {
    const { platform, caller, catalog, asked } = await catalogOf(upTo(450));
    const { next } = await platform.readPriceList(caller, {}, null);
    catalog.ids = catalog.ids.slice(50);
    let left = moves;
    catalog.onRead = (limit) => {
      if (limit > 1 || left <= 0) return;
      left -= 1;
      catalog.ids = catalog.ids.slice(1);
    };
    const before = asked.length;

    const batch = await platform.readPriceList(caller, {}, next).catch((error) => error);

    if (code === null) expect(batch.rows[0].id).toBe(2_010);
    else expect(batch).toMatchObject({ code });
    expect(asked.length - before).toBeLessThan(30);
  });

  it('notices a product that came for one that went while its place was looked for', async () => {
    const { platform, caller, catalog } = await catalogOf(upTo(450));
    const { next } = await platform.readPriceList(caller, {}, null);
    catalog.ids = catalog.ids.slice(50);
    let reads = 0;
    // Behind the first product of the next batch one goes, and one comes before it.
    catalog.onRead = (limit) => {
      reads += 1;
      if (limit > 1 && reads > 2) catalog.ids = [5, ...catalog.ids.slice(0, -1)];
      if (reads > 12) catalog.onRead = () => undefined;
    };

    const { rows } = await platform.readPriceList(caller, {}, next);

    expect(rows[0]?.id).toBe(2_010);
  });

  it('does not read prices without end', async () => {
    const { platform, caller } = await catalogOf([10], () => Array.from({ length: 50_001 }, (_, id) => price(id, 10)));

    await expect(platform.readPriceList(caller, {}, null)).rejects.toMatchObject({ code: 'invalid_answer' });
  });
});
