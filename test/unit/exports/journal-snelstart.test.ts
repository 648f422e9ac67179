import { describe, expect, it } from 'vitest';
import { exampleReport } from '../shared/report-of-figures.ts';
import { journalExporter, LEDGERS } from './journal-file.ts';

const SNELSTART = { dataset: 'journal-snelstart' } as const;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

describe('the journal for SnelStart', () => {
  it.each(['nl', 'en'] as const)('has the columns that SnelStart looks for, in %s too', async (language) => {
    const { header } = await journalExporter().save({ ...SNELSTART, language });
    expect(header).toBe('fldDagboek|fldBoekingcode|fldDatum|fldGrootboeknummer|fldOmschrijving|fldDebet|fldCredit');
  });

  it('has the same code, daybook and day on all lines, and a debit or a credit', async () => {
    const { lines, manifest } = await journalExporter().save({ ...SNELSTART, filters: OCTOBER });
    expect(lines).toHaveLength(10);
    expect(lines.every((line) => line.startsWith('90|TD-202610|31-10-2026|'))).toBe(true);
    expect(lines[0]).toBe('90|TD-202610|31-10-2026|1000|Betaalwijze Contant|25,00|');
    expect(lines[9]).toBe('90|TD-202610|31-10-2026|1660|Fooien||2,00');
    expect(manifest.sums).toEqual({ fldDebet: 190.4, fldCredit: 190.4 });
  });

  it('has the requested columns in that order', async () => {
    const columns = ['fldCredit', 'fldGrootboeknummer', 'fldDagboek'];
    const { header } = await journalExporter().save({ ...SNELSTART, columns });
    expect(header).toBe('fldCredit|fldGrootboeknummer|fldDagboek');
  });

  it('is refused without a daybook, and for a code without a ledger account', async () => {
    const { daybook: _daybook, tips: _tips, ...ledgers } = LEDGERS;
    const { save, hasFile } = journalExporter(exampleReport(), ledgers);
    await expect(save(SNELSTART)).rejects.toMatchObject({
      code: 'not_bookable',
      message: 'Zonder grootboekrekening: tips (Fooien), daybook (Dagboek).',
    });
    expect(hasFile()).toBe(false);
  });
});
