import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import { listProducts, PRODUCTS_CAP, type Product } from '../../../shared/contract/products.ts';
import type { PagedList } from '../../components/data-table/paged-list.ts';
import type { PagedRows } from '../../components/data-table/use-paged-rows.ts';
import { readApi } from '../../lib/host/api-client.ts';
import type { CatalogSearch } from './catalog-search.ts';
import { readPricesOf } from './list-product-prices.ts';
import { salePrices } from './sale-prices.ts';

export interface CatalogRow {
  readonly product: Product;
  /** Null for a product that was never priced. */
  readonly price: ProductPrice | null;
  /** Sale prices that the product has beside `price`; absent where there is none. */
  readonly rivals?: number;
}

export type CatalogRows = PagedRows<CatalogSearch, CatalogRow, null>;

/** Products with their sale prices. */
export const catalogList: PagedList<CatalogSearch, CatalogRow> = {
  key: ['products'],
  follows: ['products'],
  pageSize: PRODUCTS_CAP,
  rowId: ({ product }) => product.id,
  async readPage(search, page, signal) {
    const { total, data } = await readApi(listProducts, { query: { ...search, ...page }, signal });
    const ids = data.map(({ id }) => id);
    const saleOf = salePrices(await readPricesOf(ids, signal));
    return { total, data: data.map((product) => rowOf(product, saleOf.get(product.id))), sums: null };
  },
};

function rowOf(product: Product, [price, ...rivals]: readonly ProductPrice[] = []): CatalogRow {
  if (price === undefined) return { product, price: null };
  return rivals.length === 0 ? { product, price } : { product, price, rivals: rivals.length };
}
