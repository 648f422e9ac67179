import type { Kysely } from 'kysely';
import { toEuros } from '../../../shared/money.ts';
import type { Caller } from '../../base/caller.ts';
import { type PriceListRecord, readPriceListRecords } from '../../store/catalog/price-list-queries.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { PriceListBatch, PriceListQuery, PriceListRow } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { scopeOf } from './embedded-scope.ts';

/** About 2 ms of reading, and little to hold. */
export const PRICE_LIST_BATCH = 1_000;
const KEY_FORM = /^\d{1,15}$/;

/** The key of a batch is the id of its last product. */
export async function readEmbeddedPriceList(
  store: Kysely<StoreSchema>,
  caller: Caller,
  query: PriceListQuery,
  after: string | null,
): Promise<PriceListBatch> {
  const afterId = after === null ? 0 : parseKey(after);
  const limit = PRICE_LIST_BATCH;
  const records = await readPriceListRecords(store, scopeOf(caller), query, { afterId, limit });
  const last = records.length === limit ? records.at(-1) : undefined;
  return { rows: toRows(records), next: last ? String(last[0]) : null };
}

function parseKey(text: string): number {
  if (!KEY_FORM.test(text)) {
    throw new PlatformError('rejected', 'The batch does not continue one of this platform.');
  }
  return Number(text);
}

/** One row per product: the first of its records has the price that is valid. */
function toRows(records: readonly PriceListRecord[]): PriceListRow[] {
  return records.filter(([id], index) => id !== records[index - 1]?.[0]).map(toRow);
}

function toRow([id, sku, title, ppu, ppuWt, tax_rate_id]: PriceListRecord): PriceListRow {
  const isPriced = ppu !== null && ppuWt !== null && tax_rate_id !== null;
  const salePrice = isPriced ? { ppu: toEuros(ppu), ppu_wt: toEuros(ppuWt), tax_rate_id } : null;
  return { id, sku, title, salePrice };
}
