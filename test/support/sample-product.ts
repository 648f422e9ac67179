import { type Product, productExample } from '../../shared/contract/products.ts';

/** The product of the contract's example with other values: a new field of the contract needs no change in a test. */
export function sampleProduct(changes: Partial<Product> = {}): Product {
  return { ...productExample, ...changes };
}
