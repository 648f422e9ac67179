import { describe, expect, it } from 'vitest';
import { createComparisonRows } from '../../../electron/exports/datasets/report-comparison.ts';
import type { Platform, ReportKind, ReportQuery } from '../../../electron/platform/platform.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import type { WholeReport } from '../../../shared/contract/financial-report.ts';
import { fromEuros } from '../../../shared/money.ts';
import { createNumberedReport } from '../../support/numbered-report.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { readXlsx } from '../../support/read-xlsx.ts';
import { selectFrom } from './datasets/read-dataset.ts';
import { CALLER, exporterOver, exportPlatform, saveWith } from './export-platform.ts';

/** The numbered report with some other figures, as for another period. */
function earlierReport(change: (report: WholeReport) => Partial<WholeReport> = () => ({})): WholeReport {
  const report = createNumberedReport();
  return { ...report, ...change(report) };
}

function platformOf(now = createNumberedReport(), before = earlierReport()) {
  const queries: ReportQuery[] = [];
  const readReport = async (_caller: unknown, _kind: ReportKind, query: ReportQuery) => {
    queries.push(query);
    return query.from === '2026-10-01' ? now : before;
  };
  return { asked: queries, methods: { readReport: readReport as unknown as Platform['readReport'] } };
}

async function save(methods: Partial<Platform>, request: Partial<ExportRequest> = {}) {
  const filters = { from: '2026-10-01', to: '2026-10-31', compare: 'before', ...request.filters };
  const { text } = await saveWith(exporterOver(methods), { dataset: 'report-comparison', ...request, filters }, CALLER);
  return parseCsv(text.slice(1)).map((line) => line.join('|'));
}

describe('the report with a comparison as a file', () => {
  it('names its columns after their days, and reads both reports', async () => {
    const { asked, methods } = platformOf();
    const [header] = await save(methods);

    expect(header).toBe('Onderdeel|Regel|Detail|1 t/m 31 oktober 2026|1 t/m 30 september 2026|Verschil|Verschil %');
    expect(asked).toEqual([
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-09-01', to: '2026-09-30' },
    ]);
  });

  it('compares one side of VAT at a time, like the page', async () => {
    const before = earlierReport(({ revenue }) => ({
      revenue: { ...revenue, total_sales: revenue.total_sales - 1, total_sales_wt: revenue.total_sales_wt - 0.5 },
    }));
    const sales = async (side: string) =>
      (await save(platformOf(createNumberedReport(), before).methods, { filters: { side } })).find((line) =>
        line.startsWith('Omzet|Verkopen|'),
      );

    expect(await sales('ex')).toBe('Omzet|Verkopen||1,25|0,25|1,00|400,00');
    expect(await sales('wt')).toBe('Omzet|Verkopen||2,25|1,75|0,50|28,57');
  });

  it('compares margins in percentage points', async () => {
    const before = earlierReport(({ revenue }) => ({
      revenue: { ...revenue, margin: { ...revenue.margin, percentage: 36.75 } },
    }));
    expect(await save(platformOf(createNumberedReport(), before).methods)).toContain(
      'Omzet|Brutomarge, % van de omzet (verschil in procentpunten)||38,25|36,75|1,50|',
    );
  });

  it('compares what only one of the periods has with 0, beside its own kind', async () => {
    const before = earlierReport(({ direct_paid }) => ({
      direct_paid: {
        ...direct_paid,
        payment_methods: [
          ...direct_paid.payment_methods.slice(0, 1),
          { provider_method_type_id: 309, title: 'Cheque', type_alias: 'cheque', amount: 40 },
        ],
      },
    }));
    const methods = (await save(platformOf(createNumberedReport(), before).methods)).filter((line) =>
      line.startsWith('Betaalwijzen|'),
    );
    expect(methods.map((line) => line.split('|')[1])).toEqual([
      ...['Contant', 'Cheque', "'=PIN", 'Totaal betaalwijzen', 'Totaal direct betaald'],
    ]);
    expect(methods[1]).toBe('Betaalwijzen|Cheque||0,00|40,00|-40,00|-100,00');
  });

  it('has exact differences', () => {
    const before = earlierReport(({ revenue }) => ({ revenue: { ...revenue, total_turnover: 0.1 } }));
    const rows = createComparisonRows(createNumberedReport(), before, 'ex', 'nl');
    const compared = rows.filter(({ difference }) => difference !== null);

    expect(compared).toHaveLength(rows.length);
    for (const { amount, compared: other, difference } of compared) {
      expect(fromEuros(Number(difference))).toBe(fromEuros(Number(amount)) - fromEuros(Number(other)));
    }
  });

  it('has no difference from an unknown figure, and none between totals that lack different parts', () => {
    const rows = createComparisonRows(createNumberedReport(), { ...earlierReport(), unknown: ['tips'] }, 'ex', 'nl');
    const differences = new Map(rows.map(({ section, item, difference }) => [`${section}/${item}`, difference]));

    expect(differences.get('Ontvangen, geen omzet/Fooien')).toBeNull();
    expect(differences.get('Ontvangen, geen omzet/Totaal geen omzet')).toBeNull();
    expect(differences.get('Omzet/Omzet')).toBe(0);
  });

  it('names each sheet of a workbook after its side or its days', async () => {
    const filters = { from: '2026-10-01', to: '2026-10-31', side: 'wt' };
    const options = { dataset: 'report-comparison', format: 'xlsx', filters } as const;
    const { bytes, manifest } = await saveWith(exporterOver(platformOf().methods), options, CALLER);
    const [, ...sheets] = (await readXlsx(bytes)).sheets;
    const facts = sheets.pop();
    const [own, other] = ['1 t/m 31 oktober 2026', '1 t/m 30 september 2026'];
    const isNamed = ([title, heads]: (typeof sheets)[number]['rows']) =>
      String(title?.[0]).endsWith(heads?.includes(own) && heads.includes(other) ? ', incl. btw' : own);

    expect(sheets.filter(({ rows }) => !isNamed(rows)).map(({ name }) => name)).toEqual([]);
    expect(JSON.stringify(facts?.rows)).toContain(other);
    expect(manifest.filters.map(({ value }) => value)).toContain(other);
    expect(manifest.filters.filter(({ isLimit }) => isLimit !== false)).toEqual([]);
  });

  it.each([
    ['2026-11-01', '2026-11-30', 'telt nog niet mee; gekozen is 1 t/m 30 november 2026', '2026-11-20'],
    ['2026-11-21', '2026-11-21', 'telt mee tot nu, 20 november 2026 helemaal', '2026-11-21'],
    ['2026-10-01', '2026-10-31', undefined, '2026-10-31'],
  ])('covers the days that are in it, and says how today is treated: %s to %s', async (from, to, said, last) => {
    const { period, filters } = await selectFrom(exportPlatform(platformOf().methods), 'report-comparison', {
      filters: { from, to },
      caller: CALLER,
    });
    expect(period).toEqual({ from, to: last });
    expect(filters.find(({ label }) => label === 'Vandaag')?.value).toBe(said);
  });
});
