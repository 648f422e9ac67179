import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { createNumberedReport } from '../../../support/numbered-report.ts';
import { CALLER as ANYBODY } from '../export-platform.ts';
import { cellsOf, OCTOBER, readOver } from './read-dataset.ts';

describe('the turnover by group', () => {
  it('sums each group on paper, and says what is unknown about it', async () => {
    const groupsOf = async (unknown: string[]) => {
      const readReport = (async () => ({ ...createNumberedReport(), unknown })) as unknown as Platform['readReport'];
      const options = { filters: OCTOBER, caller: ANYBODY };
      const { summaries } = await readOver({ readReport }, 'turnover-by-group', options);
      return cellsOf(summaries[0]?.rows ?? [], 'product_group_code', 'title', 'value', 'value_wt');
    };

    expect(await groupsOf([])).toEqual([
      ['8000', 'Boeken', 96.5, 98.5],
      [null, 'Afronding', 108.5, 110.5],
      [undefined, 'Totaal', 205, 209],
    ]);
    expect((await groupsOf(['differences']))[1]).toEqual([null, 'Afronding (niet bekend)', null, null]);
  });

  it('does not count rounding differences that the platform does not know, and omits unknown figures of other sections', async () => {
    const report = { ...createNumberedReport(), unknown: ['cost', 'differences', 'tips'] };
    const readReport = (async () => report) as unknown as Platform['readReport'];
    const read = await readOver({ readReport }, 'turnover-by-group', { filters: OCTOBER, caller: ANYBODY });
    expect(cellsOf(read.rows.slice(2), 'key', 'title', 'value', 'vat', 'value_wt')).toEqual([
      ['null/14', 'Afronding (niet bekend)', null, null, null],
      ['null/17', 'Afronding (niet bekend)', null, null, null],
    ]);
    expect(cellsOf(read.rows.slice(0, 1), 'title', 'value')).toEqual([['Boeken', 47.25]]);
    expect(read.unknown).toEqual(['differences']);
  });
});
