import type { PriceListQuery, PriceListRow } from '../../platform/platform.ts';
import type { ExportSource } from '../dataset.ts';
import { expectComplete } from '../expect-complete.ts';
import { ExportError } from '../export-error.ts';

/**
 * The price list by id, batch by batch. Throws `ExportError` `incomplete` for batches that repeat, go back or
 * do not end, and for another number of products than the platform counts.
 */
export async function* priceListById(
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
