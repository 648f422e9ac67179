import type { ReportRate } from '../../../../shared/contract/financial-report.ts';
import { fromEuros } from '../../../../shared/money.ts';

/** The most that cash rounding to 5 cents, or a correction of cents, makes of a rate. */
const MOST = fromEuros(0.05);

/** A few cents below 0 at a rate are no sale: platforms book rounding corrections so. */
export function isRoundingRate({ base, total_wt }: ReportRate): boolean {
  const sides = [fromEuros(base), fromEuros(total_wt)];
  return sides.some((side) => side < 0) && sides.every((side) => Math.abs(side) <= MOST);
}
