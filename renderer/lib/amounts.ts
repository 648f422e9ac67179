import { calculatePercentage, fromEuros } from '../../shared/money.ts';
import type { VatSide } from '../../shared/report-comparison.ts';

/** Adds a plus to a positive value; `write` adds the minus. */
export function formatSigned(value: number, write: (value: number) => string): string {
  return value > 0 ? `+${write(value)}` : write(value);
}

/** The percentage of `whole` that `part` is, both in euros; a dash if `whole` is 0. */
export function formatShare(part: number, whole: number, write: (percentage: number) => string): string {
  const share = calculatePercentage(fromEuros(part), fromEuros(whole));
  return share === null ? '–' : write(share);
}

export function chooseAmount(side: VatSide, ex: number, wt: number): number {
  return side === 'wt' ? wt : ex;
}
