import { fromEuros, percentageOf, toEuros } from '../../shared/money.ts';

/** How a figure differs from the one it is compared with. */
export interface Change {
  /** In euros, exact. */
  readonly difference: number;
  /**
   * Of the previous figure, with 2 decimals; null where that was 0. Of two figures below 0, such as returns, it is that of
   * their size: more was returned is a rise.
   */
  readonly percentage: number | null;
}

/** Both in euros, with at most 4 decimals. */
export function changeBetween(now: number, before: number): Change {
  const was = fromEuros(before);
  const difference = fromEuros(now) - was;
  const isOfSize = was < 0 && now <= 0;
  return {
    difference: toEuros(difference),
    percentage: percentageOf(isOfSize ? 0 - difference : difference, Math.abs(was)),
  };
}

/** With a plus where it rose; `write` gives the minus. */
export function signedText(value: number, write: (value: number) => string): string {
  return value > 0 ? `+${write(value)}` : write(value);
}

/** The share of a part in a sum, in euros both; a dash where the sum is 0. */
export function shareText(part: number, whole: number, write: (percentage: number) => string): string {
  const share = percentageOf(fromEuros(part), fromEuros(whole));
  return share === null ? '–' : write(share);
}

export const VAT_SIDES = ['wt', 'ex'] as const;

/** Which of two amounts is shown where there is room for one: including VAT or excluding it. */
export type VatSide = (typeof VAT_SIDES)[number];

export function amountOfSide(side: VatSide, ex: number, wt: number): number {
  return side === 'wt' ? wt : ex;
}
