import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateReceived, isDayInProgress } from '../../../shared/day-closing.ts';
import { arbitraryReport, exampleReport } from './report-of-figures.ts';

const cents = (euros: number) => Math.round(euros * 100);

describe('the reconciliation from the turnover to what was received', () => {
  it('equals the payments of a report whose figures agree', () => {
    const { turnover, expected, received, difference } = calculateReceived(exampleReport());
    expect({ turnover, expected, received, difference }).toEqual({
      ...{ turnover: 163.38, expected: 135.88, received: 135.88 },
      difference: 0,
    });
  });

  it('is exact for every report, because it sums whole cents', () => {
    fc.assert(
      fc.property(arbitraryReport(), (report) => {
        const { revenue, not_paid_now: unpaid, direct_paid: direct } = report;
        const { gift_cards, tips, payments_on_invoice, prepayments, other } = revenue.non_revenue;
        const plus = [revenue.total_turnover_wt, gift_cards, tips, payments_on_invoice, prepayments, other];
        const minus = [unpaid.total_wt, unpaid.settled_since.total_wt];
        const sum = (euros: readonly number[]) => euros.reduce((all, amount) => all + cents(amount), 0);
        const expected = sum(plus) - sum(minus);
        const received = sum(direct.payment_methods.map(({ amount }) => amount));
        const answer = calculateReceived(report);
        expect(
          [answer.expected, answer.received, answer.difference].map((euros) => cents(euros ?? Number.NaN)),
        ).toEqual([...[expected, received], received - expected]);
        const steps = [...answer.nonRevenue, ...answer.onAccount].map(({ euros }) => euros ?? 0);
        expect(sum([answer.turnover ?? Number.NaN, ...steps])).toBe(expected);
      }),
    );
  });

  it.each([
    ['direct_paid', { received: null, expected: 135.88, missingSection: null }],
    ['not_paid_now', { received: 135.88, expected: null, missingSection: 'not_paid_now' }],
  ])('has no sum of %s if that is unknown, and no difference', (section, sums) => {
    const answer = calculateReceived({ ...exampleReport(), [section]: null, unknown: [section] });
    expect(answer).toMatchObject({ ...sums, difference: null, holds: null });
  });

  it('has no sum if the turnover including VAT or the amounts outside the turnover are unknown', () => {
    const { revenue, ...report } = exampleReport();
    const withoutOther = calculateReceived({ ...report, revenue: { ...revenue, non_revenue: null } });
    expect(withoutOther.nonRevenue.map(({ euros, unknown }) => [euros, unknown])).toEqual(
      Array(4).fill([null, 'non_revenue']),
    );
    expect(withoutOther).toMatchObject({ expected: null, missingSection: 'non_revenue', holds: null });
    expect(calculateReceived({ ...report, revenue: { ...revenue, total_turnover_wt: null } })).toMatchObject({
      ...{ turnover: null, expected: null, missingSection: 'revenue_wt', holds: null },
    });
  });

  it('names what the platform does not know instead of showing it as 0', () => {
    const answer = calculateReceived({ ...exampleReport(), unknown: ['tips'] });
    expect(answer.nonRevenue.find(({ name }) => name === 'tips')).toEqual({
      ...{ name: 'tips', euros: null },
      unknown: 'tips',
    });
    expect(answer.missingFigures).toEqual(['tips']);
    expect(answer.expected).toBe(133.88);
  });

  it('shows no difference that may be what the platform does not know', () => {
    const report = exampleReport();
    expect(calculateReceived({ ...report, unknown: ['tips'] }).difference).toBeNull();
    const { tips, ...others } = report.revenue.non_revenue;
    const revenue = { ...report.revenue, non_revenue: { ...others, tips: 0 } };
    expect(calculateReceived({ ...report, revenue }).difference).toBe(tips);
  });
});

describe('a day in progress', () => {
  const closingAt = (generated_at: string) => ({ date: '2026-11-21', report: { ...exampleReport(), generated_at } });

  it.each([
    ['2026-11-21T23:59:59+01:00', true],
    ['2026-11-22T00:00:00+01:00', false],
    // The same two times, as a platform in another time zone writes them.
    ['2026-11-21T22:59:59Z', true],
    ['2026-11-21T23:00:00Z', false],
    ['2026-11-20T12:00:00+01:00', true],
  ])('is recognized by the time of its figures in Amsterdam: %s', (moment, isUnderWay) => {
    expect(isDayInProgress(closingAt(moment))).toBe(isUnderWay);
  });

  it('is recognized by the time of the data if that is older', () => {
    const closing = closingAt('2026-11-23T09:00:00+01:00');
    expect(isDayInProgress(closing, Date.parse('2026-11-21T18:00:00+01:00'))).toBe(true);
    expect(isDayInProgress(closing, Date.parse('2026-11-22T06:00:00+01:00'))).toBe(false);
  });
});
