import { fromEuros, percentageOf } from '../../shared/money.ts';

/** The share of a part in a sum, in euros both; a dash where the sum is 0. */
export function shareText(part: number, whole: number, write: (percentage: number) => string): string {
  const share = percentageOf(fromEuros(part), fromEuros(whole));
  return share === null ? '–' : write(share);
}
