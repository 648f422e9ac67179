import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../../electron/platform/platform.ts';
import type { ExportRequest } from '../../../../shared/contract/exports.ts';
import { linesOf, readPdf } from '../../../support/read-pdf.ts';
import { readXlsx } from '../../../support/read-xlsx.ts';
import { CALLER, GROUP, PRODUCT, RATE } from '../../../support/shop-fixture.ts';
import {
  CALLER as ANYBODY,
  catalogOf,
  exporterOver,
  exportPlatform,
  nameOf,
  price,
  product,
  saveWith,
} from '../export-platform.ts';
import { openFixture } from './open-fixture.ts';
import { cellsOf, readFrom, readOver, selectFrom } from './read-dataset.ts';

const { owner, staff } = CALLER;

describe('the catalog', () => {
  it('has a row per product with its group, stock and sale price, and nothing where it was never priced', async () => {
    const { rows, total } = await readFrom(await openFixture(), 'catalog', { caller: owner });

    expect(total).toBe(5);
    expect(cellsOf(rows, 'id', 'sku', 'title', 'group', 'stock', 'ppu_wt', 'ppu', 'vat')).toEqual([
      [PRODUCT.cafe, '0012345678905', 'Café crème; "groot"', 'Boeken', -2, 12.1, 10, 21],
      [PRODUCT.apple, 'APPEL', 'Appel', 'Speelgoed', 0, 1.09, 1, 9],
      [PRODUCT.lamp, 'APPEL-2', 'Lamp', 'Speelgoed', 0, null, null, null],
      [PRODUCT.course, 'CURSUS', 'Appeltaart bakken, cursus', 'Boeken', 2.5, null, null, null],
      [PRODUCT.odd, 'X%_*"-1', '=SOM(A1) 100% katoen_trui appel', 'Restanten', 1, null, null, null],
    ]);
    expect(rows.map(({ key }) => key)).toEqual(rows.map(({ id }) => String(id)));
  });

  it.each([
    ['nl', 'Vrijgesteld', 'zonder prijs'],
    ['en', 'Exempt', 'no price'],
  ] as const)('says of a rate that it is exempt, and on paper that there is no price, in %s', async (...words) => {
    const [language, exempt, noPrice] = words;
    const { methods } = catalogOf(
      [product(1), product(2), product(3)],
      [price(11, 1, { tax_rate_id: 200 }), price(12, 2)],
    );
    const columns = ['sku', 'ppu_wt', 'vat'];
    const saved = (request: Partial<ExportRequest>) =>
      saveWith(exporterOver(methods), { dataset: 'catalog', columns, language, ...request }, ANYBODY);

    const excel = (await saved({})).text.split('\r\n');
    expect(excel.slice(1, 4)).toEqual([`"SKU-1";12,10;"${exempt}"`, '"SKU-2";12,10;21,00', '"SKU-3";;']);
    const data = (await saved({ profile: 'data' })).text.split('\r\n');
    expect(data.slice(1, 4)).toEqual(['SKU-1,12.10,0', 'SKU-2,12.10,21', 'SKU-3,,']);
    const [sheet] = (await readXlsx((await saved({ format: 'xlsx' })).bytes)).sheets;
    expect(sheet?.rows.slice(1)).toEqual([
      ['SKU-1', 12.1, exempt],
      ['SKU-2', 12.1, 21],
      ['SKU-3', noPrice, null],
    ]);
    const lines = (await readPdf((await saved({ format: 'pdf' })).bytes)).pages.flatMap(linesOf);
    expect(lines).toEqual(expect.arrayContaining([`SKU-1\t12${language === 'nl' ? ',' : '.'}10\t${exempt}`]));
    expect(lines).toEqual(expect.arrayContaining([`SKU-3\t${noPrice}`]));
  });

  it('has the products and the stock that a locked caller sees', async () => {
    const platform = await openFixture();
    const expected = await platform.searchProducts(staff, { start: 0, limit: 200 });

    const { rows, selection } = await readFrom(platform, 'catalog', { caller: staff });

    expect(cellsOf(rows, 'id', 'stock')).toEqual(expected.rows.map(({ id, stock }) => [id, stock]));
    expect(rows[0]?.stock).toBe(5);
    expect(selection.place).toBe('Utrecht');
  });

  it.each([
    { q: 'appel' },
    { product_group_id: String(GROUP.books) },
    { tax_rate_id: String(RATE.nl9) },
    { stock: 'positive', sort: '-stock' },
    { priced: 'false', sort: 'title' },
  ])('has what the list of products has for %j, and counts as many', async (filters) => {
    const platform = await openFixture();
    const { product_group_id, tax_rate_id, priced, ...rest } = filters as Record<string, string>;
    const query = {
      ...rest,
      ...(product_group_id && { product_group_id: Number(product_group_id) }),
      ...(tax_rate_id && { tax_rate_id: Number(tax_rate_id) }),
      ...(priced && { priced: priced === 'true' }),
    };
    const expected = await platform.searchProducts(owner, { ...query, start: 0, limit: 200 });

    const { rows, selection } = await readFrom(platform, 'catalog', { filters, caller: owner });

    expect(expected.total).toBeGreaterThan(0);
    expect(expected.total).toBeLessThan(5);
    expect(rows.map(({ id }) => id)).toEqual(expected.rows.map(({ id }) => id));
    expect(await selection.count()).toBe(expected.total);
  });

  it('calls a group that is not known by its id, and has no percentage for a VAT rate that is not known', async () => {
    const unknown = catalogOf([product(1, { product_group_id: 999 })], [price(11, 1)]);
    const untaxable = catalogOf([product(1)], [price(11, 1, { tax_rate_id: 999 })]);

    const { rows } = await readOver(unknown.methods, 'catalog', { caller: ANYBODY });

    expect(cellsOf(rows, 'group', 'vat')).toEqual([['999', 21]]);
    const { rows: untaxed } = await readOver(untaxable.methods, 'catalog', { caller: ANYBODY });
    expect(untaxed.map(({ vat, vat_label, vat_name }) => [vat, vat_label, vat_name])).toEqual([[null, null, null]]);
  });

  it.each([
    ['the home country alone where no price has another one', 201, ['NL']],
    ['the whole registry besides, once, where one has', 202, ['NL', undefined]],
  ])('asks for the tax rates of %s', async (_which, tax_rate_id, expected) => {
    const ids = Array.from({ length: 450 }, (_, index) => index + 1);
    const { methods } = catalogOf(
      ids.map((id) => product(id)),
      ids.map((id) => price(id, id, { tax_rate_id })),
    );
    const platform = exportPlatform(methods);
    const countries: unknown[] = [];
    const listReference: Platform['listReference'] = async (caller, kind, country) => {
      if (kind === 'taxRates') countries.push(country);
      return platform.listReference(caller, kind, country);
    };

    await readFrom({ ...platform, listReference }, 'catalog', { caller: ANYBODY });
    expect(countries).toEqual(expected);
  });

  it('is read page by page to its end', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => index + 1);
    const { methods } = catalogOf(
      ids.map((id) => product(id)),
      ids.map((id) => price(id, id, { ppu: id, ppu_wt: id })),
    );

    const { rows, total } = await readOver(methods, 'catalog', { caller: ANYBODY });

    expect(cellsOf(rows, 'id', 'ppu_wt')).toEqual(ids.map((id) => [id, id]));
    expect(total).toBe(450);
  });

  it('tells its filters in the language of the file, and its order where it is another one', async () => {
    const filters = {
      q: 'appel taart',
      product_group_id: String(GROUP.books),
      tax_rate_id: String(RATE.be21),
      stock: 'negative',
      priced: '1',
      sort: '-stock',
    };
    const platform = await openFixture();
    const told = async (language: 'nl' | 'en') => {
      const selection = await selectFrom(platform, 'catalog', { filters, caller: owner, language });
      return selection.filters.map(({ label, value }) => `${label}: ${value}`);
    };

    expect(await told('nl')).toEqual([
      'Omzetgroep: Boeken',
      'Btw-tarief: 21\u00a0% BE',
      'Voorraad: negatieve voorraad',
      'Prijs: met prijs',
      'Zoektekst: appel taart',
      'Volgorde: voorraad, aflopend',
    ]);
    expect(await told('en')).toEqual([
      'Turnover group: Boeken',
      'VAT rate: 21% BE',
      'Stock: negative stock',
      'Price: with price',
      'Search text: appel taart',
      'Sorted by: stock, descending',
    ]);
  });

  it.each([
    [{ sort: 'id' }, []],
    [{ q: '' }, []],
    [{ q: 'appel', sort: 'id' }, ['appel', 'nummer, oplopend']],
  ])('tells of %j only what changes something', async (filters, values) => {
    const { filters: told } = await selectFrom(await openFixture(), 'catalog', { filters, caller: owner });

    expect(told.map(({ value }) => value)).toEqual(values);
  });

  it('is named after the day and the filters', async () => {
    const filters = { product_group_id: '101', stock: 'positive', q: 'Jan', sort: 'sku' };

    expect(await nameOf({ dataset: 'catalog', filters })).toBe('artikelen_2026-11-21_boeken_op-voorraad_selectie.csv');
    expect(await nameOf({ dataset: 'catalog', language: 'en' })).toBe('products_2026-11-21.csv');
  });

  it.each([
    [{ start: '0' }, 'start'],
    [{ product_group_id: String(GROUP.beta) }, 'product_group_id'],
    [{ tax_rate_id: String(RATE.beta) }, 'tax_rate_id'],
    [{ sort: 'margin' }, 'sort'],
  ])('refuses the filters %j and names %s', async (filters, name) => {
    await expect(selectFrom(await openFixture(), 'catalog', { filters, caller: owner })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(name),
    });
  });
});
