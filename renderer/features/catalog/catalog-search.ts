import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { type listProducts, PRODUCT_SORTS } from '../../../shared/contract/products.ts';
import type { CatalogState } from './catalog-fields.ts';

type ProductsQuery = Omit<QueryOf<typeof listProducts>, 'start' | 'limit'>;

/** What the catalog is asked for; what is undefined was not chosen. */
export type CatalogSearch = { readonly [Name in keyof ProductsQuery]?: ProductsQuery[Name] | undefined };

/** The search that an address stands for; no sort is best match first, or by id without a search text. */
export function searchOf(state: CatalogState): CatalogSearch {
  return {
    q: state.q,
    product_group_id: state.product_group_id ?? undefined,
    stock: state.stock,
    tax_rate_id: state.tax_rate_id ?? undefined,
    priced: state.priced,
    sort: state.sort,
  };
}

/** True where something other than the order was chosen. */
export function isNarrowed({ sort: _order, ...filters }: CatalogSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined && value !== '');
}

/** A sort as a table asks for it, if the API knows it. */
export function sortOf(text: string | undefined): CatalogSearch['sort'] {
  return PRODUCT_SORTS.find((known) => known === text);
}
