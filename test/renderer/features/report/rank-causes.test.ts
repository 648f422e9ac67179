import { describe, expect, it } from 'vitest';
import { type Cause, rankCauses } from '../../../../renderer/features/report/check-causes.ts';
import type { CheckName, WholeReport } from '../../../../shared/contract/financial-report.ts';
import { checkReport } from '../../../../shared/report-checks.ts';
import { exampleReport, figureAt, withFigures } from '../../../unit/shared/report-of-figures.ts';

const GENERAL = ['first', 'second', 'third'].map((rank) => `general ${rank}`);

/** Each figure at a path is higher by this amount. */
type Shifts = Readonly<Record<string, number>>;

describe('the causes of a check that fails', () => {
  it.each<[string, CheckName, Shifts, string]>([
    ['rounding differences that are left out', 'groups_ex', { 'revenue.total_turnover': 0.02 }, 'figure cashRounding'],
    ['rounding differences with the wrong sign', 'turnover_wt', { 'revenue.total_turnover_wt': 0.04 }, 'smallRounding'],
    ['a few cents', 'payments', { 'direct_paid.payment_methods.0.amount': 0.05 }, 'smallRounding'],
    ['returns that are left out', 'turnover_ex', { 'revenue.total_turnover': 10 }, 'figure returns'],
    ['returns that were added', 'turnover_ex', { 'revenue.total_turnover': 20 }, 'figure returnsReversed'],
    ['gift cards', 'bridge_wt', { 'revenue.non_revenue.total': -25 }, 'figure giftCards'],
    ['tips', 'direct_total_wt', { 'direct_paid.non_revenue': 2 }, 'figure tips'],
    ['orders that are not paid', 'bridge_wt', { 'revenue.total_turnover_wt': 32.7 }, 'figure notPaid'],
    ['orders that were paid since', 'bridge_wt', { 'revenue.total_turnover_wt': 21.8 }, 'figure settled'],
    [
      'a payment method that is not in the total',
      'payments',
      { 'direct_paid.total_wt': -110.88 },
      'row method extra Pinpas',
    ],
    ['a payment method that is missing', 'payments', { 'direct_paid.total_wt': 110.88 }, 'row method missing Pinpas'],
    ['a group that is in the total twice', 'groups_ex', { 'revenue.total_turnover': 50 }, 'row group missing Boeken'],
    [
      'a shop that is there twice',
      'shop_totals_ex',
      { 'turnover_by_group.total': -89.98 },
      'row shop extra Kassa Utrecht',
    ],
    [
      'a shop of one group',
      'group_shops_wt',
      { 'turnover_by_group.rows.0.shops.1.value_wt': 108.9 },
      'row shop extra Kassa Utrecht',
    ],
    ['a rate with the wrong sign', 'direct_total_ex', { 'direct_paid.total': 180 }, 'row rate reversed 21% NL'],
  ])('name %s first, found by the difference of %s', (_, name, shifts, first) => {
    const [found, ...others] = causesAfter(name, shifts);
    expect(found).toBe(first);
    expect(others.slice(-3)).toEqual(GENERAL);
  });

  it('put cash rounding of a few cents before other rounding', () => {
    const causes = causesAfter('groups_ex', { 'revenue.total_turnover': 0.02 });
    expect(causes.slice(0, 2)).toEqual(['figure cashRounding', 'smallRounding']);
  });

  it('are the usual ones of the check if the difference is not a figure of the report', () => {
    expect(causesAfter('payments', { 'direct_paid.payment_methods.0.amount': 7.77 })).toEqual(GENERAL);
  });

  it('include at most four that match the amount', () => {
    const report = withFigures(
      exampleReport(),
      new Map(
        ['gift_cards', 'tips', 'payments_on_invoice', 'prepayments', 'total'].map((name) => [
          `revenue.non_revenue.${name}`,
          25,
        ]),
      ),
    );
    const causes = causesOf('payments', shifted(report, { 'direct_paid.total_wt': -25 }));
    expect(causes).toHaveLength(7);
    expect(causes.slice(4)).toEqual(GENERAL);
  });

  it('are empty if the check passes', () => {
    expect(causesOf('payments', exampleReport())).toEqual([]);
  });
});

function causesAfter(name: CheckName, shifts: Shifts): string[] {
  return causesOf(name, shifted(exampleReport(), shifts));
}

function causesOf(name: CheckName, report: WholeReport): string[] {
  const check = checkReport(report).find((found) => found.name === name);
  if (!check) throw new Error(`there is no check ${name}`);
  return rankCauses(check, report).map(wordsOf);
}

function wordsOf(cause: Cause): string {
  return Object.values(cause).join(' ');
}

function shifted(report: WholeReport, shifts: Shifts): WholeReport {
  const figures = Object.entries(shifts).map(
    ([path, euros]) => [path, Math.round((figureAt(report, path) + euros) * 100) / 100] as const,
  );
  return withFigures(report, new Map(figures));
}
