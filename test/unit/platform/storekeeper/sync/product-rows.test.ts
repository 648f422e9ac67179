import { describe, expect, it } from 'vitest';
import {
  createProductsStream,
  makeProductsDue,
} from '../../../../../electron/platform/storekeeper/sync/products-stream.ts';
import { readFact } from '../../../../../electron/store/copies/copy-store.ts';
import { notesOf, openScripted, pageOf, readOn, versionOf } from './account-rig.ts';

interface Wire {
  readonly sku?: string | null;
  readonly price?: number | null;
  readonly title?: string;
  readonly rate?: number;
}

const wireRow = (
  id: number,
  product_id: number,
  { sku = `S${product_id}`, price = 12.1, title, rate = 55 }: Wire = {},
) => ({
  ...{ id, product_id, active: true },
  flat_product: { title: title ?? `Product ${product_id}`, product: { sku, product_stock: { value: 3 } } },
  ...(price !== null && {
    product_default_price: {
      ...{ id: product_id * 10 + 1, ppu: 10, ppu_wt: price, tax: 0.21, tax_rate_id: rate },
      ...{ currency_iso3: 'EUR', product_price_type_id: 1 },
    },
  }),
});

async function openRows(rows: unknown[], { pageRows = 100, total = (): number | null => rows.length } = {}) {
  let onPage = () => {};
  const scripted = await openScripted((_, request) => {
    const page = pageOf(rows, { ...request, limit: Math.min(request.limit, pageRows) }, total());
    onPage();
    return page;
  });
  const stream = () => createProductsStream(scripted.context());
  return {
    ...scripted,
    stream,
    /** Runs after each page that was answered. */
    afterPage(run: () => void) {
      onPage = run;
    },
    async sweep() {
      await makeProductsDue(scripted.db());
      return readOn(stream(), scripted);
    },
    skus: () => Object.fromEntries(scripted.rows('select id, sku from products').map(({ id, sku }) => [id, sku])),
  };
}

describe('SKUs', () => {
  it('change hands between two products of one page', async () => {
    const rows = [wireRow(1, 11), wireRow(2, 12), wireRow(3, 13)];
    const copy = await openRows(rows);
    await copy.sweep();
    rows.splice(0, 2, wireRow(1, 11, { sku: 'S12' }), wireRow(2, 12, { sku: 'S11' }));

    await copy.sweep();

    expect(copy.skus()).toEqual({ 11: 'S12', 12: 'S11', 13: 'S13' });
    expect(notesOf(copy, 'sku_taken')).toEqual([]);
    expect(copy.rows('select folded_sku from products where id = 11')).toEqual([{ folded_sku: 's12' }]);
  });

  it('change hands between products of different pages, in one sweep', async () => {
    const rows = [1, 2, 3, 4, 5, 6].map((id) => wireRow(id, id + 10));
    const copy = await openRows(rows, { pageRows: 2 });
    await copy.sweep();
    rows[0] = wireRow(1, 11, { sku: 'S16', title: '' });
    rows[5] = wireRow(6, 16, { sku: 'S11' });

    await copy.sweep();

    expect(copy.skus()).toMatchObject({ 11: 'S16', 16: 'S11' });
    expect(notesOf(copy, 'sku_taken')).toEqual([]);
    expect(copy.rows('select title, folded_title from products where id = 11')).toEqual([
      { title: 'S16', folded_title: 's16' },
    ]);
    const version = versionOf(copy);
    await copy.sweep();
    expect(versionOf(copy)).toBe(version);
  });

  it('stay with the product that has them, and another one gets them when that one is gone', async () => {
    const rows = [wireRow(1, 11, { sku: 'A' }), wireRow(2, 12, { sku: 'B' })];
    const copy = await openRows(rows);
    await copy.sweep();
    rows[0] = wireRow(1, 11, { sku: 'B' });
    await copy.sweep();
    expect(copy.skus()).toEqual({ 11: 'B~11', 12: 'B' });
    expect(notesOf(copy, 'sku_taken')).toEqual([
      { owner: 'product:11', record: 'product:11', given: 'B', written: 'B~11' },
    ]);
    await copy.sweep();
    expect(copy.skus()).toEqual({ 11: 'B~11', 12: 'B' });

    rows.pop();
    await copy.sweep();
    expect(copy.skus()).toEqual({ 11: 'B' });
    expect(notesOf(copy, 'sku_taken')).toEqual([]);
  });
});

describe('a product with rows of several shops', () => {
  const shops = (first: number, second: number) => [
    wireRow(1, 11, { price: first }),
    ...[2, 3, 4].map((id) => wireRow(id, id + 10)),
    wireRow(5, 11, { price: second, title: 'Of the second shop' }),
    wireRow(6, 11, { price: first }),
  ];

  it.each([100, 2, 1])('is that of the first, with a note of a differing price, on pages of %i', async (pageRows) => {
    const copy = await openRows(shops(12.1, 15), { pageRows });

    await copy.sweep();

    expect(copy.rows('select title, shop_product_id from products where id = 11')).toEqual([
      { title: 'Product 11', shop_product_id: 1 },
    ]);
    expect(copy.rows('select ppu_wt from product_prices where product_id = 11')).toEqual([{ ppu_wt: 121_000 }]);
    expect(notesOf(copy, 'price_differs_by_shop')).toEqual([
      { owner: 'product_row:5', record: 'product:11', given: '5', theirs: 150_000, ours: 121_000 },
    ]);
  });

  it('has no such note any more once the prices are the same', async () => {
    const rows: unknown[] = shops(12.1, 15);
    const copy = await openRows(rows, { pageRows: 2 });
    await copy.sweep();
    rows.splice(0, rows.length, ...shops(15, 15));
    await copy.sweep();
    expect(notesOf(copy, 'price_differs_by_shop')).toEqual([]);
  });

  it('is that of the next shop once the first no longer sells it', async () => {
    const rows: unknown[] = shops(12.1, 15);
    const copy = await openRows(rows, { pageRows: 2 });
    await copy.sweep();
    rows.shift();
    await copy.sweep();
    expect(copy.rows('select title, shop_product_id from products where id = 11')).toEqual([
      { title: 'Of the second shop', shop_product_id: 5 },
    ]);
    expect(notesOf(copy, 'price_differs_by_shop')).toEqual([
      { owner: 'product_row:6', record: 'product:11', given: '6', theirs: 121_000, ours: 150_000 },
    ]);
  });
});

describe('a list that moves while it is read', () => {
  it('loses no product where a row leaves and another one comes, although the count is right', async () => {
    const rows: unknown[] = Array.from({ length: 30 }, (_, at) => wireRow(at + 1, at + 11));
    const copy = await openRows(rows, { pageRows: 10 });
    await copy.sweep();
    let pages = 0;
    copy.afterPage(() => {
      pages += 1;
      if (pages === 2) rows.splice(0, 1);
      if (pages === 2) rows.push(wireRow(31, 41));
    });

    await copy.sweep();

    const ids = copy.rows('select id from products order by id').map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 30 }, (_, at) => at + 12));
    expect(await readFact(copy.db(), 'products_sweep_number')).toBe('3');
  });

  it('ends where its total says nothing, and then nothing is removed', async () => {
    const rows: unknown[] = Array.from({ length: 25 }, (_, at) => wireRow(at + 1, at + 11));
    const copy = await openRows(rows, { pageRows: 10, total: () => null });
    await copy.sweep();
    rows.splice(4, 1);

    await copy.sweep();

    expect(copy.rows('select count(*) as n from products')).toEqual([{ n: 25 }]);
    expect(notesOf(copy, 'sweep_incomplete')).toEqual([
      { owner: 'list:products', record: 'list:products', given: '', written: '24' },
    ]);
    expect(await readFact(copy.db(), 'products_swept_at')).toBe(String(copy.clock.now()));
    expect(await readFact(copy.db(), 'products_read_at')).toBeUndefined();
  });
});

describe('a row that cannot be read', () => {
  it('has a note, and its product stays as it was', async () => {
    const rows: unknown[] = [wireRow(1, 11), wireRow(2, 12)];
    const copy = await openRows(rows);
    await copy.sweep();
    rows[1] = { id: 2, product_id: 12, flat_product: 'none' };
    await copy.sweep();
    expect(copy.skus()).toEqual({ 11: 'S11', 12: 'S12' });
    expect(notesOf(copy, 'record_unreadable')).toEqual([{ owner: 'product_row:2', record: 'product_row:2' }]);
    rows[1] = wireRow(2, 12);
    await copy.sweep();
    expect(notesOf(copy, 'record_unreadable')).toEqual([]);
  });
});

describe('a VAT rate that only a price names', () => {
  it('is made with a note, which stays until the account lists the rate', async () => {
    const copy = await openRows([wireRow(1, 11, { rate: 77 }), wireRow(2, 12, { rate: 77 })]);
    await copy.sweep();
    await copy.sweep();
    expect(copy.rows('select id, value_hundredths as value from tax_rates')).toEqual([{ id: 77, value: 2_100 }]);
    expect(notesOf(copy, 'tax_rate_from_line')).toEqual([
      { owner: 'tax_rate:77', record: 'tax_rate:77', given: '21%' },
    ]);
  });
});
