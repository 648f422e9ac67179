import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import type { ExportRequest } from '../../../shared/contract/bridge.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { CALLER, catalogOf, exporterOver, price, priced, priceListOf, product } from './export-platform.ts';

const ALL: ExportRequest = { dataset: 'price-list', filters: {}, language: 'nl' };
const SORTED = { filters: { sort: 'sku' } };

async function save(methods: Partial<Platform>, request: Partial<ExportRequest> = {}) {
  const path = join(temporaryFolder(), 'list.csv');
  const { rows, bytes } = await exporterOver(methods).run({ ...ALL, ...request }, CALLER, path);
  return { rows, bytes, text: readFileSync(path, 'utf8') };
}

describe('the price list', () => {
  it('has one row per product with its sale price, and blanks where there is none', async () => {
    const { methods } = priceListOf([
      { rows: [priced(1, { sku: '0012345678905', title: 'Café; "groot"' })], next: '1' },
      {
        rows: [
          priced(2, { salePrice: null }),
          priced(3, { title: '=SOM(A1)', salePrice: { ppu: -1, ppu_wt: -1.0625, tax_rate_id: 202 } }),
        ],
        next: null,
      },
    ]);

    const { text, rows, bytes } = await save(methods);

    expect(text).toBe(
      '\uFEFFsku;title;ppu_wt;ppu;vat\r\n' +
        '0012345678905;"Café; ""groot""";12,10;10,00;21\r\n' +
        'SKU-2;Product 2;;;\r\n' +
        "SKU-3;'=SOM(A1);-1,0625;-1,00;5,5\r\n",
    );
    expect(rows).toBe(3);
    expect(bytes).toBe(Buffer.byteLength(text));
  });

  it.each([{}, { stock: 'negative', priced: '0', product_group_id: '101', tax_rate_id: '201', sort: 'id' }])(
    'asks with the filters %j batch after batch, and then for their count, as the caller',
    async (filters) => {
      const { methods, asked, counted } = priceListOf([
        { rows: [priced(1)], next: 'one' },
        { rows: [priced(2)], next: null },
      ]);

      await save(methods, { filters });

      const query = { stock: 'negative', priced: false, product_group_id: 101, tax_rate_id: 201 };
      const expected = 'stock' in filters ? query : {};
      expect(asked).toEqual([
        [CALLER, expected, null],
        [CALLER, expected, 'one'],
      ]);
      expect(counted).toEqual([[CALLER, { ...expected, start: 0, limit: 1 }]]);
    },
  );

  it('sorted, has the products in the order of the list, each with its sale price', async () => {
    const { methods } = catalogOf(
      [product(3), product(1), product(2)],
      [
        price(13, 1, { product_price_type_id: 3, ppu: 8, ppu_wt: 9.68 }),
        price(12, 1, { from_qty: 10, ppu: 9, ppu_wt: 10.89 }),
        price(11, 1, { ppu: 10.7025, ppu_wt: 12.95 }),
        price(10, 2, { from_qty: 5 }),
        price(22, 3, { ppu: 99, ppu_wt: 99 }),
        price(21, 3, { ppu: -1, ppu_wt: -1.06, tax_rate_id: 202 }),
      ],
    );

    expect((await save(methods, SORTED)).text).toBe(
      '\uFEFFsku;title;ppu_wt;ppu;vat\r\n' +
        'SKU-3;Product 3;-1,06;-1,00;5,5\r\n' +
        'SKU-1;Product 1;12,95;10,7025;21\r\n' +
        'SKU-2;Product 2;;;\r\n',
    );
  });

  it('sorted, holds the whole of 1,001 products with 2,002 prices, read by 200 and by 500', async () => {
    const ids = Array.from({ length: 1_001 }, (_, index) => index + 1);
    const tiers = ids.flatMap((id) => [
      price(id, id, { ppu: id, ppu_wt: id }),
      price(10_000 + 3 * id, id, { from_qty: 5 }),
      price(10_001 + 3 * id, id, { product_price_type_id: 2 }),
    ]);
    const { methods, reads } = catalogOf(
      ids.map((id) => product(id)),
      tiers,
    );

    const { text, rows } = await save(methods, SORTED);

    const lines = text.trimEnd().split('\r\n').slice(1);
    expect(rows).toBe(1_001);
    expect(lines.map((line) => line.split(';')[2])).toEqual(ids.map((id) => `${id},00`));
    expect(reads).toEqual({ products: 6, prices: 11 });
  });

  it('asks for what was searched page by page, as the caller', async () => {
    const asked: unknown[] = [];
    const searchProducts: Platform['searchProducts'] = async (caller, query) => {
      asked.push([caller, query]);
      return { total: 0, rows: [] };
    };

    await save(
      { searchProducts },
      {
        filters: {
          q: 'appel',
          product_group_id: '101',
          tax_rate_id: '201',
          stock: 'negative',
          priced: '0',
          sort: '-sku',
        },
      },
    );

    const filters = { q: 'appel', product_group_id: 101, tax_rate_id: 201, stock: 'negative', priced: false };
    expect(asked).toEqual([[CALLER, { ...filters, sort: '-sku', start: 0, limit: 200 }]]);
  });

  it('leaves hidden columns out and keeps the order of the others', async () => {
    const { methods } = priceListOf([{ rows: [priced(1)], next: null }]);

    expect((await save(methods, { columns: ['vat', 'sku'] })).text).toBe('\uFEFFsku;vat\r\nSKU-1;21\r\n');
  });

  it('has the same header in English', async () => {
    const { methods } = priceListOf([{ rows: [], next: null }]);

    expect((await save(methods, { language: 'en' })).text).toBe('\uFEFFsku;title;ppu_wt;ppu;vat\r\n');
  });

  it.each([
    [{ filters: { limit: '5' } }, 'limit'],
    [{ filters: { stock: 'some' } }, 'stock'],
    [{ filters: { product_group_id: '999' } }, 'product_group_id'],
    [{ filters: { tax_rate_id: '999' } }, 'tax_rate_id'],
    [{ columns: ['sku', 'customer_email'] }, 'customer_email'],
    [{ columns: ['sku', 'sku'] }, 'more than once'],
  ])('refuses %j and says why', async (request, why) => {
    const exporter = exporterOver({});

    await expect(exporter.suggestFileName({ ...ALL, ...request }, CALLER)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(why),
    });
  });

  const fails = async () => {
    throw new PlatformError('unavailable', 'The platform is away.');
  };
  const incomplete = { code: 'incomplete', reason: 'incomplete' };
  const failed = { code: 'source_failed', message: 'The platform is away.' };
  const unknownRate = { salePrice: { ppu: 1, ppu_wt: 1, tax_rate_id: 999 } };
  const row = priced(1);

  it.each<[string, Partial<Platform>, object]>([
    ['there are more products', priceListOf([{ rows: [row], next: null }], 2).methods, incomplete],
    ['there are fewer products', priceListOf([{ rows: [row], next: null }], 0).methods, incomplete],
    ['a batch repeats', priceListOf([batch(1, 2), batch(1, 2)]).methods, incomplete],
    ['a batch goes back', priceListOf([batch(5, 6), batch(4, 7)]).methods, incomplete],
    ['a row comes twice', priceListOf([batch(5, 5)]).methods, incomplete],
    ['batches come without end', priceListOf([batch(1), batch()]).methods, incomplete],
    ['a rate is unknown', priceListOf([{ rows: [priced(1, unknownRate)], next: null }]).methods, incomplete],
    ['the platform fails', { readPriceList: fails }, failed],
  ])('leaves no file when %s', async (_name, methods, failure) => {
    const folder = temporaryFolder();

    await expect(exporterOver(methods).run(ALL, CALLER, join(folder, 'list.csv'))).rejects.toMatchObject(
      failure,
    );

    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[string, Partial<Platform>]>([
    ['a page', { searchProducts: async () => ({ total: 3, rows: [] }) }],
    ['a page of prices', { ...catalogOf([product(1)], []).methods, listProductPrices: noneOfOne }],
  ])('sorted, leaves no file when %s is missing', async (_name, methods) => {
    const path = join(temporaryFolder(), 'list.csv');

    await expect(exporterOver(methods).run({ ...ALL, ...SORTED }, CALLER, path)).rejects.toMatchObject(
      incomplete,
    );

    expect(existsSync(path)).toBe(false);
  });

  it('is named after the day in Amsterdam', async () => {
    const exporter = exporterOver({});

    expect(await exporter.suggestFileName(ALL, CALLER)).toBe('prijslijst_2026-11-21.csv');
    expect(await exporter.suggestFileName({ ...ALL, language: 'en' }, CALLER)).toBe(
      'price-list_2026-11-21.csv',
    );
  });
});

/** Products with these ids, and more to come. */
function batch(...ids: number[]) {
  return { rows: ids.map((id) => priced(id)), next: `after ${ids}` };
}

async function noneOfOne() {
  return { total: 1, rows: [] };
}
