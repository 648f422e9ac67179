import { addDays, countDaysBetween } from '../../shared/calendar.ts';
import { MAX_PRODUCT_PRICES, type ProductPrice } from '../../shared/contract/product-prices.ts';
import type { Period } from '../../shared/periods.ts';
import type { Caller } from '../base/caller.ts';
import type { Batch, Page } from '../platform/platform.ts';
import { noteSalePrices } from '../platform/sale-prices.ts';
import { ExportError } from './export-error.ts';
import type { ExportPlatform } from './export-platform.ts';

type RowKey = string | number;

type ReadPage<Row> = (start: number) => Promise<Pick<Page<Row>, 'rows' | 'total'>>;

interface DrainOptions<Row> {
  /** Rows that a page holds at most. */
  readonly limit: number;
  /** Names a row for as long as it exists. */
  readonly keyOf: (row: Row) => RowKey;
}

export const idOf = ({ id }: { readonly id: number }): number => id;

/** New rows, and the total that their page gives. */
export interface DrainedPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** A list that grows further than this while it is read is not read to its end. */
const MOST_GROWTH = { times: 2, rows: 1_000 };

/**
 * Reads a paged list to its end, each row once. Each page begins with the last row of the one before, so that a list
 * that moves under the reader is noticed. After what there is it throws `ExportError` `incomplete`: for a list that
 * moved, for a page that twice brings nothing new, and unless there are as many rows as the last page's total. It comes
 * to an end whatever the pages say.
 *
 * Not noticed: rows that are replaced by as many others between two pages, before the current position.
 */
export async function* drainPages<Row>(
  readPage: ReadPage<Row>,
  { limit, keyOf }: DrainOptions<Row>,
): AsyncGenerator<DrainedPage<Row>> {
  const seen = new Set<RowKey>();
  let read = 0;
  let last: RowKey | null = null;
  let mostRows = Number.POSITIVE_INFINITY;
  let isRepeated = false;
  for (;;) {
    const start = Math.max(0, read - 1);
    const { rows, total } = await readPage(start);
    const [first] = rows;
    if (last !== null && first !== undefined && keyOf(first) !== last) throw moved();
    mostRows = Math.min(mostRows, total * MOST_GROWTH.times + MOST_GROWTH.rows);
    const fresh = rows.filter((row) => !seen.has(keyOf(row)) && seen.add(keyOf(row)));
    if (fresh.length > 0) yield { rows: fresh, total };
    expectPossible(seen.size, total, mostRows);

    const end = rows.at(-1);
    if (fresh.length > 0 && end !== undefined) {
      read = start + rows.length;
      last = keyOf(end);
      isRepeated = false;
      if (read < total || rows.length >= limit) continue;
    } else if (read < total || (rows.length === 0 && total > 0)) {
      if (isRepeated) throw stuck(seen.size, total);
      isRepeated = true;
      continue;
    }
    return expectComplete(seen.size, total);
  }
}

/** A platform may filter a batch to nothing, but not without end. */
const MOST_EMPTY_IN_A_ROW = 10_000;

/** The rows of batches by key. Throws `ExportError` `incomplete` for batches that do not end. */
export async function* drainBatches<Row>(
  readBatch: (after: string | null) => Promise<Batch<Row>>,
): AsyncGenerator<readonly Row[]> {
  const keys = new Set<string>();
  let emptyInARow = 0;
  let key: string | null = null;
  do {
    const batch: Batch<Row> = await readBatch(key);
    yield batch.rows;
    key = batch.next;
    emptyInARow = batch.rows.length === 0 ? emptyInARow + 1 : 0;
    if (key !== null && (keys.has(key) || emptyInARow > MOST_EMPTY_IN_A_ROW)) {
      throw new ExportError('incomplete', 'The orders could not be read to their end. Try again.');
    }
    if (key !== null) keys.add(key);
  } while (key !== null);
}

function expectPossible(read: number, total: number, mostRows: number): void {
  if (!Number.isSafeInteger(total)) throw moved();
  if (read > total) expectComplete(read, total);
  if (read > mostRows) throw moved();
}

function moved(): ExportError {
  return new ExportError('incomplete', 'The data changed while it was read. Try again.');
}

function stuck(read: number, total: number): ExportError {
  return new ExportError('incomplete', `The data came no further than ${read} of ${total} rows. Try again.`);
}

/** Throws `ExportError` `incomplete` unless as many rows were read as the platform counts. */
export function expectComplete(read: number, total: number): void {
  if (read === total) return;
  const message = `The data changed while it was read: ${read} rows came where there are ${total}. Try again.`;
  throw new ExportError('incomplete', message);
}

/** The further into a list a page is, the longer a platform takes to find it, and it adds up all of the list for each. */
const MAX_ROWS_OF_QUERY = 2_500;

/** Parts of a period for so many rows, in their order, each of which has about as many as one query should have. */
export function* splitPeriod({ from, to }: Period, rows: number): Generator<Period> {
  const days = countDaysBetween(from, to) + 1;
  const partDays = rows > MAX_ROWS_OF_QUERY ? Math.max(1, Math.floor((days * MAX_ROWS_OF_QUERY) / rows)) : days;
  for (let first = from; first <= to; first = addDays(first, partDays)) {
    const last = addDays(first, partDays - 1);
    yield { from: first, to: last < to ? last : to };
  }
}

interface PriceSource {
  readonly platform: Pick<ExportPlatform, 'listProductPrices'>;
  readonly caller: Caller;
}

export async function salePrices(
  source: PriceSource,
  products: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, ProductPrice>> {
  const sale = new Map<number, ProductPrice>();
  if (products.length === 0) return sale;
  const ids = products.map(({ id }) => id);
  for await (const prices of pricePages(source, ids)) noteSalePrices(sale, prices);
  return sale;
}

export async function* pricePages({ platform, caller }: PriceSource, product_ids: number[]) {
  const limit = MAX_PRODUCT_PRICES;
  const readPage = (start: number) => platform.listProductPrices(caller, { product_ids, start, limit });
  for await (const { rows } of drainPages(readPage, { limit, keyOf: idOf })) yield rows;
}
