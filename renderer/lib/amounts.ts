import { calculatePercentage, fromEuros } from '../../shared/money.ts';
import type { VatSide } from '../../shared/report-comparison.ts';

/** With a plus where it rose; `write` gives the minus. */
export function signedText(value: number, write: (value: number) => string): string {
  return value > 0 ? `+${write(value)}` : write(value);
}

/** The share of a part in a sum, in euros both; a dash where the sum is 0. */
export function shareText(part: number, whole: number, write: (percentage: number) => string): string {
  const share = calculatePercentage(fromEuros(part), fromEuros(whole));
  return share === null ? '–' : write(share);
}

export function amountOfSide(side: VatSide, ex: number, wt: number): number {
  return side === 'wt' ? wt : ex;
}
