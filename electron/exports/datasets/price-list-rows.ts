import type { PriceListRow, ProductQuery } from '../../platform/platform.ts';
import type { ExportRow, ExportSource } from '../dataset.ts';
import { ExportError } from '../export-error.ts';
import { priceListById } from './price-list-by-id.ts';
import { priceListInOrder } from './price-list-in-order.ts';

export type PriceListColumn = 'sku' | 'title' | 'ppu_wt' | 'ppu' | 'vat';
type ProductFilters = Omit<ProductQuery, 'start' | 'limit'>;

/** Percentage of VAT per tax rate id. */
type VatByRate = ReadonlyMap<number, number>;

/** Every product that the filters select, in the order in which the list of products has them. */
export async function* priceListRows(
  source: ExportSource,
  filters: ProductFilters,
): AsyncGenerator<readonly ExportRow<PriceListColumn>[]> {
  const taxRates = await source.platform.listReference(source.caller, 'taxRates');
  const vatByRate: VatByRate = new Map(taxRates.map(({ id, value }) => [id, value]));
  for await (const products of batchesOf(source, filters)) {
    yield products.map((product) => rowOf(product, vatByRate));
  }
}

function batchesOf(source: ExportSource, filters: ProductFilters): AsyncIterable<readonly PriceListRow[]> {
  const { q, sort = 'id', ...query } = filters;
  const isById = q === undefined && sort === 'id';
  return isById ? priceListById(source, query) : priceListInOrder(source, filters);
}

function rowOf({ sku, title, salePrice }: PriceListRow, vatByRate: VatByRate): ExportRow<PriceListColumn> {
  if (salePrice === null) return { sku, title, ppu_wt: null, ppu: null, vat: null };
  const vat = vatByRate.get(salePrice.tax_rate_id);
  if (vat === undefined) {
    throw new ExportError('incomplete', `The price of ${sku} has a VAT rate that is unknown.`);
  }
  return { sku, title, ppu_wt: salePrice.ppu_wt, ppu: salePrice.ppu, vat };
}
