import type { Page } from '../../../electron/platform/platform.ts';
import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import type { Product, ProductWithPrices } from '../../../shared/contract/products.ts';

/** What the reference server replies, whatever it is asked. */
export interface PrebuiltAnswers {
  readonly products: Page<Product>;
  readonly product: ProductWithPrices;
  readonly prices: Page<ProductPrice>;
}

/** A page of rows out of the body of a list. */
export function pageIn<Row>(body: string): Page<Row> {
  const { total, data } = JSON.parse(body) as { total: number; data: Row[] };
  return { total, rows: data };
}
