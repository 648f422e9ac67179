import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { priceList } from '../../../shared/datasets/declarations.ts';
import type { PriceListQuery, PriceListRow } from '../../platform/platform.ts';
import type { ExportSource, RowBatch } from '../dataset.ts';
import { expectComplete, salePrices } from '../drain-pages.ts';
import { ExportError } from '../export-error.ts';
import { type ProductFilters, priceCells, productDataset, productPages, rateIdsOf, readTaxRates } from './products.ts';

type PriceListColumn = ColumnsOf<typeof priceList>;

export const priceListSource = productDataset(priceList, priceListRows);

async function* priceListRows(
  source: ExportSource,
  filters: ProductFilters,
): AsyncGenerator<RowBatch<PriceListColumn>> {
  const rates = await readTaxRates(source);
  const counted = await countProducts(source, filters);
  let read = 0;
  for await (const products of batchesOf(source, filters)) {
    read += products.length;
    await rates.cover(rateIdsOf(products.map(({ salePrice }) => salePrice)));
    const rows = products.map(({ id, sku, title, salePrice }) => {
      return { key: String(id), sku, title, ...priceCells(rates, salePrice, source.language) };
    });
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

/** Throws `ExportError` `incomplete` for batches that repeat, go back or do not end, or for a wrong count. */
async function* priceListById(source: ExportSource, query: PriceListQuery): AsyncGenerator<readonly PriceListRow[]> {
  let read = 0;
  let lastId = 0;
  let key: string | null = null;
  do {
    const { rows, next } = await source.platform.readPriceList(source.caller, query, key);
    if (rows.length === 0 && next !== null) throw endless();
    lastId = lastOfAscending(rows, lastId);
    read += rows.length;
    yield rows;
    key = next;
  } while (key !== null);
  expectComplete(read, await countProducts(source, query));
}

async function countProducts({ platform, caller }: ExportSource, query: ProductFilters): Promise<number> {
  return (await platform.searchProducts(caller, { ...query, start: 0, limit: 1 })).total;
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
async function* priceListInOrder(source: ExportSource, query: ProductFilters): AsyncGenerator<readonly PriceListRow[]> {
  for await (const { rows } of productPages(source, query)) {
    const prices = await salePrices(source, rows);
    yield rows.map(({ id, sku, title }) => ({ id, sku, title, salePrice: prices.get(id) ?? null }));
  }
}
