import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import type { Product } from '../../../shared/contract/products.ts';
import type { ApiConnection } from '../ground/api-connection.ts';
import type { Ground } from '../ground/ground.ts';
import { type PrebuiltAnswers, pageIn } from '../ground/prebuilt-answers.ts';
import { openApi } from '../ground/running-product.ts';
import type { Sides } from '../harness/row.ts';
import { type Load, requestRate } from '../probes/request-rate.ts';
import { FIRST_PAGE } from './catalog-pages.ts';

/** The product and the same server with pre-built objects under the same load. */
export async function rateAgainstPrebuilt(ground: Ground, targets: readonly string[]): Promise<Sides> {
  const api = await openApi(await ground.startProduct());
  const reference = await ground.startReference(await prebuiltCatalog(api));
  const load: Load = { address: api.address, token: api.token, targets };
  const prebuilt: Load = { ...load, address: reference };
  await requestRate(load);
  await requestRate(prebuilt);
  return { product: () => requestRate(load), reference: () => requestRate(prebuilt) };
}

/** A page of products, one of them, and the prices of that page, as the product answers them. */
async function prebuiltCatalog(api: ApiConnection): Promise<PrebuiltAnswers> {
  const products = pageIn<Product>(await api.read(FIRST_PAGE));
  const ids = products.rows.map(({ id }) => id);
  return {
    products,
    product: JSON.parse(await api.read(`/api/products/${ids[0]}`)),
    prices: pageIn<ProductPrice>(await api.read(`/api/product-prices?product_ids=${ids.join()}`)),
  };
}
