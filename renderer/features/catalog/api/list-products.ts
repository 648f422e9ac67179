import { listProducts, PRODUCTS_CAP } from '../../../../shared/contract/products.ts';
import { readApi } from '../../../lib/api-client.ts';
import type { CatalogSearch } from '../catalog-search.ts';

/** Products of a page; the API gives no more at once. */
export const PAGE_SIZE = PRODUCTS_CAP;

/** Pages count from 0. */
export function readProductsPage(search: CatalogSearch, page: number, signal: AbortSignal) {
  const query = { q: search.term, sort: search.sort, start: page * PAGE_SIZE, limit: PAGE_SIZE };
  return readApi(listProducts, { query, signal });
}
