import type { FinancialReport, ReportCheck } from './contract/financial-report.ts';
import { reportChecks } from './report-checks.ts';

/** A check as the figures of the report give it, beside what the platform says of it. */
export interface CheckVerdict {
  readonly check: ReportCheck;
  /** What the platform says of the same check, where that is something else; null where it says the same. */
  readonly platform: ReportCheck | 'missing' | null;
}

/** Every check worked out again from the figures. What the platform says is held against it, and never believed. */
export function checkVerdicts(report: FinancialReport): readonly CheckVerdict[] {
  return reportChecks(report).map((check) => ({ check, platform: otherVerdict(check, report.checks) }));
}

/** It does not hold, or the platform says otherwise. */
export function needsAttention({ check, platform }: CheckVerdict): boolean {
  return !check.holds || platform !== null;
}

function otherVerdict(own: ReportCheck, given: readonly ReportCheck[]): CheckVerdict['platform'] {
  const platform = given.find(({ name }) => name === own.name);
  if (platform === undefined) return 'missing';
  const isSame =
    platform.left === own.left &&
    platform.right === own.right &&
    platform.difference === own.difference &&
    platform.holds === own.holds;
  return isSame ? null : platform;
}
