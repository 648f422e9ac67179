/** What a product costs in a country depends on the class, not on the percentage. */
export type RateClass = 'standard' | 'reduced' | 'zero' | 'exempt';

export type SellingUnit = 'piece' | 'kilogram' | 'metre';

/** Name with the lowest and highest price in euros, VAT included. */
export type Thing = readonly [name: string, lowEuros: number, highEuros: number];

/** Products that share a kind of title: every thing in every look and variant, as many of them as `count`. */
export interface ProductRange {
  readonly count: number;
  readonly rate: RateClass;
  readonly unit: SellingUnit;
  /** Has no stock. Default: goods. */
  readonly isService?: true;
  readonly things: readonly Thing[];
  /** Follows the thing after a space; empty for none. */
  readonly looks: readonly string[];
  /** Ends the title and brings its own separator; empty for none. */
  readonly variants: readonly string[];
  /** What the same things come in, where words alone do not make that many titles. Default: none. */
  readonly series?: readonly string[];
}
