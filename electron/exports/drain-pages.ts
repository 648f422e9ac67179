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
  /** Maximum number of rows of a page. */
  readonly limit: number;
  /** Never changes for a row. */
  readonly getKey: (row: Row) => RowKey;
}

export const getId = ({ id }: { readonly id: number }): number => id;

/** New rows, and the total of their page. */
export interface DrainedPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** A list that grows further than this while it is read is given up. */
const MAX_GROWTH = { times: 2, rows: 1_000 };

/**
 * Reads a paged list to its end, each row once. Each page begins with the last row of the previous one, so that a list
 * that moves is noticed. Yields what it has, then throws `ExportError` `incomplete` for a list that moved, for a page
 * that twice has nothing new, and if the number of rows is not the last page's total. It always ends, whatever the
 * pages say.
 *
 * Not noticed: rows before the current position that are replaced by as many others between two pages.
 */
export async function* drainPages<Row>(
  readPage: ReadPage<Row>,
  { limit, getKey }: DrainOptions<Row>,
): AsyncGenerator<DrainedPage<Row>> {
  const seen = new Set<RowKey>();
  let read = 0;
  let last: RowKey | null = null;
  let maxRows = Number.POSITIVE_INFINITY;
  let isRepeated = false;
  for (;;) {
    const start = Math.max(0, read - 1);
    const { rows, total } = await readPage(start);
    const [first] = rows;
    if (last !== null && first !== undefined && getKey(first) !== last) throw createMovedError();
    maxRows = Math.min(maxRows, total * MAX_GROWTH.times + MAX_GROWTH.rows);
    const fresh = rows.filter((row) => !seen.has(getKey(row)) && seen.add(getKey(row)));
    if (fresh.length > 0) yield { rows: fresh, total };
    assertPossible(seen.size, total, maxRows);

    const end = rows.at(-1);
    if (fresh.length > 0 && end !== undefined) {
      read = start + rows.length;
      last = getKey(end);
      isRepeated = false;
      if (read < total || rows.length >= limit) continue;
    } else if (read < total || (rows.length === 0 && total > 0)) {
      if (isRepeated) throw createStuckError(seen.size, total);
      isRepeated = true;
      continue;
    }
    return assertComplete(seen.size, total);
  }
}

/** A platform may filter a batch to nothing, but not endlessly. */
const MAX_EMPTY_BATCHES = 10_000;

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
    if (key !== null && (keys.has(key) || emptyInARow > MAX_EMPTY_BATCHES)) {
      throw new ExportError('incomplete', 'Not all orders could be read. Try again.');
    }
    if (key !== null) keys.add(key);
  } while (key !== null);
}

function assertPossible(read: number, total: number, maxRows: number): void {
  if (!Number.isSafeInteger(total)) throw createMovedError();
  if (read > total) assertComplete(read, total);
  if (read > maxRows) throw createMovedError();
}

function createMovedError(): ExportError {
  return new ExportError('incomplete', 'The data changed while it was read. Try again.');
}

function createStuckError(read: number, total: number): ExportError {
  return new ExportError('incomplete', `Only ${read} of ${total} rows could be read. Try again.`);
}

/** Throws `ExportError` `incomplete` unless as many rows were read as the platform counts. */
export function assertComplete(read: number, total: number): void {
  if (read === total) return;
  const message = `The data changed while it was read: ${read} rows were read, but there are ${total}. Try again.`;
  throw new ExportError('incomplete', message);
}

/**
 * The further into a list a page is, the longer a platform takes to find it, and it adds up the whole list each time.
 */
const MAX_QUERY_ROWS = 2_500;

/**
 * Splits a period with that many rows into parts, in their order, each with about as many rows as one query should
 * have.
 */
export function* splitPeriod({ from, to }: Period, rows: number): Generator<Period> {
  const days = countDaysBetween(from, to) + 1;
  const partDays = rows > MAX_QUERY_ROWS ? Math.max(1, Math.floor((days * MAX_QUERY_ROWS) / rows)) : days;
  for (let first = from; first <= to; first = addDays(first, partDays)) {
    const last = addDays(first, partDays - 1);
    yield { from: first, to: last < to ? last : to };
  }
}

interface PriceSource {
  readonly platform: Pick<ExportPlatform, 'listProductPrices'>;
  readonly caller: Caller;
}

export async function readSalePrices(
  source: PriceSource,
  products: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, ProductPrice>> {
  const sale = new Map<number, ProductPrice>();
  if (products.length === 0) return sale;
  const ids = products.map(({ id }) => id);
  for await (const prices of readPricePages(source, ids)) noteSalePrices(sale, prices);
  return sale;
}

export async function* readPricePages({ platform, caller }: PriceSource, product_ids: number[]) {
  const limit = MAX_PRODUCT_PRICES;
  const readPage = (start: number) => platform.listProductPrices(caller, { product_ids, start, limit });
  for await (const { rows } of drainPages(readPage, { limit, getKey: getId })) yield rows;
}
