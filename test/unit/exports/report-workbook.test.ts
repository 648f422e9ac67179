import { describe, expect, it } from 'vitest';
import { createReportRows } from '../../../electron/exports/datasets/financial-report.ts';
import { createReportTables } from '../../../electron/exports/datasets/report-paper.ts';
import type { DocumentEnd } from '../../../electron/exports/writers/writer.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { financialReport } from '../../../shared/datasets/declarations.ts';
import { REPORT_LABELS } from '../../../shared/report-labels.ts';
import { createDutchReport, createNumberedReport } from '../../support/numbered-report.ts';
import { writeAndReadWorkbook } from '../../support/written-workbook.ts';

function workbookOf(
  report: FinancialReport,
  language: Language = 'nl',
  isWholeCompany = true,
  end: Partial<DocumentEnd> = {},
) {
  const rows = createReportRows(report, 'alle vestigingen', language, isWholeCompany);
  const [paper, sheets] = (['paper', 'sheets'] as const).map((form) =>
    createReportTables(report, rows, language, form),
  );
  return writeAndReadWorkbook({
    document: { title: 'Financieel rapport', columns: financialReport.columns, sectionColumn: 'section', language },
    rows,
    end: { paper: paper ?? null, sheets: sheets ?? null, ...end },
  });
}

/** Returns the sheets of its sections by name, without title and headings, as another program reads them. */
async function partsOf(report: FinancialReport, language?: Language, isWholeCompany?: boolean) {
  const { sheets } = await workbookOf(report, language, isWholeCompany);
  return new Map(sheets.slice(1).map(({ name, rows }) => [name, rows.slice(2)]));
}

describe('the first sheet of a report', () => {
  it('has the whole report as on paper, and ends with the details of the file', async () => {
    const report = createDutchReport();
    const { sheets, parts } = await workbookOf(report);
    const [opened] = sheets;
    const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name);
    expect([names[0], names[1], names.at(-1)]).toEqual(['Rapport', 'Omzet', 'Over dit bestand']);
    const texts = opened?.rows.map(([text]) => text) ?? [];
    expect(texts).toContain('Financieel rapport');
    const tables = createReportTables(report, createReportRows(report, '', 'nl'), 'nl', 'paper');
    // Lines of other tables have the same names as these two.
    const titles = tables
      .map(({ title }) => title)
      .filter((title) => !/^(Omzet|Ontvangen, geen omzet)$/.test(title ?? ''));
    expect(texts.filter((text) => titles.includes(String(text)))).toEqual(titles);
    expect(opened?.xml).toContain('showGridLines="0" tabSelected="1"');
  });

  it('has the amounts of all tables below one another', async () => {
    const { sheets } = await workbookOf(createNumberedReport());
    const rowOf = (label: string) => sheets[0]?.rows.find(([text]) => text === label);
    const { total_turnover: ex, total_turnover_wt: wt, non_revenue: nonRevenue } = createNumberedReport().revenue;
    expect(rowOf('Omzet')).toBeDefined();
    expect(sheets[0]?.rows.filter(([text, , , , amount]) => text === 'Omzet' && amount === wt)[0]?.[2]).toBe(ex);
    expect(rowOf('Fooien')?.[4]).toBe(nonRevenue.tips);
  });

  it('says first of all if the report is not complete', async () => {
    const shortfall = { kind: 'moved', message: 'Rows moved.' } as const;
    const { sheets } = await workbookOf(createDutchReport(), 'nl', true, { shortfall });
    expect(sheets[0]?.rows[0]?.[0]).toMatch(/^ONVOLLEDIG \(INCOMPLETE\)/);
  });
});

describe('the financial report as a workbook', () => {
  it.each([
    ['nl', 'de aangifte is voor het hele bedrijf'],
    ['en', 'it is for the whole company'],
  ] as const)('has no VAT return to fill in for a part of the company, and says why, in %s', async (language, why) => {
    const { sheetNames } = REPORT_LABELS[language];
    const [whole, part] = [
      await partsOf(createDutchReport(), language),
      await partsOf(createDutchReport(), language, false),
    ];
    expect([whole.has(sheetNames.declared), part.has(sheetNames.declared)]).toEqual([true, false]);
    expect(part.get(sheetNames.vatReturn)?.at(-1)?.[0]).toContain(why);
    const declared = createReportRows(createDutchReport(), '', language, false).filter(
      ({ section }) => section === REPORT_LABELS[language].sections.declared,
    );
    expect(declared.map(({ detail, value }) => [detail, value])).toEqual([[expect.stringContaining(why), null]]);
  });
});
