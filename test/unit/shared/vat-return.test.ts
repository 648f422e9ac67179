import { describe, expect, it } from 'vitest';
import type { ReportRate } from '../../../shared/contract/financial-report.ts';
import { vatReturn } from '../../../shared/vat-return.ts';
import { exampleReport } from './report-of-figures.ts';

function rate(tax_rate_id: number, value: number, base: number, total_wt: number, country_iso2 = 'NL'): ReportRate {
  return { tax_rate_id, name: `${value}%`, value, country_iso2, base, tax: total_wt - base, total_wt };
}

const given = exampleReport();

/** Of this turnover, with the rates where they were paid. */
function reportWith(direct: ReportRate[], unpaid: ReportRate[], settled: ReportRate[], turnover: [number, number]) {
  return {
    revenue: {
      ...given.revenue,
      total_differences: 0.02,
      total_differences_wt: 0.02,
      total_turnover: turnover[0],
      total_turnover_wt: turnover[1],
    },
    direct_paid: { ...given.direct_paid, rates: direct },
    not_paid_now: {
      ...given.not_paid_now,
      rates: unpaid,
      settled_since: { ...given.not_paid_now.settled_since, rates: settled },
    },
  };
}

describe('vatReturn', () => {
  const report = reportWith(
    [rate(1, 21, 100.1, 121.12), rate(2, 9, 50, 54.5), rate(4, 0, 7, 7), rate(9, 19, 10, 11.9, 'DE')],
    [rate(1, 21, 0.1, 0.12), rate(3, 0, 3, 3)],
    [rate(1, 21, 0.2, 0.25), rate(5, 12, 1, 1.12)],
    [171.38, 198.99],
  );
  const { boxes, total, rest, differences } = vatReturn(report);

  it('adds what was sold directly, what is unpaid and what was paid since, exactly', () => {
    expect(boxes[0]).toMatchObject({ box: '1a', base: 100.4, tax: 21.09, total_wt: 121.49 });
    expect(boxes[0]?.rates).toEqual([{ ...rate(1, 21, 100.4, 121.49), tax: 21.09 }]);
  });

  it('has a box for high, low and other rates, for 0, and for other countries', () => {
    expect(boxes.map(({ box, base }) => [box, base])).toEqual([
      ['1a', 100.4],
      ['1b', 50],
      ['1c', 1],
      ['1e', 10],
      ['foreign', 10],
    ]);
    expect(boxes.find(({ box }) => box === '1e')?.rates.map(({ tax_rate_id }) => tax_rate_id)).toEqual([4, 3]);
  });

  it('comes to the turnover with the rounding that has no VAT', () => {
    expect(total).toEqual({ base: 171.4, tax: 27.61, total_wt: 199.01 });
    expect(differences).toEqual({ base: -0.02, tax: 0, total_wt: -0.02 });
    expect(rest).toEqual({ base: 0, tax: 0, total_wt: 0 });
  });

  it('names what the turnover has at no rate', () => {
    const odd = reportWith([rate(1, 21, 100, 121)], [], [], [109.98, 130.98]);
    expect(vatReturn(odd).rest).toEqual({ base: 10, tax: 0, total_wt: 10 });
  });

  it('has no box without sales', () => {
    expect(vatReturn(reportWith([], [], [], [-0.02, -0.02])).boxes).toEqual([]);
  });
});
