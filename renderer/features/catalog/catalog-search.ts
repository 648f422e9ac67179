import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { type listProducts, PRODUCT_SORTS, STOCK_STATES } from '../../../shared/contract/products.ts';
import { createChoiceField, flagField, idField, searchField } from '../../lib/address/fields.ts';
import type { ChangePageState, Fields, PageState } from '../../lib/address/navigation.ts';

type ProductsQuery = Omit<QueryOf<typeof listProducts>, 'start' | 'limit'>;

/** The filters and the sort of the catalog; `undefined` if nothing was chosen. */
export type CatalogSearch = { readonly [Name in keyof ProductsQuery]?: ProductsQuery[Name] | undefined };

/**
 * The search for an address and a text. Without a sort, the best match is first. If there is no text either, products
 * are sorted by title if the platform supports that.
 */
export function toSearch(state: CatalogState, q: string | undefined, isSortedByTitle: boolean): CatalogSearch {
  const { product_group_id, stock, tax_rate_id, priced, sort } = state;
  const filters = { product_group_id: product_group_id ?? undefined, stock, tax_rate_id: tax_rate_id ?? undefined };
  return { q, ...filters, priced, sort: sort ?? (q || !isSortedByTitle ? undefined : BY_TITLE) };
}

const BY_TITLE = 'title' satisfies (typeof PRODUCT_SORTS)[number];

/** Whether anything but the sort was chosen. */
export function hasFilters({ sort: _order, ...filters }: CatalogSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined && value !== '');
}

/** Converts the sort of a table; `undefined` if the API does not have it. */
export function toSort(text: string | undefined): CatalogSearch['sort'] {
  return PRODUCT_SORTS.find((known) => known === text);
}

interface CatalogChoices {
  readonly q: string;
  readonly product_group_id: number | null;
  readonly stock: (typeof STOCK_STATES)[number];
  readonly tax_rate_id: number | null;
  /** `false` for products that were never priced. */
  readonly priced: boolean;
  readonly sort: (typeof PRODUCT_SORTS)[number];
}

type CatalogState = PageState<CatalogChoices>;

export type ChangeCatalog = ChangePageState<CatalogChoices>;

export const CATALOG_FIELDS: Fields<CatalogChoices> = {
  q: searchField,
  product_group_id: idField,
  stock: createChoiceField(STOCK_STATES),
  tax_rate_id: idField,
  priced: flagField,
  sort: createChoiceField(PRODUCT_SORTS),
};

/** Clears all filters but not the sort. */
export const NO_FILTERS = {
  q: undefined,
  product_group_id: undefined,
  stock: undefined,
  tax_rate_id: undefined,
  priced: undefined,
} as const satisfies Parameters<ChangeCatalog>[0];
