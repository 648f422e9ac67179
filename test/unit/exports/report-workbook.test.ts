import { describe, expect, it } from 'vitest';
import { reportRows } from '../../../electron/exports/datasets/financial-report.ts';
import { reportTables } from '../../../electron/exports/datasets/report-paper.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { financialReport } from '../../../shared/datasets/declarations.ts';
import { DECLARED_NOTES } from '../../../shared/vat-return.ts';
import { writtenWorkbook } from '../../support/written-workbook.ts';
import { exampleReport } from '../shared/report-of-figures.ts';
import { dutchReport } from './numbered-report.ts';

/** The sheets by their names, without the headings, as another program reads them. */
async function sheetsOf(report: FinancialReport, language: Language = 'nl') {
  const rows = reportRows(report, 'alle vestigingen', language);
  const { sheets } = await writtenWorkbook({
    document: { columns: financialReport.columns, sectionColumn: 'section', language },
    rows,
    end: { sheets: reportTables(report, rows, language, 'sheets') },
  });
  return new Map(sheets.map(({ name, rows }) => [name, rows.slice(1)]));
}

describe('the financial report as a workbook', () => {
  it('has a sheet of what to fill in in the VAT return, in whole euros, with what it is without below it', async () => {
    const sheets = await sheetsOf(dutchReport());
    const rows = sheets.get('In te vullen in de aangifte…') ?? [];

    expect(rows).toEqual([
      ['1a. Leveringen/diensten belast met hoog tarief', 12_345, 2_592],
      ['1b. Leveringen/diensten belast met laag tarief', 1_000, 90],
      ['1e. Leveringen/diensten belast met 0 % of niet bij u belast', 50, null],
      ['Verschuldigde btw over deze rubrieken', null, 2_682],
      [null, null, null],
      [DECLARED_NOTES.nl.join(' '), null, null],
    ]);
  });

  it('has base and VAT of exempt goods and of other countries on the sheet of the rates', async () => {
    const rows = (await sheetsOf(dutchReport())).get('Btw per tarief, voor de…') ?? [];

    expect(rows.map(([item, detail, value, vat]) => [item, detail, value, vat])).toEqual(
      expect.arrayContaining([
        ['Vrijgesteld, niet in de aangifte', 'Vrijgesteld NL', 70, 0],
        ['Tarieven van andere landen, niet in de Nederlandse aangifte', '19\u00a0% DE', 100, 19],
      ]),
    );
  });

  it('has a sheet that comes from the turnover to what was received, with the difference also where it is 0', async () => {
    const rows = (await sheetsOf(exampleReport())).get('Van omzet naar betaalwijzen') ?? [];

    expect(rows).toEqual([
      ['Omzet', 163.38],
      ['Totaal geen omzet', 27],
      ['Op rekening, nog niet betaald', -32.7],
      ['Op rekening, inmiddels betaald', -21.8],
      ['Te ontvangen', 135.88],
      ['Totaal betaalwijzen', 135.88],
      ['Verschil', 0],
    ]);
  });

  it('says of a figure that is not known that it is not, instead of a difference', async () => {
    const report = exampleReport();
    const [method, ...methods] = report.direct_paid.payment_methods;
    if (!method) throw new Error('the example has payment methods');
    const payment_methods = [{ ...method, amount: method.amount + 1 }, ...methods];
    const unbalanced = { ...report, direct_paid: { ...report.direct_paid, payment_methods } };
    const rows = (await sheetsOf({ ...unbalanced, unknown: ['tips'] })).get('Van omzet naar betaalwijzen') ?? [];

    expect(rows.at(-1)).toEqual(['Verschil', 'Niet bekend', null]);
    expect(rows[1]?.[1]).toBe('zonder fooien (niet bekend)');
  });

  it('has both in English', async () => {
    const sheets = await sheetsOf(dutchReport(), 'en');

    expect([...sheets.keys()]).toEqual(
      expect.arrayContaining(['To fill in in the VAT return…', 'From turnover to payments']),
    );
  });
});
