import { type Static, Type } from 'typebox';
import { listProducts, PRODUCTS_CAP } from '../../../shared/contract/products.ts';
import type { ExportSource, TextFilters } from '../dataset.ts';
import { drainPages } from '../drain-pages.ts';
import { rateTitle, recordNamedBy } from './filter-checks.ts';
import { decodeFilters } from './filter-decoder.ts';
import type { FilterValues } from './filter-words.ts';

/** Of the datasets that are made from the list of products. */
export const productFilters = Type.Omit(listProducts.query, ['start', 'limit']);
export type ProductFilters = Static<typeof productFilters>;

export async function decodeProductFilters(
  source: ExportSource,
  texts: TextFilters,
): Promise<{ query: ProductFilters; values: FilterValues }> {
  const query = decodeFilters(productFilters, texts);
  const { q, product_group_id, tax_rate_id, stock, priced, sort } = query;
  const group = await recordNamedBy(source, 'turnoverGroups', 'product_group_id', product_group_id);
  const rate = await recordNamedBy(source, 'taxRates', 'tax_rate_id', tax_rate_id);
  const values = {
    group: group?.title,
    taxRate: rate && rateTitle(rate),
    stock,
    priced,
    search: q,
    sort: sort === 'id' && !q ? null : sort,
  };
  return { query, values };
}

export async function countProducts(
  { platform, caller }: ExportSource,
  query: ProductFilters,
): Promise<number> {
  return (await platform.searchProducts(caller, { ...query, start: 0, limit: 1 })).total;
}

/** The list of products in its own order, page by page. */
export function productPages({ platform, caller }: ExportSource, query: ProductFilters) {
  const limit = PRODUCTS_CAP;
  return drainPages((start) => platform.searchProducts(caller, { ...query, start, limit }), { limit });
}
