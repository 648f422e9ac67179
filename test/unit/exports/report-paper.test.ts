import { describe, expect, it } from 'vitest';
import { createReportRows } from '../../../electron/exports/datasets/financial-report.ts';
import { createReportTables } from '../../../electron/exports/datasets/report-paper.ts';
import type { WholeReport } from '../../../shared/contract/financial-report.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { financialReport } from '../../../shared/datasets/declarations.ts';
import { DECLARED_NOTES } from '../../../shared/vat-return.ts';
import { createDocument } from '../../support/export-document.ts';
import { createDutchReport, createNumberedReport } from '../../support/numbered-report.ts';
import { joinLines, readPdf } from '../../support/read-pdf.ts';
import { writePdfBytes } from '../../support/written-pdf.ts';

async function paperOf(report: WholeReport, language: Language = 'nl') {
  const rows = createReportRows(report, 'alle vestigingen', language);
  const document = createDocument(financialReport.columns, { sectionColumn: 'section', language });
  const { pages } = await readPdf(
    await writePdfBytes(document, rows, { paper: createReportTables(report, rows, language, 'paper') }),
  );
  return { pages, lines: pages.map(joinLines) };
}

function reportOfShops(count: number): WholeReport {
  const report = createNumberedReport();
  const shops = Array.from({ length: count }, (_, at) => ({
    shop_id: at + 1,
    title: `Linde & Loof Stad ${String.fromCharCode(65 + at)}`,
  }));
  const values = shops.map(({ shop_id }) => ({ shop_id, value: 1000 + shop_id, value_wt: 1 }));
  const { turnover_by_group: byGroup } = report;
  const rows = byGroup.rows.map((row) => ({ ...row, shops: values }));
  return { ...report, shops, turnover_by_group: { ...byGroup, shops, rows, shop_totals: values } };
}

function tableOf(report: WholeReport, title: string) {
  return createReportTables(report, createReportRows(report, 'alle vestigingen', 'nl'), 'nl', 'paper').find(
    (table) => table.title === title,
  );
}

describe('the financial report on paper', () => {
  it('has a row for each group and a column for each shop, with totals', async () => {
    const { lines } = await paperOf(createNumberedReport());
    const all = lines.flat();
    const { rows, total, shop_totals } = createNumberedReport().turnover_by_group;
    const euros = (value: number | undefined) => String(value).replace('.', ',');
    const [books] = rows;

    const at = all.indexOf('Omzet per omzetgroep en winkel, excl. btw');
    expect(all[at + 1]).toBe('Omzetgroep\tKassa Utrecht\tWebshop\tTotaal');
    expect(all[at + 2]).toBe(
      `8000 Boeken\t${[...(books?.shops ?? []).map(({ value }) => value), books?.total].map(euros).join('\t')}`,
    );
    expect(all[at + 4]).toBe(`Totaal\t${[...shop_totals.map(({ value }) => value), total].map(euros).join('\t')}`);
  });

  it('has a line for each check, and marks the one that does not hold', async () => {
    const { lines } = await paperOf(createNumberedReport());
    const checks = lines.flat().filter((line) => /\tklopt( niet)?\t/.test(line));

    expect(checks).toHaveLength(createNumberedReport().checks.length);
    expect(checks[1]).toMatch(/^Betaalwijzen samen = totaal direct betaald\tklopt niet\t/);
  });

  it('names a box once, omits the sum of a single rate, and says below the rates which day decides', () => {
    const table = tableOf(createDutchReport(), 'Btw per tarief, voor de aangifte');

    const lines = (table?.rows ?? []).map((row) => [row.item, row.detail, row.percentage_label ?? row.percentage]);
    expect(lines.slice(0, 6)).toEqual([
      ['1a. Leveringen/diensten belast met hoog tarief', '21% NL', 21],
      ['1b. Leveringen/diensten belast met laag tarief', '9% NL', 9],
      ['1e. Leveringen/diensten belast met 0% of niet bij u belast', '0% NL', 0],
      ['Vrijgesteld, niet in de aangifte', 'Vrijgesteld NL', 'Vrijgesteld'],
      ['Andere landen (niet in de Nederlandse aangifte)', '19% DE', 19],
      ['Totaal van alle tarieven', '', null],
    ]);
    expect(table?.note).toContain('de factuurdatum telt');
  });

  it('says what to fill in in the VAT return in whole euros, without VAT at 0%', async () => {
    const { lines } = await paperOf(createDutchReport());
    const all = lines.flat();

    const at = all.indexOf('In te vullen in de aangifte, in hele euro’s');
    expect(all.slice(at + 1, at + 6)).toEqual([
      'Rubriek\tOmzet\tBtw',
      '1a. Leveringen/diensten belast met hoog tarief\t12.345\t2.592',
      '1b. Leveringen/diensten belast met laag tarief\t1.000\t90',
      '1e. Leveringen/diensten belast met 0% of niet bij u belast\t50',
      'Verschuldigde btw in Nederland\t2.682',
    ]);
  });

  it.each([
    ['nl', 'voorbelasting (5b)', 'privégebruik (1d)'],
    ['en', 'input tax (5b)', 'private use (1d)'],
  ] as const)('says below it what else belongs to the return, in %s', async (language, input, use) => {
    const { lines } = await paperOf(createDutchReport(), language);
    const all = lines.flat().join(' ').replaceAll(/\s+/g, ' ');

    for (const note of DECLARED_NOTES[language]) expect(all).toContain(note);
    expect(all).toContain(input);
    expect(all).toContain(use);
  });

  it('has every shop once, in as many tables as fit the width of the page', async () => {
    const { lines, pages } = await paperOf(reportOfShops(20));
    const heads = lines.flat().filter((line) => /^Omzetgroep\t[A-Z]\t/.test(line));

    expect(heads.map((head) => head.split('\t').length - 1)).toEqual([6, 6, 6, 3]);
    expect(heads.at(-1)).toMatch(/\tTotaal$/);
    for (const { texts, width } of pages) {
      for (const text of texts) expect(text.x + text.width).toBeLessThan(width - 30);
    }
  });
});

describe('a report with unknown sections, on paper', () => {
  it('has a line without figures for each of them, and no tables of shops or checks', () => {
    const { revenue, ...report } = createNumberedReport();
    const unknown = ['direct_paid', 'not_paid_now', 'turnover_by_group', 'non_revenue'];
    const shown = {
      ...{ ...report, revenue: { ...revenue, non_revenue: null }, unknown, checks: [] },
      ...{ shops: null, direct_paid: null, not_paid_now: null, turnover_by_group: null },
    };
    const rows = createReportRows(shown, 'alle vestigingen', 'nl');
    const all = createReportTables(shown, rows, 'nl', 'paper');
    const key = all.find(({ title }) => title === 'Kerncijfers')?.rows.map(({ item, detail }) => [item, detail]);
    expect(key).toContainEqual(['Totaal betaalwijzen', 'Niet bekend']);
    const tables = all.filter(({ title }) => !['Kerncijfers', 'Omzet'].includes(String(title)));
    const cells = tables.flatMap(({ rows: lines }) => lines.map(({ value, vat, value_wt }) => [value, vat, value_wt]));
    expect(tables.map(({ title }) => title)).toEqual([
      ...['Ontvangen, geen omzet', 'Van omzet naar betaalwijzen', 'Directe betalingen', 'Betaalwijzen'],
      ...['Nog niet betaald, op rekening', 'Op rekening verkocht en inmiddels betaald'],
      ...['Btw per tarief, voor de aangifte', 'In te vullen in de aangifte, in hele euro’s'],
      ...['Omzet per omzetgroep', 'Omzet per winkel'],
    ]);
    const turnover = ([, , wt]: (typeof cells)[number]) => wt === revenue.total_turnover_wt;
    expect(new Set(cells.filter((line) => !turnover(line)).flat())).toEqual(new Set([null]));
  });
});
