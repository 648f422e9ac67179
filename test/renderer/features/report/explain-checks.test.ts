import { describe, expect, it } from 'vitest';
import { explainChecks } from '../../../../renderer/features/report/check-causes.ts';
import { calculateOwnBalance } from '../../../../renderer/features/report/direct-paid-section.tsx';
import { CHECK_NAMES } from '../../../../shared/contract/financial-report.ts';
import { exampleReport, withFigures } from '../../../unit/shared/report-of-figures.ts';

describe('the checks that the window computes', () => {
  it('are complete, and agree with those of a platform whose results are right', () => {
    const checks = explainChecks(exampleReport());
    expect(checks.map(({ check }) => check.name)).toEqual(CHECK_NAMES);
    expect(checks.filter(({ check, platform }) => !check.holds || platform !== null)).toEqual([]);
  });

  it('use the figures, whatever the platform says', () => {
    const report = withFigures(exampleReport(), new Map([['direct_paid.payment_methods.0.amount', 26]]));
    const explained = explainChecks(report).find(({ check }) => check.name === 'payments');
    expect(explained?.check).toMatchObject({ difference: 1, holds: false });
    expect(explained?.platform).toMatchObject({ difference: 0, holds: true });
  });

  it('include a check that the platform leaves out', () => {
    const report = exampleReport();
    const [, ...checks] = report.checks;
    expect(explainChecks({ ...report, checks })[0]?.platform).toBe('missing');
  });
});

describe('the balance that the window computes', () => {
  it('is not shown if the platform has the same', () => {
    expect(calculateOwnBalance(exampleReport().direct_paid)).toBeNull();
  });

  it.each([
    ['direct_paid.balance_check.difference', 0],
    ['direct_paid.payment_methods.0.amount', 0.01],
    ['direct_paid.total_wt', -0.01],
  ])('contradicts a platform with another %s', (path, difference) => {
    const report = withFigures(exampleReport(), new Map([[path, shiftedAt(path)]]));
    expect(calculateOwnBalance(report.direct_paid)?.difference).toBe(difference);
  });
});

/** One cent more than in the example. */
function shiftedAt(path: string): number {
  const values: Readonly<Record<string, number>> = {
    'direct_paid.balance_check.difference': 0.01,
    'direct_paid.payment_methods.0.amount': 25.01,
    'direct_paid.total_wt': 135.89,
  };
  return values[path] ?? Number.NaN;
}
