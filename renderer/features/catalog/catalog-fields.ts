import { PRODUCT_SORTS, STOCK_STATES } from '../../../shared/contract/products.ts';
import { choiceField, flagField, idField, searchField } from '../../lib/address/fields.ts';
import type { ChangePageState, Fields, PageState } from '../../lib/address/use-page-state.ts';

interface CatalogChoices {
  readonly q: string;
  readonly product_group_id: number | null;
  readonly stock: (typeof STOCK_STATES)[number];
  readonly tax_rate_id: number | null;
  /** False: never priced. */
  readonly priced: boolean;
  readonly sort: (typeof PRODUCT_SORTS)[number];
}

export type CatalogState = PageState<CatalogChoices>;
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
