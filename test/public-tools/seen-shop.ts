/** What each program of this package reads from the demo shop, for comparison. */
export interface SeenShop {
  readonly skus: readonly string[];
  readonly productIds: readonly number[];
  /** Product id and price including VAT. */
  readonly salePrices: readonly (readonly [number, number])[];
  readonly orders: readonly { readonly id: number; readonly value_wt: number; readonly items: number }[];
  readonly orderTotal: number;
  readonly itemSum: number;
  /** The error of the service for `from=yesterday`. */
  readonly refusal: string;
}

declare const process: { readonly argv: readonly string[]; readonly stdout: { write(text: string): void } };

const [, , baseUrl = '', from = '', to = ''] = process.argv;

/** Set by the test. */
export const given = { baseUrl, from, to };

export const CREDENTIALS = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };

/** Prints the result for the test. */
export function print(seen: SeenShop): void {
  process.stdout.write(JSON.stringify(seen));
}

export const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
