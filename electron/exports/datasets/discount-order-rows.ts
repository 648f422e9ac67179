import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { discountPercentage } from '../../../shared/discount-percentage.ts';
import type { DiscountOrderQuery } from '../../platform/platform.ts';
import type { ExportRow, ExportSource, RowBatch } from '../dataset.ts';
import { ExportError } from '../export-error.ts';
import type { DiscountOrderColumn } from './discount-orders.ts';
import { readTitles } from './record-titles.ts';

/** A platform may filter a batch to nothing, but not without end. */
const MOST_EMPTY_IN_A_ROW = 10_000;

/** Every order that the query selects and `isListed` keeps, once, batch by batch. */
export async function* discountOrderRows(
  source: ExportSource,
  query: DiscountOrderQuery,
  isListed: (order: DiscountOrder) => boolean,
): AsyncGenerator<RowBatch<DiscountOrderColumn>> {
  const shopTitle = await readTitles(source, 'shops');
  const seen = new Set<number>();
  for await (const orders of batches(source, query)) {
    const fresh = orders.filter(({ id }) => !seen.has(id) && seen.add(id));
    const rows = fresh.filter(isListed).map((order) => ({ ...rowOf(order), shop: shopTitle(order.shop_id) }));
    yield { rows, total: null };
  }
}

async function* batches({ platform, caller }: ExportSource, query: DiscountOrderQuery) {
  const keys = new Set<string>();
  let emptyInARow = 0;
  let key: string | null = null;
  do {
    const batch = await platform.readDiscountOrders(caller, query, key);
    yield batch.rows;
    key = batch.next;
    emptyInARow = batch.rows.length === 0 ? emptyInARow + 1 : 0;
    if (key !== null && (keys.has(key) || emptyInARow > MOST_EMPTY_IN_A_ROW)) {
      throw new ExportError('incomplete', 'The orders could not be read to their end. Try again.');
    }
    if (key !== null) keys.add(key);
  } while (key !== null);
}

function rowOf(order: DiscountOrder): Omit<ExportRow<DiscountOrderColumn>, 'shop'> {
  return { key: String(order.id), ...order, discount_percentage: discountPercentage(order) };
}
