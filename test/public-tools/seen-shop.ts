/** What each program of this package reads of the demo shop, so that they can be compared. */
export interface SeenShop {
  readonly skus: readonly string[];
  readonly productIds: readonly number[];
  /** Product and price including VAT. */
  readonly salePrices: readonly (readonly [number, number])[];
  readonly orders: readonly { readonly id: number; readonly value_wt: number; readonly items: number }[];
  readonly orderTotal: number;
  readonly itemSum: number;
  /** What the service says to `from=yesterday`. */
  readonly refusal: string;
}

declare const process: { readonly argv: readonly string[]; readonly stdout: { write(text: string): void } };

const [, , baseUrl = '', from = '', to = ''] = process.argv;

/** As the test gives them. */
export const given = { baseUrl, from, to };

export const CREDENTIALS = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };

/** For the test. */
export function print(seen: SeenShop): void {
  process.stdout.write(JSON.stringify(seen));
}

export const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
