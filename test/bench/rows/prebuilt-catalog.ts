import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import type { Product } from '../../../shared/contract/products.ts';
import type { ApiConnection } from '../ground/api-connection.ts';
import { type PrebuiltAnswers, pageIn } from '../ground/prebuilt-answers.ts';
import { FIRST_PAGE } from './catalog-pages.ts';

/** A page of products, one of them, and the prices of that page, as the product answers them. */
export async function prebuiltCatalog(api: ApiConnection): Promise<PrebuiltAnswers> {
  const products = pageIn<Product>(await api.read(FIRST_PAGE));
  const ids = products.rows.map(({ id }) => id);
  return {
    products,
    product: JSON.parse(await api.read(`/api/products/${ids[0]}`)),
    prices: pageIn<ProductPrice>(await api.read(`/api/product-prices?product_ids=${ids.join()}`)),
  };
}
