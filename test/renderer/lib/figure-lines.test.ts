import { describe, expect, it } from 'vitest';
import { isRoundingRate } from '../../../renderer/features/report/section-rows.tsx';
import { getLines, type ReportFigure, type ReportLine } from '../../../renderer/lib/figure-lines.ts';
import { type FinancialReport, UNKNOWN_FIGURES } from '../../../shared/contract/financial-report.ts';
import { financialReportExample, rateExample } from '../../../shared/contract/financial-report-example.ts';
import { createReportLines } from '../../../shared/report-lines.ts';
import { listFigures } from '../../support/every-figure.ts';
import { assertKnown } from '../../support/known-figure.ts';
import { createNumberedReport } from '../../support/numbered-report.ts';

describe('the lines of the report', () => {
  const report = createNumberedReport();
  const figures = listFigures(report);

  it('show every amount of the report', () => {
    const shown = new Set([...figures.values()].map(({ euros }) => Math.abs(assertKnown(euros))));
    expect(amountsOf(report).filter((amount) => !shown.has(Math.abs(amount)))).toEqual([]);
  });

  it('have rows behind every figure except those made of others', () => {
    const withoutRows = [...figures].filter(([, { rows }]) => rows === null);
    expect(namesIn(withoutRows)).toEqual([
      ...['turnover', 'margin', 'nonRevenueTotal', 'receivedTurnover', 'receivedNonRevenue', 'receivedNotPaid'],
      ...['receivedSettled', 'receivedExpected', 'receivedPayments', 'receivedDifference', 'directDifferences'],
      ...['directNonRevenue', 'directTotal', 'balanceExpected', 'balance', 'vatBox', 'vatTotal', 'vatDifferences'],
      ...['vatRest', 'vatTurnover', 'shop', 'groupsTotal', 'shopsTotal'],
    ]);
  });

  it('say how each figure without rows is computed', () => {
    const unsaid = [...figures.values()].filter(({ rows, making }) => (rows === null) !== (making !== undefined));
    expect(unsaid).toEqual([]);
  });

  it('open their rows with the shown amount, the days and the place, if any', () => {
    expect(searchesOf(figures)).toEqual(
      [...figures.values()]
        .filter(({ rows }) => rows !== null)
        .map(({ euros }) => ({ amount: String(euros), from: '2026-10-01', to: '2026-10-31' })),
    );
    const placed = listFigures({ ...report, location_id: 3 });
    for (const { rows } of placed.values()) if (rows) expect(rows.search.location_id).toBe('3');
  });

  it('show only the cost with the opposite sign of its rows', () => {
    const negated = [...figures].filter(([, { rows }]) => rows?.search.negated === 'true');
    expect(negated.map(([path]) => path)).toEqual(['cost.exVat']);
  });
});

describe('the lines of a report with unknown figures', () => {
  const report = { ...createNumberedReport(), unknown: [...UNKNOWN_FIGURES] };

  it('have no number and no rows if the report names the figure as unknown', () => {
    const notKnown = [...listFigures(report)].filter(([, { euros, rows }]) => euros === null && rows === null);
    expect(namesIn(notKnown)).toEqual([
      ...['differences', 'cost', 'margin', 'tips', 'paymentsOnInvoice', 'prepayments', 'receivedDifference'],
      ...['directDifferences', 'vatDifferences', 'group', 'groupShop'],
    ]);
  });

  it('name the parts that a total lacks', () => {
    const nonRevenue = ['tips', 'payments_on_invoice', 'prepayments'];
    const without = new Map(createReportLines(report).map((line) => [line.name, line.without]));
    expect(without.get('turnover')).toEqual(['differences']);
    expect(without.get('nonRevenueTotal')).toEqual(nonRevenue);
    expect(without.get('directNonRevenue')).toEqual(nonRevenue);
    expect(without.get('directTotal')).toEqual(['differences', ...nonRevenue]);
    expect(without.get('balance')).toEqual(['differences', ...nonRevenue]);
    expect(without.get('sales')).toEqual([]);
    expect(without.get('groupsTotal')).toEqual(['differences']);
  });
});

it('cost and margin are known or unknown by their own values', () => {
  const report = createNumberedReport();
  const { cost, margin } = getLines(
    { ...report, revenue: { ...report.revenue, margin: { value: null, percentage: null } } },
    { cost: 'cost', margin: 'margin' },
  );
  expect(cost.exVat?.euros).toBe(-assertKnown(report.revenue.total_cost_of_goods_sold));
  expect(margin.exVat?.euros).toBeNull();
});

describe('a rate that is rounding', () => {
  it.each([
    [-0.01, -0.01, true],
    [-0.05, -0.05, true],
    [0, -0.01, true],
    [-0.06, -0.07, false],
    [-12, -14.52, false],
    [0.01, 0.01, false],
    [0, 0, false],
  ])('with a base of %f and %f with VAT: %s', (base, total_wt, isRounding) => {
    expect(isRoundingRate({ ...rateExample, base, total_wt })).toBe(isRounding);
  });
});

/** The names of the lines, without duplicates. */
function namesIn(figures: readonly (readonly [path: string, figure: ReportFigure])[]): string[] {
  return [...new Set(figures.map(([path]) => path.split(/[-.]/)[0] ?? ''))];
}

function searchesOf(figures: ReadonlyMap<string, ReportFigure>) {
  return [...figures.values()].flatMap(({ rows }) =>
    rows ? [{ amount: rows.search.amount, from: rows.search.from, to: rows.search.to }] : [],
  );
}

/** Amounts end in 25 cents, ids do not; 38.25 is the percentage. Checks have separate figures. */
function amountsOf({ checks: _, ...report }: FinancialReport): number[] {
  const amounts: number[] = [];
  JSON.stringify(report, (_key, value) => {
    if (typeof value === 'number' && Math.abs(value % 1) === 0.25 && value !== 38.25) amounts.push(value);
    return value;
  });
  return amounts;
}

describe('the lines from the turnover to the money received', () => {
  it('add up from top to bottom', () => {
    const { difference, expected, received, ...steps } = getLines(financialReportExample, {
      ...{ turnover: 'receivedTurnover', nonRevenueTotal: 'receivedNonRevenue', notPaid: 'receivedNotPaid' },
      ...{ settled: 'receivedSettled', expected: 'receivedExpected', received: 'receivedPayments' },
      difference: 'receivedDifference',
    });
    const euros = (line: ReportLine | null) => line?.inclVat?.euros ?? Number.NaN;
    expect(Object.keys(steps)).toEqual(['turnover', 'nonRevenueTotal', 'notPaid', 'settled']);
    const added = Object.values(steps).reduce((sum, line) => sum + Math.round(euros(line) * 100), 0);
    expect(Math.round(euros(expected) * 100)).toBe(added);
    expect(euros(difference)).toBeCloseTo(euros(received) - euros(expected), 4);
  });
});
