import { beforeAll, describe, expect, it } from 'vitest';
import { CHECK_NAMES, type CheckName, type WholeReport } from '../../../shared/contract/financial-report.ts';
import { fromEuros, HALF_CENT, toEuros } from '../../../shared/money.ts';
import { applyRounding, checkReport, needsAttention, verifyChecks } from '../../../shared/report-checks.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { CALLER } from '../../support/shop-fixture.ts';
import { assertWholeReport } from '../../support/whole-report.ts';

type Figures = Omit<WholeReport, 'checks'>;
type Failures = Partial<Record<CheckName, number>>;

let balanced: Figures;

beforeAll(async () => {
  const { platform, store } = await openFixturePlatform();
  balanced = assertWholeReport(
    await platform.readReport(CALLER.owner, 'financial', { from: '2026-10-01', to: '2026-10-31' }),
  );
  return () => store.close();
});

/** Returns the report with one figure increased by so many ten-thousandths of a euro. */
function reportWithMoreAt(path: string, amount: number): Figures {
  const report = structuredClone(balanced);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let parent: unknown = report;
  for (const key of keys) parent = Reflect.get(Object(parent), key);
  const figure: unknown = Reflect.get(Object(parent), last);
  if (typeof figure !== 'number') throw new Error(`no figure at ${path}`);
  Reflect.set(Object(parent), last, toEuros(fromEuros(figure) + amount));
  return report;
}

/** Returns the checks that fail if the figure at `path` is a cent higher, with their difference in cents. */
function failuresAfterCentAt(path: string): Failures {
  const failed = checkReport(reportWithMoreAt(path, 100)).filter(({ holds }) => !holds);
  return Object.fromEntries(failed.map(({ name, difference }) => [name, Math.round(difference * 100)]));
}

describe('reportChecks', () => {
  it('finds no difference in a consistent report', () => {
    expect(checkReport(balanced).filter(({ holds, difference }) => !holds || difference !== 0)).toEqual([]);
  });

  it.each<[string, Failures]>([
    ['revenue.total_sales', { turnover_ex: 1 }],
    ['revenue.total_sales_wt', { turnover_wt: 1 }],
    ['revenue.total_returns', { turnover_ex: -1 }],
    ['revenue.total_returns_wt', { turnover_wt: -1 }],
    ['revenue.total_differences', { turnover_ex: -1 }],
    ['revenue.total_differences_wt', { turnover_wt: -1 }],
    ['revenue.total_turnover', { turnover_ex: -1, groups_ex: -1 }],
    ['revenue.total_turnover_wt', { turnover_wt: -1, bridge_wt: -1, groups_wt: -1 }],
    ['revenue.non_revenue.total', { bridge_wt: -1 }],
    ['direct_paid.rates.1.base', { direct_total_ex: 1 }],
    ['direct_paid.rates.1.total_wt', { direct_total_wt: 1 }],
    ['direct_paid.differences', { direct_total_ex: -1, direct_total_wt: -1 }],
    ['direct_paid.non_revenue', { direct_total_ex: 1, direct_total_wt: 1 }],
    ['direct_paid.total', { direct_total_ex: -1 }],
    ['direct_paid.total_wt', { direct_total_wt: -1, payments: -1, bridge_wt: 1 }],
    ['direct_paid.payment_methods.4.amount', { payments: 1 }],
    ['not_paid_now.total_wt', { bridge_wt: 1 }],
    ['not_paid_now.settled_since.total_wt', { bridge_wt: 1 }],
    ['turnover_by_group.rows.0.total', { groups_ex: 1, group_shops_ex: -1 }],
    ['turnover_by_group.rows.3.total_wt', { groups_wt: 1, group_shops_wt: -1 }],
    ['turnover_by_group.rows.1.shops.3.value', { group_shops_ex: 1 }],
    ['turnover_by_group.rows.1.shops.0.value_wt', { group_shops_wt: 1 }],
    ['turnover_by_group.shop_totals.2.value', { shop_totals_ex: 1 }],
    ['turnover_by_group.shop_totals.2.value_wt', { shop_totals_wt: 1 }],
    ['turnover_by_group.total', { shop_totals_ex: -1 }],
    ['turnover_by_group.total_wt', { shop_totals_wt: -1 }],
  ])('a cent more in %s fails exactly the checks that contain it', (path, failures) => {
    expect(failuresAfterCentAt(path)).toEqual(failures);
  });

  it('detects groups whose errors cancel out, and shows the one with the largest difference', () => {
    const report = structuredClone(balanced);
    const [books, shipping, toys] = report.turnover_by_group.rows;
    if (!books?.shops[0] || !shipping?.shops[0] || !toys?.shops[0]) throw new Error('the fixture has no groups');
    books.shops[0].value = 121;
    shipping.shops[0].value = -2;
    toys.shops[0].value = 2;

    expect(checkReport(report).find(({ name }) => name === 'group_shops_ex')).toEqual({
      name: 'group_shops_ex',
      left: 2.13,
      right: 4.13,
      difference: -2,
      holds: false,
    });
  });

  it('sums exactly, unlike floating point', () => {
    const report = structuredClone(balanced);
    Object.assign(report.revenue, { total_sales: 0.3, total_returns: 0.1, total_differences: 0, total_turnover: 0.2 });

    expect(0.3 - 0.1).not.toBe(0.2);
    expect(checkReport(report)[0]).toEqual({ name: 'turnover_ex', left: 0.2, right: 0.2, difference: 0, holds: true });
  });
});

/** A platform that rounds each row to a cent: three payments of 0.335 are 0.34 each, but 1.01 in total. */
function roundedReport(total_wt = 1.01): WholeReport {
  const { direct_paid, ...others } = structuredClone(balanced);
  const method = direct_paid.payment_methods[0];
  if (method === undefined) throw new Error('nothing was paid');
  const payment_methods = [1, 2, 3].map((id) => ({ ...method, provider_method_type_id: id, amount: 0.34 }));
  const difference = toEuros(fromEuros(1.02) - fromEuros(total_wt));
  const balance_check = { payments_total: 1.02, expected_total: total_wt, difference, is_balanced: false };
  const report = { ...others, direct_paid: { ...direct_paid, payment_methods, total_wt, balance_check } };
  return { ...report, checks: checkReport(report) };
}

describe('the checks of a platform that rounds each figure to a cent', () => {
  const paymentsOf = (report: Pick<WholeReport, 'checks'>) => report.checks.find(({ name }) => name === 'payments');

  it('hold within half a cent for each added figure', () => {
    const report = applyRounding(roundedReport());
    expect(paymentsOf(report)).toMatchObject({ left: 1.02, right: 1.01, difference: 0.01, holds: true });
    expect(report.direct_paid?.balance_check).toMatchObject({ difference: 0.01, is_balanced: true });
    const verdict = verifyChecks(report, HALF_CENT).find(({ check }) => check.name === 'payments');
    expect(verdict && needsAttention(verdict)).toBe(false);
  });

  it('do not hold beyond that', () => {
    const report = applyRounding(roundedReport(1));
    expect(paymentsOf(report)).toMatchObject({ difference: 0.02, holds: false });
    expect(report.direct_paid?.balance_check.is_balanced).toBe(false);
  });

  it.each<[CheckName, string, (report: Figures) => number]>([
    ['turnover_ex', 'revenue.total_sales', () => 3],
    ['turnover_wt', 'revenue.total_sales_wt', () => 3],
    ['direct_total_ex', 'direct_paid.rates.1.base', ({ direct_paid }) => direct_paid.rates.length + 2],
    ['direct_total_wt', 'direct_paid.rates.1.total_wt', ({ direct_paid }) => direct_paid.rates.length + 2],
    ['payments', 'direct_paid.payment_methods.4.amount', ({ direct_paid }) => direct_paid.payment_methods.length],
    ['bridge_wt', 'not_paid_now.total_wt', () => 4],
    ['groups_ex', 'turnover_by_group.rows.0.total', ({ turnover_by_group }) => turnover_by_group.rows.length],
    ['groups_wt', 'turnover_by_group.rows.0.total_wt', ({ turnover_by_group }) => turnover_by_group.rows.length],
    [
      'group_shops_ex',
      'turnover_by_group.rows.1.shops.3.value',
      ({ turnover_by_group }) => turnover_by_group.shops.length,
    ],
    [
      'group_shops_wt',
      'turnover_by_group.rows.1.shops.0.value_wt',
      ({ turnover_by_group }) => turnover_by_group.shops.length,
    ],
    [
      'shop_totals_ex',
      'turnover_by_group.shop_totals.2.value',
      ({ turnover_by_group }) => turnover_by_group.shop_totals.length,
    ],
    [
      'shop_totals_wt',
      'turnover_by_group.shop_totals.2.value_wt',
      ({ turnover_by_group }) => turnover_by_group.shop_totals.length,
    ],
  ])('hold within that for the figures of %s, and no further', (name, path, figures) => {
    const tolerance = HALF_CENT * figures(balanced);
    const holds = (amount: number) =>
      checkReport(reportWithMoreAt(path, amount), HALF_CENT).find((check) => check.name === name)?.holds;

    expect([holds(tolerance), holds(tolerance + 1)]).toEqual([true, false]);
  });

  it('must be exact to the cent on any other platform', () => {
    const report = roundedReport();
    expect(paymentsOf(report)).toMatchObject({ difference: 0.01, holds: false });
    expect(verifyChecks(report).find(({ check }) => check.name === 'payments')?.check.holds).toBe(false);
  });
});

describe('the checks of a report with unknown figures', () => {
  it.each([
    ['direct_paid', ['direct_total_ex', 'direct_total_wt', 'payments', 'bridge_wt']],
    ['not_paid_now', ['bridge_wt']],
    ['turnover_by_group', CHECK_NAMES.filter((name) => /^(groups|group_shops|shop_totals)_/.test(name))],
  ])('omit those of %s', (section, missing) => {
    const names = checkReport({ ...balanced, [section]: null }).map(({ name }) => name);
    expect(names).toEqual(CHECK_NAMES.filter((name) => !missing.includes(name)));
  });

  it('are computed if the platform has none, and only for known figures', () => {
    const report = { ...balanced, checks: checkReport(balanced), direct_paid: null };
    expect(applyRounding({ ...report, checks: [] }).checks).toEqual(checkReport(report));
    expect(applyRounding(report).checks).toEqual(checkReport(report));
  });

  it.each([
    ['total_sales_wt', ['turnover_wt']],
    ['total_returns_wt', ['turnover_wt']],
    ['total_differences_wt', ['turnover_wt']],
    ['total_turnover_wt', ['turnover_wt', 'bridge_wt', 'groups_wt']],
    ['non_revenue', ['bridge_wt']],
  ])('omit those of the revenue’s %s', (figure, missing) => {
    const names = checkReport({ ...balanced, revenue: { ...balanced.revenue, [figure]: null } }).map(
      ({ name }) => name,
    );
    expect(names).toEqual(CHECK_NAMES.filter((name) => !missing.includes(name)));
  });
});

describe('the checks of a platform compared with our own', () => {
  const checks = () => checkReport(balanced);
  const attentionTo = (given: WholeReport['checks'], perFigure = 0) =>
    verifyChecks({ ...balanced, checks: given }, perFigure)
      .filter(needsAttention)
      .map(({ check, platform }) => [check.name, platform]);
  const changed = (change: object) => checks().map((check, index) => (index === 1 ? { ...check, ...change } : check));

  it('need no attention if they are the same', () => {
    expect(attentionTo(checks())).toEqual([]);
  });

  it('need attention if the platform lacks a check', () => {
    expect(attentionTo(checks().slice(1))).toEqual([['turnover_ex', 'missing']]);
  });

  it.each(['left', 'right', 'difference'])('need attention if %s differs by more than rounding allows', (side) => {
    const [, own] = checks();
    const off = (amount: number) =>
      changed({ [side]: toEuros(fromEuros(Number(Reflect.get(own ?? {}, side))) + amount) });

    expect(attentionTo(off(1))).toEqual([['turnover_wt', off(1)[1]]]);
    expect(attentionTo(off(3 * HALF_CENT), HALF_CENT)).toEqual([]);
    expect(attentionTo(off(3 * HALF_CENT + 1), HALF_CENT)).toHaveLength(1);
  });

  it('need attention if the verdict differs', () => {
    expect(attentionTo(changed({ holds: false }))).toEqual([['turnover_wt', changed({ holds: false })[1]]]);
  });

  it('need attention if they do not hold, even if both say so', () => {
    const report = reportWithMoreAt('revenue.total_sales', 100);
    const verdicts = verifyChecks({ ...report, checks: checkReport(report) }).filter(needsAttention);
    expect(verdicts.map(({ check, platform }) => [check.name, platform])).toEqual([['turnover_ex', null]]);
  });
});
