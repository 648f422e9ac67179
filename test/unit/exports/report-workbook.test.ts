import { describe, expect, it } from 'vitest';
import { reportRows } from '../../../electron/exports/datasets/financial-report.ts';
import { reportTables } from '../../../electron/exports/datasets/report-paper.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { financialReport } from '../../../shared/datasets/declarations.ts';
import { REPORT_LABELS } from '../../../shared/report-labels.ts';
import { dutchReport } from '../../support/numbered-report.ts';
import { writtenWorkbook } from '../../support/written-workbook.ts';

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
