import { describe, expect, it } from 'vitest';
import { reportRows } from '../../../electron/exports/datasets/financial-report.ts';
import { REPORT_LABELS } from '../../../electron/exports/datasets/financial-report-labels.ts';
import { reportTables } from '../../../electron/exports/datasets/report-paper.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { financialReport } from '../../../shared/datasets/declarations.ts';
import { DECLARED_NOTES } from '../../../shared/vat-return.ts';
import { writtenWorkbook } from '../../support/written-workbook.ts';
import { exampleReport } from '../shared/report-of-figures.ts';
import { dutchReport } from './numbered-report.ts';

/** The sheets by their names, without title and headings, as another program reads them. */
async function sheetsOf(report: FinancialReport, language: Language = 'nl', isOfAll = true) {
  const rows = reportRows(report, 'alle vestigingen', language, isOfAll);
  const { sheets } = await writtenWorkbook({
    document: { columns: financialReport.columns, sectionColumn: 'section', language },
    rows,
    end: { sheets: reportTables(report, rows, language, 'sheets') },
  });
  return new Map(sheets.map(({ name, rows }) => [name, rows.slice(2)]));
}

describe('the financial report as a workbook', () => {
  it('has a sheet of what to fill in in the VAT return, in whole euros, with what it is without below it', async () => {
    const sheets = await sheetsOf(dutchReport());
    const rows = sheets.get('Aangifte in hele euro’s') ?? [];

    expect(rows).toEqual([
      ['1a. Leveringen/diensten belast met hoog tarief', 12_345, 2_592],
      ['1b. Leveringen/diensten belast met laag tarief', 1_000, 90],
      ['1e. Leveringen/diensten belast met 0 % of niet bij u belast', 50, null],
      ['Verschuldigde btw over deze rubrieken', null, 2_682],
      [null, null, null],
      [DECLARED_NOTES.nl.join(' '), null, null],
    ]);
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

  it.each([
    ['nl', 'de aangifte is voor het hele bedrijf'],
    ['en', 'the return is for the whole company'],
  ] as const)('has of a part of the company no return to fill in, and says why, in %s', async (language, why) => {
    const { sheetNames } = REPORT_LABELS[language];
    const [whole, part] = [await sheetsOf(dutchReport(), language), await sheetsOf(dutchReport(), language, false)];
    expect([whole.has(sheetNames.declared), part.has(sheetNames.declared)]).toEqual([true, false]);
    expect(part.get(sheetNames.vatReturn)?.at(-1)?.[0]).toContain(why);
    const declared = reportRows(dutchReport(), '', language, false).filter(
      ({ section }) => section === REPORT_LABELS[language].sections.declared,
    );
    expect(declared.map(({ detail, value }) => [detail, value])).toEqual([[expect.stringContaining(why), null]]);
  });
});
