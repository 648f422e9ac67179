import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform, ReportKind, ReportQuery } from '../../../electron/platform/platform.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import type { WholeReport } from '../../../shared/contract/financial-report.ts';
import { createNumberedReport } from '../../support/numbered-report.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { readOver } from './datasets/read-dataset.ts';
import { CALLER, exporterOver, saveWith } from './export-platform.ts';

const OCTOBER = {
  dataset: 'financial-report',
  filters: { from: '2026-10-01', to: '2026-10-31' },
} as const;
function platformOf(report = createNumberedReport()) {
  const queries: ReportQuery[] = [];
  const readReport = async (_caller: Caller, kind: ReportKind, query: ReportQuery) => {
    expect(kind).toBe('financial');
    queries.push(query);
    return report;
  };
  return { asked: queries, methods: { readReport: readReport as Platform['readReport'] } };
}

async function save(methods: Partial<Platform>, request: Partial<ExportRequest> = {}, caller = CALLER) {
  const { manifest, text } = await saveWith(exporterOver(methods), { ...OCTOBER, ...request }, caller);
  const [header = [], ...lines] = parseCsv(text.slice(1));
  return { manifest, header, lines: lines.map((line) => line.join('|')), cells: lines.flat() };
}

describe('the financial report as a file', () => {
  it('says what the platform does not know instead of showing a 0', async () => {
    const report = createNumberedReport();
    const revenue = {
      ...report.revenue,
      total_cost_of_goods_sold: null,
      margin: { value: null, percentage: null },
    };
    const unknown = ['cost', 'tips', 'loyalty'];
    const { lines, manifest } = await save(platformOf({ ...report, revenue, unknown }).methods);
    expect(manifest.unknown).toEqual(unknown);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Omzet|Inkoopwaarde van de omzet|Niet bekend||||',
        'Omzet|Brutomarge|Niet bekend||||',
        'Ontvangen, geen omzet|Fooien|Niet bekend||||',
        expect.stringMatching(/^Ontvangen, geen omzet\|Totaal geen omzet\|zonder fooien \(niet bekend\)\|\d/),
        'Rapport|Niet bekend|inkoopwaarde en marge||||',
        'Rapport|Niet bekend|fooien||||',
      ]),
    );
  });

  it('does not count rounding differences that the platform does not know, and names what totals lack', async () => {
    const { lines } = await save(platformOf({ ...createNumberedReport(), unknown: ['differences'] }).methods);
    const details = lines.map((line) => line.split('|').slice(0, 4).join('|'));
    expect(details).toEqual(
      expect.arrayContaining([
        'Btw per tarief, voor de aangifte|Afrondingsverschillen|Niet bekend|',
        'Omzet per omzetgroep en winkel|Afrondingsverschillen|Webshop (niet bekend)|',
        expect.stringMatching(/^Omzet per winkel\|Webshop\|zonder afrondingsverschillen \(niet bekend\)\|\d/),
        expect.stringMatching(/^Controles\|.*\|verschil \(klopt\), zonder afrondingsverschillen \(niet bekend\)\|\d/),
      ]),
    );
    expect(lines.filter((line) => line.startsWith('Omzet|Afrondingsverschillen'))).toEqual([
      'Omzet|Afrondingsverschillen|Niet bekend||||',
    ]);
  });

  it('has the names, signs and ids of the API in the profile for programs, and each row once', async () => {
    const report = createNumberedReport();
    const [rate] = report.direct_paid.rates;
    if (!rate) throw new Error('the report has no rate');
    const exempt = { ...rate, tax_rate_id: 209, name: 'Vrijgesteld', value: 0 };
    const { methods } = platformOf({ ...report, direct_paid: { ...report.direct_paid, rates: [rate, exempt] } });
    const options = { filters: OCTOBER.filters, caller: CALLER, isForPrograms: true };
    const { rows, selection } = await readOver(methods, 'financial-report', options);

    const returns = { section: 'revenue', item: 'total_returns', value: 3.25, value_wt: 4.25 };
    expect(rows).toContainEqual(expect.objectContaining(returns));
    expect(rows.filter(({ item, section }) => section === 'direct_paid' && item === 'rates')).toMatchObject([
      { tax_rate_id: rate.tax_rate_id, percentage: 21 },
      { tax_rate_id: 209, percentage: 0 },
    ]);
    const ofGroup = { section: 'turnover_by_group', item: 'rows.shops', product_group_id: 101, shop_id: 14 };
    expect(rows).toContainEqual(expect.objectContaining(ofGroup));
    const cash = { item: 'payment_methods', provider_method_type_id: 301, type_alias: 'cash' };
    expect(rows).toContainEqual(expect.objectContaining(cash));
    expect(selection.shown).toContain('tax_rate_id');
    expect(JSON.stringify(rows)).not.toMatch(/Rapport|Omzet|Retouren|Controles|Totaal|Verschil/);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('begins with its subject', async () => {
    const { header, lines, manifest } = await save(platformOf().methods);

    expect(header.join('|')).toBe('Onderdeel|Regel|Detail|Excl. btw|Btw|Incl. btw|Percentage');
    expect(lines.slice(0, 7)).toEqual([
      'Rapport|Van|2026-10-01||||',
      'Rapport|Tot en met|2026-10-31||||',
      'Rapport|Vestiging|alle vestigingen||||',
      'Rapport|Winkel|Kassa Utrecht||||',
      'Rapport|Winkel|Webshop||||',
      'Rapport|Valuta|EUR||||',
      'Rapport|Opgemaakt op|2026-11-21 00:30:00||||',
    ]);
    expect(manifest).toMatchObject({
      rows: lines.length,
      total: lines.length,
      place: null,
      asOf: createNumberedReport().generated_at,
    });
  });

  it('says what each figure is, and puts VAT between the amounts without and with VAT', async () => {
    const { lines } = await save(platformOf().methods);

    expect(lines).toEqual(
      expect.arrayContaining([
        'Omzet|Retouren||-3,25|-1,00|-4,25|',
        'Omzet|Omzet||7,25|1,00|8,25|',
        'Omzet|Inkoopwaarde van de omzet||-9,25|||',
        'Omzet|Brutomarge||10,25|||38,25',
        'Directe betalingen|Btw-tarief|21% NL|16,25|17,25|18,25|21,00',
        'Betaalwijzen|Contant||||26,25|92,92',
        "Betaalwijzen|'=PIN||||-27,25|-96,46",
        'Betaalwijzen|Verschil|de betalingen sluiten niet aan|||30,25|',
        'Omzet per omzetgroep en winkel|8000 Boeken|Webshop|49,25|1,00|50,25|',
      ]),
    );
  });

  it('lists the shops by turnover, and ends with their total', async () => {
    const { lines } = await save(platformOf().methods);
    const shops = lines.filter((line) => line.startsWith('Omzet per winkel|')).map((line) => line.split('|'));
    const { total, total_wt } = createNumberedReport().turnover_by_group;
    const euros = (value: number) => String(value).replace('.', ',');
    expect(shops.map(([, item]) => item)).toEqual(['Kassa Utrecht', 'Webshop', 'Totaal']);
    expect(shops.at(-1)?.slice(3, 6)).toEqual([euros(total), '1,00', euros(total_wt)]);
  });

  it('shows both sides of each check and their difference', async () => {
    const { lines } = await save(platformOf().methods, { language: 'en' });

    const name = 'Sales + returns + rounding differences = turnover, excl. VAT';
    expect(lines.slice(-6)).toEqual([
      `Checks|${name}|computed|65,25|||`,
      `Checks|${name}|in the report|66,25|||`,
      `Checks|${name}|difference (holds)|67,25|||`,
      'Checks|Payment methods together = total paid directly|computed|||68,25|',
      'Checks|Payment methods together = total paid directly|in the report|||69,25|',
      'Checks|Payment methods together = total paid directly|difference (does not hold)|||70,25|',
    ]);
  });

  it('has no share of a total of 0', async () => {
    const report = createNumberedReport();
    report.direct_paid.balance_check.payments_total = 0;
    report.revenue.margin.percentage = null;

    const { lines } = await save(platformOf(report).methods);

    expect(lines).toContain('Omzet|Brutomarge||10,25|||');
    expect(lines).toContain('Betaalwijzen|Contant||||26,25|');
  });

  it('identifies a row by its subject, not by its current title', async () => {
    const now = createNumberedReport();
    const later = createNumberedReport();
    later.generated_at = '2026-11-22T09:00:00+01:00';
    later.direct_paid.balance_check.is_balanced = true;
    later.checks = later.checks.map((check) => ({ ...check, holds: !check.holds }));
    const rowsOf = async (report: WholeReport) =>
      (await readOver(platformOf(report).methods, OCTOBER.dataset, { ...OCTOBER, caller: CALLER })).rows;

    const [before, after] = [await rowsOf(now), await rowsOf(later)];

    const details = (rows: typeof before) => rows.map(({ detail }) => detail);
    expect(details(after)).not.toEqual(details(before));
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    expect(new Set(after.map(({ key }) => key)).size).toBe(after.length);
  });
});
