import { create } from 'zustand';
import { PRODUCT_SORTS } from '../../../shared/contract/products.ts';
import type { ProductSort } from './catalog-search.ts';

interface CatalogFilters {
  readonly term: string;
  /** Undefined: best match first, or by id without a term. */
  readonly sort: ProductSort;
  readonly search: (term: string) => void;
  readonly sortBy: (sort: string | undefined) => void;
}

/** What the catalog shows; kept while the user looks at another page. */
export const useCatalogFilters = create<CatalogFilters>()((set) => ({
  term: '',
  sort: undefined,
  search: (term) => set({ term }),
  sortBy: (sort) => set({ sort: PRODUCT_SORTS.find((known) => known === sort) }),
}));
