import type { VatSide } from './amounts.ts';

/** The amount of one side of VAT. */
export function amountOfSide(side: VatSide, ex: number, wt: number): number {
  return side === 'wt' ? wt : ex;
}
