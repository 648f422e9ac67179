import { describe, expect, it } from 'vitest';
import { REPORT_LABELS } from '../../../../electron/exports/datasets/financial-report-labels.ts';
import { figures as enFigures } from '../../../../renderer/locales/en/figures.ts';
import { report as enReport } from '../../../../renderer/locales/en/report.ts';
import { figures as nlFigures } from '../../../../renderer/locales/nl/figures.ts';
import { report as nlReport } from '../../../../renderer/locales/nl/report.ts';

describe.each([
  ['nl', nlReport, nlFigures],
  ['en', enReport, enFigures],
] as const)('the words of the report in files and in the window, in %s', (language, report, figures) => {
  const words = REPORT_LABELS[language];

  it('are the same for totals', () => {
    expect(words.items).toMatchObject({
      turnover: report.revenue.turnover,
      costOfGoodsSold: report.revenue.cost,
      nonRevenue: report.revenue.nonRevenueTotal,
      directTotal: report.direct.total,
      methodsTotal: report.direct.methodsTotal,
      notPaidTotal: report.notPaid.total,
      settledTotal: report.notPaid.settledTotal,
      ratesTotal: report.vatReturn.total,
      declaredTotal: report.vatReturn.declaredTotal,
      expected: figures.expected,
    });
    const { difference } = words.items;
    expect(`${difference}: ${words.sides.balanced}`).toBe(report.direct.balanced);
    expect(`${difference}: ${words.sides.unbalanced}`).toBe(report.direct.unbalanced);
  });
});
