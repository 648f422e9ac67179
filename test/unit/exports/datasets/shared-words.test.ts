import { describe, expect, it } from 'vitest';
import { REPORT_LABELS } from '../../../../electron/exports/datasets/financial-report-labels.ts';
import { figures as enFigures } from '../../../../renderer/locales/en/figures.ts';
import * as en from '../../../../renderer/locales/en/index.ts';
import { report as enReport } from '../../../../renderer/locales/en/report.ts';
import { figures as nlFigures } from '../../../../renderer/locales/nl/figures.ts';
import { report as nlReport } from '../../../../renderer/locales/nl/report.ts';
import { POSTING_LABELS } from '../../../../shared/journal.ts';
import { ITEM_TYPE_CHOICES, TERM_CHOICES } from '../../../../shared/order-labels.ts';

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

describe('English texts', () => {
  it('call it turnover and on account, in the window, in files and in a booking alike', () => {
    const { revenue, receivables, otherNonRevenue } = POSTING_LABELS.en;
    const booked = [revenue('Garden'), receivables, otherNonRevenue];
    const named = [...Object.values(TERM_CHOICES), ...Object.values(ITEM_TYPE_CHOICES)].map((text) => text.en);
    const texts = [...textsIn(en), ...textsIn(REPORT_LABELS.en), ...booked, ...named];
    expect(texts.filter((text) => /\bRevenue\b|\b(no|the|as) revenue\b|\bon invoice\b/.test(text))).toEqual([]);
  });
});

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
