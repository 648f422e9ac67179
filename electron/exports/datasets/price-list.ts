import { PRODUCTS_CAP } from '../../../shared/contract/products.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { priceList } from '../../../shared/datasets/declarations.ts';
import type { PriceListQuery, PriceListRow, ProductQuery } from '../../platform/platform.ts';
import type { Dataset, ExportSource, RowBatch } from '../dataset.ts';
import { drainPages, expectComplete, salePrices } from '../drain-pages.ts';
import { ExportError } from '../export-error.ts';
import { describeSelection } from './filters.ts';
import {
  countProducts,
  decodeProductFilters,
  type ProductFilters,
  productFilters,
  readPriceCells,
} from './products.ts';

type PriceListColumn = ColumnsOf<typeof priceList>;

export const priceListSource: Dataset<PriceListColumn> = {
  declaration: priceList,
  filters: productFilters,
  async select(source, texts) {
    const { query, values } = await decodeProductFilters(source, texts);
    return {
      ...describeSelection(source, priceList, { filters: values }),
      count: () => countProducts(source, query),
      read: () => priceListRows(source, query),
    };
  },
};

/** Every product that the filters select, in the order in which the list of products has them. */
async function* priceListRows(
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

/**
 * The price list by id, batch by batch. Throws `ExportError` `incomplete` for batches that repeat, go back or
 * do not end, and for another number of products than the platform counts.
 */
async function* priceListById(
  { platform, caller }: ExportSource,
  query: PriceListQuery,
): AsyncGenerator<readonly PriceListRow[]> {
  let read = 0;
  let lastId = 0;
  let key: string | null = null;
  do {
    const { rows, next } = await platform.readPriceList(caller, query, key);
    if (rows.length === 0 && next !== null) throw endless();
    lastId = lastOfAscending(rows, lastId);
    read += rows.length;
    yield rows;
    key = next;
  } while (key !== null);
  const { total } = await platform.searchProducts(caller, { ...query, start: 0, limit: 1 });
  expectComplete(read, total);
}

function lastOfAscending(rows: readonly PriceListRow[], after: number): number {
  let last = after;
  for (const { id } of rows) {
    if (id <= last) throw endless();
    last = id;
  }
  return last;
}

function endless(): ExportError {
  return new ExportError('incomplete', 'The products could not be read to their end. Try again.');
}

/** The price list in the order of a search or a sort: the list of products page by page, each with its prices. */
async function* priceListInOrder(
  { platform, caller }: ExportSource,
  query: Omit<ProductQuery, 'start' | 'limit'>,
): AsyncGenerator<readonly PriceListRow[]> {
  const limit = PRODUCTS_CAP;
  const pages = drainPages((start) => platform.searchProducts(caller, { ...query, start, limit }), { limit });
  for await (const { rows } of pages) {
    const prices = await salePrices(
      (asked) => platform.listProductPrices(caller, asked),
      rows.map(({ id }) => id),
    );
    yield rows.map(({ id, sku, title }) => ({ id, sku, title, salePrice: prices.get(id) ?? null }));
  }
}
