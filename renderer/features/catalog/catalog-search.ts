import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { type listProducts, PRODUCT_SORTS, STOCK_STATES } from '../../../shared/contract/products.ts';
import { choiceField, flagField, idField, searchField } from '../../lib/address/fields.ts';
import type { ChangePageState, Fields, PageState } from '../../lib/address/navigation.ts';

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

interface CatalogChoices {
  readonly q: string;
  readonly product_group_id: number | null;
  readonly stock: (typeof STOCK_STATES)[number];
  readonly tax_rate_id: number | null;
  /** False: never priced. */
  readonly priced: boolean;
  readonly sort: (typeof PRODUCT_SORTS)[number];
}

type CatalogState = PageState<CatalogChoices>;

export type ChangeCatalog = ChangePageState<CatalogChoices>;

/** What the address of the catalog can say. */
export const CATALOG_FIELDS: Fields<CatalogChoices> = {
  q: searchField,
  product_group_id: idField,
  stock: choiceField(STOCK_STATES),
  tax_rate_id: idField,
  priced: flagField,
  sort: choiceField(PRODUCT_SORTS),
};

/** Takes every filter off and leaves the order as it is. */
export const NO_FILTERS = {
  q: undefined,
  product_group_id: undefined,
  stock: undefined,
  tax_rate_id: undefined,
  priced: undefined,
} as const satisfies Parameters<ChangeCatalog>[0];
