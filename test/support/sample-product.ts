import { type Product, productExample } from '../../shared/contract/products.ts';

/** Creates the example product of the contract with other values, so that a new field needs no change in a test. */
export function createProduct(changes: Partial<Product> = {}): Product {
  return { ...productExample, ...changes };
}
