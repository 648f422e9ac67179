import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import type { listProducts } from '../../../shared/contract/products.ts';

export type ProductSort = QueryOf<typeof listProducts>['sort'];

/** What the catalog is asked for. */
export interface CatalogSearch {
  readonly term: string;
  readonly sort: ProductSort;
}
