import { queryOptions } from '@tanstack/react-query';
import type { ProductPrice } from '../../../../shared/contract/product-prices.ts';
import type { Product } from '../../../../shared/contract/products.ts';
import type { CatalogSearch } from '../catalog-search.ts';
import { salePrices } from '../sale-prices.ts';
import { readPricesOf } from './list-product-prices.ts';
import { readProductsPage } from './list-products.ts';

export interface CatalogRow {
  readonly product: Product;
  /** Null for a product that was never priced. */
  readonly price: ProductPrice | null;
}

export interface CatalogPage {
  /** What this page answers, so that rows kept while another search loads are known for what they are. */
  readonly search: CatalogSearch;
  readonly total: number;
  readonly rows: readonly CatalogRow[];
}

/** Everything read of the catalog, whatever the search. */
export const CATALOG_KEY = ['products'] as const;

/** One page of products with their sale prices; pages count from 0. */
export function catalogPageQuery(search: CatalogSearch, page: number) {
  return queryOptions({
    queryKey: [...CATALOG_KEY, search, page],
    meta: { follows: ['products'] },
    queryFn: async ({ signal }): Promise<CatalogPage> => {
      const products = await readProductsPage(search, page, signal);
      const prices = await readPricesOf(
        products.data.map((product) => product.id),
        signal,
      );
      const saleOf = salePrices(prices);
      const rows = products.data.map((product) => ({ product, price: saleOf.get(product.id) ?? null }));
      return { search, total: products.total, rows };
    },
  });
}
