import { fromEuros, percentageOf, toEuros } from '../../shared/money.ts';

/** How a figure differs from the one it is held against. */
export interface Change {
  /** In euros, exact. */
  readonly difference: number;
  /** Of the size of the figure before, with 2 decimals; null where that was 0. */
  readonly percentage: number | null;
}

/** Both in euros, with at most 4 decimals. */
export function changeBetween(now: number, before: number): Change {
  const difference = fromEuros(now) - fromEuros(before);
  return {
    difference: toEuros(difference),
    percentage: percentageOf(difference, Math.abs(fromEuros(before))),
  };
}

/** With a plus where it rose; `write` gives the minus. */
export function signedText(value: number, write: (value: number) => string): string {
  return value > 0 ? `+${write(value)}` : write(value);
}
