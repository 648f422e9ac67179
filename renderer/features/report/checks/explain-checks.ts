import { type CheckVerdict, checkVerdicts } from '../../../../shared/check-verdicts.ts';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import type { Cause } from './cause.ts';
import { rankCauses } from './rank-causes.ts';

/** A check and what there is to say about it. */
export interface ExplainedCheck extends CheckVerdict {
  /** Why it may fail, the likeliest first; empty where it holds. */
  readonly causes: readonly Cause[];
}

export function explainChecks(report: FinancialReport): readonly ExplainedCheck[] {
  return checkVerdicts(report).map((verdict) => ({ ...verdict, causes: rankCauses(verdict.check, report) }));
}
