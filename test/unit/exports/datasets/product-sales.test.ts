import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { RowBatch } from '../../../../electron/exports/dataset.ts';
import type { Platform, ReportKind, Reports } from '../../../../electron/platform/platform.ts';
import type { ProductSalesRow } from '../../../../shared/contract/product-sales.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { createNumberedReport } from '../../../support/numbered-report.ts';
import { CALLER } from '../../../support/shop-fixture.ts';
import { STAND_IN_CAPABILITIES } from '../../../support/stand-in-platform.ts';
import { openPerFile } from '../../../support/test-scope.ts';
import { CALLER as ANYBODY } from '../export-platform.ts';
import { cellsOf, OCTOBER, readFrom, readOver, selectFrom } from './read-dataset.ts';

type SalesQuery = Reports['productSales']['query'];

const { owner } = CALLER;
const { platform } = await openPerFile(openFixturePlatform);
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

/** A platform whose report has these rows, page by page. Each page has its own sums. */
function salesOf(
  rows: readonly ProductSalesRow[],
  sumsOf: (start: number) => number = () => rows.length,
  turnover = createNumberedReport(),
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
  it('have no sum of costs if the platform does not know a cost', async () => {
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

  it('are complete on a platform that rounds each row to a cent, and incomplete on any other', async () => {
    const rows = [1, 2].map((id) => sale(id, { value_wt: 12.11 }));
    // 12.105 each, 24.21 in total.
    const { methods } = salesOf(rows);
    const readReport = async (...asked: Parameters<Platform['readReport']>) => {
      const page = (await methods.readReport(...asked)) as Reports['productSales']['answer'];
      return 'sums' in page ? { ...page, sums: { ...page.sums, value_wt: 24.21 } } : page;
    };
    const read = (capabilities: object) =>
      readOver(
        {
          readReport: readReport as Platform['readReport'],
          getCapabilities: async () => ({ ...STAND_IN_CAPABILITIES, ...capabilities }),
        },
        dataset,
        { caller: ANYBODY, filters: OCTOBER },
      );
    expect((await read({ roundsRows: true })).rows).toHaveLength(2);
    await expect(read({})).rejects.toMatchObject({ code: 'incomplete' });
  });

  it('show the turnover of another period of whole days beside theirs, and both totals', async () => {
    const ofDays: Record<string, readonly ProductSalesRow[]> = {
      '2026-11-01 2026-11-21': [sale(1), sale(2)],
      '2026-11-01 2026-11-20': [sale(1, { value: 9 }), sale(2, { value: 5 })],
      '2026-10-11 2026-10-30': [sale(1, { value: 6 }), sale(3, { value: 100 })],
    };
    const readReport = async (...[, kind, query]: Parameters<Platform['readReport']>) => {
      if (kind === 'financial') return createNumberedReport();
      const { from, to } = query as SalesQuery;
      const rows = ofDays[`${from} ${to}`] ?? [];
      const sum = (name: 'quantity' | 'value' | 'value_wt' | 'discount_value_wt' | 'cost' | 'margin') =>
        rows.reduce((total, row) => total + (row[name] ?? 0), 0);
      const sums = {
        ...{ quantity: sum('quantity'), value: sum('value'), value_wt: sum('value_wt'), cost: sum('cost') },
        ...{ discount_value_wt: sum('discount_value_wt'), margin: sum('margin') },
      };
      return { rows, total: rows.length, sums };
    };
    const read = await readOver({ readReport: readReport as Platform['readReport'] }, dataset, {
      caller: ANYBODY,
      filters: { from: '2026-11-01', to: '2026-11-21', compare: 'before' },
    });
    expect(cellsOf(read.rows, 'product_id', 'value', 'compared', 'change')).toEqual([
      [1, 10, 6, 50],
      [2, 10, 0, null],
    ]);
    expect(read.totals?.cells).toMatchObject({ compared: 106, change: -86.79 });
  });

  it('are read page by page, and rows without a product are identified by group and title', async () => {
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

  it('have a margin percentage, unless their turnover is 0 or below', async () => {
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

  it('explain how they lead to the turnover of the report, with the overall margin percentage', async () => {
    const selection = await selectFrom(platform, dataset, { filters: OCTOBER, caller: owner });
    const { revenue } = await platform.readReport(owner, 'financial', OCTOBER);
    let totals: RowBatch['totals'];
    for await (const batch of selection.read()) totals = batch.totals;

    expect(totals?.cells.margin_percentage).toBe(revenue.margin.percentage);
    expect(totals?.note).toMatch(/^Artikelen [\d.,]+ [+\u2212] [\d,]+ afrondingsverschillen = omzet in het rapport €/);
    const { note } = await readFrom(platform, dataset, { filters: { ...OCTOBER, q: 'appel' }, caller: owner });
    expect(note).toBeNull();
  });

  it('are incomplete if they do not add up to the sums of the report', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => sale(index + 1));
    const { methods } = salesOf(rows, (start) => (start === 0 ? 300 : 301));

    await expect(readOver(methods, dataset, { filters: OCTOBER, caller: ANYBODY })).rejects.toMatchObject({
      code: 'incomplete',
    });
  });
});
