import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { priceList } from '../../../shared/datasets/declarations.ts';
import type { PriceListQuery, PriceListRow } from '../../platform/platform.ts';
import type { ExportSource, RowBatch } from '../dataset.ts';
import { assertComplete, readSalePrices } from '../drain-pages.ts';
import { ExportError } from '../export-error.ts';
import {
  createPriceCells,
  createProductDataset,
  listRateIds,
  type ProductFilters,
  readProductPages,
  readTaxRates,
} from './products.ts';

type PriceListColumn = ColumnsOf<typeof priceList>;

export const priceListSource = createProductDataset(priceList, readPriceListRows);

async function* readPriceListRows(
  source: ExportSource,
  filters: ProductFilters,
): AsyncGenerator<RowBatch<PriceListColumn>> {
  const rates = await readTaxRates(source);
  const counted = await countProducts(source, filters);
  let read = 0;
  for await (const products of readBatches(source, filters)) {
    read += products.length;
    await rates.cover(listRateIds(products.map(({ salePrice }) => salePrice)));
    const rows = products.map(({ id, sku, title, salePrice }) => {
      return { key: String(id), sku, title, ...createPriceCells(rates, salePrice, source.language) };
    });
    yield { rows, total: Math.max(counted, read) };
  }
  // Both ways of reading succeed only if they have as many rows as the platform counts by then.
  yield { rows: [], total: read };
}

function readBatches(source: ExportSource, filters: ProductFilters): AsyncIterable<readonly PriceListRow[]> {
  const { q, sort = 'id', ...query } = filters;
  const isById = !q && sort === 'id';
  return isById ? readPriceListById(source, query) : readPriceListInOrder(source, filters);
}

/** Throws `ExportError` `incomplete` for batches that repeat, go back or do not end, and for a wrong count. */
async function* readPriceListById(
  source: ExportSource,
  query: PriceListQuery,
): AsyncGenerator<readonly PriceListRow[]> {
  let read = 0;
  let lastId = 0;
  let key: string | null = null;
  do {
    const { rows, next } = await source.platform.readPriceList(source.caller, query, key);
    if (rows.length === 0 && next !== null) throw createEndlessError();
    lastId = getLastAscendingId(rows, lastId);
    read += rows.length;
    yield rows;
    key = next;
  } while (key !== null);
  assertComplete(read, await countProducts(source, query));
}

async function countProducts({ platform, caller }: ExportSource, query: ProductFilters): Promise<number> {
  return (await platform.searchProducts(caller, { ...query, start: 0, limit: 1 })).total;
}

function getLastAscendingId(rows: readonly PriceListRow[], after: number): number {
  let last = after;
  for (const { id } of rows) {
    if (id <= last) throw createEndlessError();
    last = id;
  }
  return last;
}

function createEndlessError(): ExportError {
  return new ExportError('incomplete', 'Not all products could be read. Try again.');
}

/** The price list in the order of a search or a sort: the list of products page by page, with the prices of each. */
async function* readPriceListInOrder(
  source: ExportSource,
  query: ProductFilters,
): AsyncGenerator<readonly PriceListRow[]> {
  for await (const { rows } of readProductPages(source, query)) {
    const prices = await readSalePrices(source, rows);
    yield rows.map(({ id, sku, title }) => ({ id, sku, title, salePrice: prices.get(id) ?? null }));
  }
}
