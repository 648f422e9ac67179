import { describe, expect, it } from 'vitest';
import type { ExportRow } from '../../../../electron/exports/dataset.ts';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { fromEuros, sumOf } from '../../../../shared/money.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { numberedReport } from '../../../support/numbered-report.ts';
import { CALLER, LOCATION } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';
import { wholeReport } from '../../../support/whole-report.ts';
import { CALLER as ANYBODY } from '../export-platform.ts';
import { cellsOf, OCTOBER, readFrom, readOver } from './read-dataset.ts';

const { owner, staff } = CALLER;
const { platform } = await perFile(openFixturePlatform);
const sum = (rows: readonly ExportRow[], column: string) => sumOf(rows, (row) => fromEuros(Number(row[column])));

describe('the turnover by group', () => {
  it('adds up each group on paper, and says what is not known of it', async () => {
    const groupsOf = async (unknown: string[]) => {
      const readReport = (async () => ({ ...numberedReport(), unknown })) as unknown as Platform['readReport'];
      const asked = { filters: OCTOBER, caller: ANYBODY };
      const { summaries } = await readOver({ readReport }, 'turnover-by-group', asked);
      return cellsOf(summaries[0]?.rows ?? [], 'product_group_code', 'title', 'value', 'value_wt');
    };

    expect(await groupsOf([])).toEqual([
      ['8000', 'Boeken', 96.5, 98.5],
      [null, 'Afronding', 108.5, 110.5],
      [undefined, 'Totaal', 205, 209],
    ]);
    expect((await groupsOf(['differences']))[1]).toEqual([null, 'Afronding (niet bekend)', null, null]);
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
    ['of who sees no other', staff, {}, {}],
  ])('adds up to the turnover %s, with and without VAT', async (_name, caller, filters, query) => {
    const { revenue } = wholeReport(await platform.readReport(caller, 'financial', { ...OCTOBER, ...query }));

    const { rows } = await readFrom(platform, 'turnover-by-group', {
      filters: { ...OCTOBER, ...filters },
      caller,
    });

    expect(revenue.total_turnover).toBeGreaterThan(0);
    expect(sum(rows, 'value')).toBe(fromEuros(revenue.total_turnover));
    expect(sum(rows, 'value_wt')).toBe(fromEuros(revenue.total_turnover_wt));
    expect(sum(rows, 'vat')).toBe(sum(rows, 'value_wt') - sum(rows, 'value'));
  });

  it('has no number of rounding differences that the platform does not know, and leaves out what does not concern it', async () => {
    const report = { ...numberedReport(), unknown: ['cost', 'differences', 'tips'] };
    const readReport = (async () => report) as unknown as Platform['readReport'];
    const read = await readOver({ readReport }, 'turnover-by-group', { filters: OCTOBER, caller: ANYBODY });
    expect(cellsOf(read.rows.slice(2), 'key', 'title', 'value', 'vat', 'value_wt')).toEqual([
      ['null/14', 'Afronding (niet bekend)', null, null, null],
      ['null/17', 'Afronding (niet bekend)', null, null, null],
    ]);
    expect(cellsOf(read.rows.slice(0, 1), 'title', 'value')).toEqual([['Boeken', 47.25]]);
    expect(read.unknown).toEqual(['differences']);
  });

  it('gives VAT to the cent', async () => {
    const report = numberedReport();
    for (const group of report.turnover_by_group.rows) {
      group.shops = group.shops.map((shop) => ({ ...shop, value: 0.1, value_wt: 0.3 }));
    }
    const readReport = (async () => report) as unknown as Platform['readReport'];

    const { rows } = await readOver({ readReport }, 'turnover-by-group', { filters: OCTOBER, caller: ANYBODY });

    expect(0.3 - 0.1).not.toBe(0.2);
    expect(cellsOf(rows, 'vat')).toEqual([[0.2], [0.2], [0.2], [0.2]]);
  });
});
