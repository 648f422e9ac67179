import type { PriceListRow } from '../../platform/platform.ts';
import type { ExportSource, RowBatch } from '../dataset.ts';
import { readPriceCells } from './price-cells.ts';
import type { PriceListColumn } from './price-list.ts';
import { priceListById } from './price-list-by-id.ts';
import { priceListInOrder } from './price-list-in-order.ts';
import { countProducts, type ProductFilters } from './product-filters.ts';

/** Every product that the filters select, in the order in which the list of products has them. */
export async function* priceListRows(
  source: ExportSource,
  filters: ProductFilters,
): AsyncGenerator<RowBatch<PriceListColumn>> {
  const cellsOf = await readPriceCells(source);
  const counted = await countProducts(source, filters);
  let read = 0;
  for await (const products of batchesOf(source, filters)) {
    read += products.length;
    const rows = products.map(({ id, sku, title, salePrice }) => ({
      key: String(id),
      sku,
      title,
      ...cellsOf(sku, salePrice),
    }));
    yield { rows, total: Math.max(counted, read) };
  }
  // Both ways of reading end well only when they have as many as the platform counts by then.
  yield { rows: [], total: read };
}

function batchesOf(source: ExportSource, filters: ProductFilters): AsyncIterable<readonly PriceListRow[]> {
  const { q, sort = 'id', ...query } = filters;
  const isById = !q && sort === 'id';
  return isById ? priceListById(source, query) : priceListInOrder(source, filters);
}
