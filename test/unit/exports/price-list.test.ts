import { describe, expect, it } from 'vitest';
import type { Batch, Platform, PriceListRow } from '../../../electron/platform/platform.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { cellsOf, readOver } from './datasets/read-dataset.ts';
import { CALLER, catalogOf, exporterOver, nameOf, price, product, saveWith } from './export-platform.ts';

const ALL = { dataset: 'price-list', filters: {} } as const;
const SORTED = { filters: { sort: 'sku' } };

async function save(methods: Partial<Platform>, request: Partial<ExportRequest> = {}) {
  const { manifest, text } = await saveWith(exporterOver(methods), { ...ALL, ...request }, CALLER);
  return { rows: manifest.rows, total: manifest.total, bytes: manifest.bytes, text };
}

function read(methods: Partial<Platform>, filters: Record<string, string> = {}) {
  return readOver(methods, 'price-list', { filters, caller: CALLER });
}

describe('the price list', () => {
  it('sorted, has the products in the given order, each with its sale price', async () => {
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
      '\uFEFF"Artikelnummer";"Artikel";"Prijs incl. btw";"Prijs excl. btw";"Btw %"\r\n' +
        '"SKU-3";"Product 3";-1,06;-1,00;5,50\r\n' +
        '"SKU-1";"Product 1";12,95;10,7025;21,00\r\n' +
        '"SKU-2";"Product 2";;;\r\n',
    );
  });

  it('sorted, is complete for 1,001 products with 3,003 prices', async () => {
    const ids = Array.from({ length: 1_001 }, (_, index) => index + 1);
    const tiers = ids.flatMap((id) => [
      price(id, id, { ppu: id, ppu_wt: id }),
      price(10_000 + 3 * id, id, { from_qty: 5 }),
      price(10_001 + 3 * id, id, { product_price_type_id: 2 }),
    ]);
    const { methods } = catalogOf(
      ids.map((id) => product(id)),
      tiers,
    );

    const { rows, total } = await read(methods, SORTED.filters);

    expect(cellsOf(rows, 'ppu_wt')).toEqual(ids.map((id) => [id]));
    expect(total).toBe(1_001);
  });

  it.each([
    [{ columns: ['sku', 'customer_email'] }, 'customer_email'],
    [{ columns: ['sku', 'sku'] }, 'more than once'],
  ])('refuses %j and says why', async (request, why) => {
    await expect(nameOf({ ...ALL, ...request })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(why),
    });
  });

  const incomplete = { code: 'incomplete', reason: 'incomplete' };
  const row = priced(1);

  it.each<[string, Partial<Platform>]>([
    ['there are more products', priceListOf([{ rows: [row], next: null }], 2).methods],
    ['there are fewer products', priceListOf([{ rows: [row], next: null }], 0).methods],
    ['a batch repeats', priceListOf([batch(1, 2), batch(1, 2)]).methods],
    ['a batch goes back', priceListOf([batch(5, 6), batch(4, 7)]).methods],
    ['a row comes twice', priceListOf([batch(5, 5)]).methods],
    ['batches come without end', priceListOf([batch(1), batch()]).methods],
  ])('is incomplete if %s', async (_name, methods) => {
    await expect(read(methods)).rejects.toMatchObject(incomplete);
  });

  it.each<[string, Partial<Platform>]>([
    ['a page', { searchProducts: async () => ({ total: 3, rows: [] }) }],
    ['a page of prices', { ...catalogOf([product(1)], []).methods, listProductPrices: noneOfOne }],
  ])('sorted, is incomplete if %s is missing', async (_name, methods) => {
    await expect(read(methods, SORTED.filters)).rejects.toMatchObject(incomplete);
  });
});

/** A batch of products with these ids that is not the last one. */
function batch(...ids: number[]) {
  return { rows: ids.map((id) => priced(id)), next: `after ${ids}` };
}

async function noneOfOne() {
  return { total: 1, rows: [] };
}

/** A platform that returns the price list in these batches and counts `total` products. */
function priceListOf(batches: readonly Batch<PriceListRow>[], total = batches.flatMap(({ rows }) => rows).length) {
  const left = [...batches];
  const readPriceList: Platform['readPriceList'] = async () => {
    const next = left.shift();
    if (!next) throw new Error('the test has no further batch');
    return next;
  };
  const searchProducts: Platform['searchProducts'] = async () => ({ total, rows: [] });
  return { methods: { readPriceList, searchProducts } satisfies Partial<Platform> };
}

function priced(id: number, changes: Partial<PriceListRow> = {}): PriceListRow {
  const salePrice = { ppu: 10, ppu_wt: 12.1, tax_rate_id: 201 };
  return { id, sku: `SKU-${id}`, title: `Product ${id}`, salePrice, ...changes };
}
