import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { RowBatch } from '../../../../electron/exports/dataset.ts';
import type { Platform, ReportKind, Reports } from '../../../../electron/platform/platform.ts';
import type { ProductSalesRow } from '../../../../shared/contract/product-sales.ts';
import { CALLER, GROUP, LOCATION, PRODUCT, SHOP } from '../../../support/shop-fixture.ts';
import { STAND_IN_CAPABILITIES } from '../../../support/stand-in-platform.ts';
import { CALLER as ANYBODY, nameOf, product } from '../export-platform.ts';
import { numberedReport } from '../numbered-report.ts';
import { OCTOBER, openFixture } from './open-fixture.ts';
import { cellsOf, readFrom, readOver, selectFrom } from './read-dataset.ts';

type SalesQuery = Reports['productSales']['query'];

const { owner, staff } = CALLER;
const dataset = 'product-sales';

function sale(product_id: number | null, changes: Partial<ProductSalesRow> = {}): ProductSalesRow {
  const figures = { quantity: 1, value: 10, value_wt: 12.1, discount_value_wt: 0, cost: 4, margin: 6 };
  return {
    product_id,
    sku: `SKU-${product_id}`,
    title: `Product ${product_id}`,
    product_group_id: 101,
    ...figures,
    ...changes,
  };
}

/** The report over these rows, page by page; each page says the sums of its own. */
function salesOf(
  rows: readonly ProductSalesRow[],
  sumsOf: (start: number) => number = () => rows.length,
  turnover = numberedReport(),
) {
  const asked: SalesQuery[] = [];
  const readReport = async (_caller: Caller, kind: ReportKind, query: SalesQuery) => {
    if (kind === 'financial') return turnover;
    expect(kind).toBe('productSales');
    asked.push(query);
    const { start, limit } = query;
    const pieces = sumsOf(start);
    const sums = {
      quantity: pieces,
      value: 10 * pieces,
      value_wt: (121 * pieces) / 10,
      discount_value_wt: 0,
      cost: 4 * pieces,
      margin: 6 * pieces,
    };
    return { total: rows.length, rows: rows.slice(start, start + limit), sums };
  };
  return { asked, methods: { readReport: readReport as unknown as Platform['readReport'] } };
}

describe('the sales of each product', () => {
  it('has no sum of a cost that the platform does not know', async () => {
    const rows = [sale(1, { cost: null, margin: null }), sale(2, { cost: null, margin: null })];
    const { methods } = salesOf(rows);
    const readReport = async (...asked: Parameters<Platform['readReport']>) => {
      const page = (await methods.readReport(...asked)) as Reports['productSales']['answer'];
      return 'sums' in page ? { ...page, sums: { ...page.sums, cost: null, margin: null } } : page;
    };
    const read = await readOver({ readReport: readReport as Platform['readReport'] }, dataset, {
      caller: ANYBODY,
      filters: OCTOBER,
    });
    expect(cellsOf(read.rows, 'value', 'cost', 'margin', 'margin_percentage')).toEqual([
      [10, null, null, null],
      [10, null, null, null],
    ]);
  });

  it('are complete over a platform that rounds each row to a cent, and over no other', async () => {
    const rows = [1, 2].map((id) => sale(id, { value_wt: 12.11 }));
    // 12.105 each, and 24.21 in all.
    const { methods } = salesOf(rows);
    const readReport = async (...asked: Parameters<Platform['readReport']>) => {
      const page = (await methods.readReport(...asked)) as Reports['productSales']['answer'];
      return 'sums' in page ? { ...page, sums: { ...page.sums, value_wt: 24.21 } } : page;
    };
    const read = (capabilities: object) =>
      readOver(
        {
          readReport: readReport as Platform['readReport'],
          capabilitiesOf: async () => ({ ...STAND_IN_CAPABILITIES, ...capabilities }),
        },
        dataset,
        { caller: ANYBODY, filters: OCTOBER },
      );
    expect((await read({ roundsRows: true })).rows).toHaveLength(2);
    await expect(read({})).rejects.toMatchObject({ code: 'incomplete' });
  });

  it.each([
    ['of all', owner, {}, {}],
    ['of a location', owner, { location_id: String(LOCATION.amsterdam) }, { location_id: [LOCATION.amsterdam] }],
    [
      'of two locations',
      owner,
      { location_id: `${LOCATION.amsterdam},${LOCATION.utrecht}` },
      { location_id: [LOCATION.amsterdam, LOCATION.utrecht] },
    ],
    ['of a shop', owner, { shop_id: String(SHOP.utrecht1) }, { shop_id: [SHOP.utrecht1] }],
    ['of who sees no other', staff, {}, {}],
    ['of a group', owner, { product_group_id: String(GROUP.books) }, { product_group_id: GROUP.books }],
    ['of a product', owner, { product_id: String(PRODUCT.apple) }, { product_id: PRODUCT.apple }],
    ['that are searched for', owner, { q: 'appel' }, { q: 'appel' }],
    ['in another order', owner, { sort: '-margin' }, { sort: '-margin' as const }],
    ['by margin in percent', owner, { sort: '-margin_percentage' }, { sort: '-margin_percentage' as const }],
  ])('are those of the report, %s', async (_name, caller, filters, query) => {
    const platform = await openFixture();
    const all = { ...OCTOBER, sort: '-value' as const, ...query, start: 0, limit: 250 };
    const expected = await platform.readReport(caller, 'productSales', all);
    const groups = await platform.listReference(caller, 'turnoverGroups');

    const read = await readFrom(platform, dataset, { filters: { ...OCTOBER, ...filters }, caller });

    expect(read.rows).toMatchObject(
      expected.rows.map((row) => ({ ...row, group: groups.find(({ id }) => id === row.product_group_id)?.title })),
    );
    expect(read.rows.length).toBeGreaterThan(0);
    expect([read.total, await read.selection.count()]).toEqual([expected.total, expected.total]);
  });

  it('are read page by page, and what names no product is known by group and title', async () => {
    const products = Array.from({ length: 510 }, (_, index) => sale(index + 1));
    const rows = [
      ...products,
      sale(null, { sku: null, title: 'Verzending' }),
      sale(null, { sku: null, title: 'Verzending', product_group_id: 999 }),
      sale(null, { sku: null, title: 'Advies' }),
    ];
    const { methods } = salesOf(rows);

    const read = await readOver(methods, dataset, { filters: OCTOBER, caller: ANYBODY });

    expect(read.rows).toHaveLength(513);
    expect(new Set(read.rows.map(({ key }) => key)).size).toBe(513);
    expect(cellsOf(read.rows.slice(-3), 'product_id', 'sku', 'title', 'group')).toEqual([
      [null, null, 'Verzending', 'Boeken'],
      [null, null, 'Verzending', '999'],
      [null, null, 'Advies', 'Boeken'],
    ]);
  });

  it('have their margin in percent of the turnover, which a turnover of 0 or below has not', async () => {
    const given = sale(2, { value: 0, value_wt: 0, margin: -4 });
    const rows = [
      sale(1),
      given,
      sale(3, { value: 20, value_wt: 24.2, margin: 16 }),
      sale(4, { value: -20, value_wt: -24.2, margin: -4 }),
      sale(5, { value: 40, value_wt: 48.4, margin: 16 }),
    ];
    const read = await readOver(salesOf(rows).methods, dataset, { filters: OCTOBER, caller: ANYBODY });
    expect(cellsOf(read.rows, 'margin_percentage')).toEqual([[60], [null], [80], [null], [40]]);
  });

  it('say how they come to the turnover of the report, with the margin of all of them in percent', async () => {
    const platform = await openFixture();
    const selection = await selectFrom(platform, dataset, { filters: OCTOBER, caller: owner });
    const { revenue } = await platform.readReport(owner, 'financial', OCTOBER);
    let totals: RowBatch['totals'];
    for await (const batch of selection.read()) totals = batch.totals;

    expect(totals?.cells.margin_percentage).toBe(revenue.margin.percentage);
    expect(totals?.note).toMatch(
      /^Artikelen [\d.,]+ [+\u2212] [\d,]+ afrondingsverschillen = omzet volgens het rapport €/,
    );
    const { note } = await readFrom(platform, dataset, { filters: { ...OCTOBER, q: 'appel' }, caller: owner });
    expect(note).toBeNull();
  });

  it('say nothing of the report where it has another turnover', async () => {
    const { note } = await readOver(salesOf([sale(1)]).methods, dataset, { filters: OCTOBER, caller: ANYBODY });
    expect(note).toBeNull();
  });

  it('do not pass for whole when they do not add up to the sums of the report', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => sale(index + 1));
    const { methods } = salesOf(rows, (start) => (start === 0 ? 300 : 301));

    await expect(readOver(methods, dataset, { filters: OCTOBER, caller: ANYBODY })).rejects.toMatchObject({
      code: 'incomplete',
    });
  });

  it('are none where nothing was sold', async () => {
    const { rows, total } = await readOver(salesOf([]).methods, dataset, { filters: OCTOBER, caller: ANYBODY });

    expect([rows, total]).toEqual([[], 0]);
  });

  it('are asked for with the filters', async () => {
    const { asked, methods } = salesOf([]);
    const findProduct: Platform['findProduct'] = async (_caller, id) => ({ ...product(id), prices: [] });
    const filters = {
      ...OCTOBER,
      location_id: '11',
      product_group_id: '101',
      product_id: '5',
      q: 'Sku 5',
      sort: 'title',
    };

    const { selection } = await readOver({ ...methods, findProduct }, dataset, { filters, caller: ANYBODY });

    const query = { ...OCTOBER, location_id: [11], product_group_id: 101, product_id: 5, q: 'Sku 5', sort: 'title' };
    expect(asked).toEqual([{ ...query, start: 0, limit: 250 }]);
    expect(selection).toMatchObject({ place: 'Utrecht', period: OCTOBER });
    expect(selection.filters.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Omzetgroep: Boeken',
      'Artikel: SKU-5 Product 5',
      'Zoektekst: Sku 5',
      'Volgorde: artikel, oplopend',
    ]);
  });

  it('are named after period, location, group and product', async () => {
    const filters = { ...OCTOBER, product_group_id: '101', sort: '-value' };

    expect(await nameOf({ dataset, filters })).toBe(
      'verkopen-per-artikel_2026-10-01_2026-10-31_alle-vestigingen_boeken.csv',
    );
  });

  it.each([
    [{}, 'from'],
    [{ ...OCTOBER, limit: '5' }, 'limit'],
    [{ ...OCTOBER, product_id: String(PRODUCT.beta) }, 'product_id'],
    [{ ...OCTOBER, product_group_id: '999' }, 'product_group_id'],
  ])('refuse the filters %j and name %s', async (filters, name) => {
    await expect(selectFrom(await openFixture(), dataset, { filters, caller: owner })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(name),
    });
  });
});
