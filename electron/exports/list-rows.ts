import type { Period } from '../../shared/periods.ts';
import { isSortedByPurchase, type KeyedListName, type KeyedLists, type Page } from '../platform/platform.ts';
import type { ExportSource } from './dataset.ts';
import { drainBatches, drainPages, getId, splitPeriod } from './drain-pages.ts';

/** A list of the port, and how to read a page of it if the platform does not read it by key. */
export interface ListToRead<L extends KeyedListName> {
  readonly name: L;
  readonly query: KeyedLists[L]['query'] & { readonly sort?: string };
  /** Maximum number of rows of a page. */
  readonly limit: number;
  readPage(days: Period, start: number, limit: number): Promise<Page<KeyedLists[L]['row']>>;
}

type Rows<L extends KeyedListName> = AsyncGenerator<readonly KeyedLists[L]['row'][]>;

/**
 * All rows of a list of `total` rows, in its order and each once: in batches by key if the platform has them, otherwise
 * page by page. Throws `ExportError` `incomplete` for a list that moves. The caller compares the count at the end.
 */
export async function* readListRows<L extends KeyedListName>(
  source: ExportSource,
  list: ListToRead<L>,
  total: number,
): Rows<L> {
  const { keyedLists = [] } = await source.platform.getCapabilities(source.caller);
  yield* keyedLists.includes(list.name) ? readByKey(source, list) : readByPage(list, total);
}

async function* readByKey<L extends KeyedListName>(
  { platform, caller }: ExportSource,
  { name, query }: ListToRead<L>,
): Rows<L> {
  const batches = drainBatches((after) => platform.readBatch(caller, name, query, after));
  if (isSortedByPurchase(query)) return yield* batches;
  // A row may move while it is read, unless the list is sorted by purchase.
  const seen = new Set<number>();
  for await (const rows of batches) yield rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** If the list is sorted by day, a long period is read in parts. */
async function* readByPage<L extends KeyedListName>({ query, limit, readPage }: ListToRead<L>, total: number): Rows<L> {
  for (const days of isOldestFirst(query) ? splitPeriod(query, total) : [query]) {
    for await (const { rows } of drainPages((start) => readPage(days, start, limit), { limit, getKey: getId }))
      yield rows;
  }
}

/** Whether a list is sorted by purchase, oldest first, which is the default. */
export function isOldestFirst({ sort = 'date_purchased' }: { readonly sort?: string }): boolean {
  return sort === 'date_purchased';
}
