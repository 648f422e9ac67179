import { expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { HALF_CENT } from '../../../../shared/money.ts';
import { needsAttention, verifyChecks } from '../../../../shared/report-checks.ts';
import { exampleReport, withFigures } from '../../shared/report-of-figures.ts';
import { CREDENTIALS, remoteBefore } from './scripted-deployment.ts';

/** A report of a deployment whose payment methods, each rounded to a cent, add up to a cent more than the total. */
function roundedReport() {
  const report = exampleReport();
  const [method] = report.direct_paid.payment_methods;
  const amount = (method?.amount ?? 0) + 0.01;
  return withFigures(report, new Map([['direct_paid.payment_methods.0.amount', amount]]));
}

it('a report whose rows are rounded to a cent is accepted, and its checks hold', async () => {
  const report = roundedReport();
  const failing = report.checks.map((check) =>
    check.name === 'payments' ? { ...check, left: check.left + 0.01, difference: 0.01, holds: false } : check,
  );
  const balance_check = { ...report.direct_paid.balance_check, difference: 0.01, is_balanced: false };
  const body = { ...report, checks: failing, direct_paid: { ...report.direct_paid, balance_check } };
  const { platform } = await remoteBefore(({ path }) => (path === '/api/financial-report' ? { body } : undefined));
  const caller: Caller = await platform.signIn(CREDENTIALS);

  const { from, to } = report;
  const answer = await platform.readReport(caller, 'financial', { from, to });
  expect(answer.checks.filter(({ holds }) => !holds)).toEqual([]);
  expect(answer.checks.find(({ name }) => name === 'payments')?.difference).toBe(0.01);
  expect(answer.direct_paid?.balance_check).toMatchObject({ difference: 0.01, is_balanced: true });
  expect(verifyChecks(answer, HALF_CENT).filter(needsAttention)).toEqual([]);
  expect(await platform.getCapabilities(caller)).toMatchObject({ roundsRows: true });
});
