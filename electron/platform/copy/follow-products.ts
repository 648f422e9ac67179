import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { applyChanges, type CatalogCopyStore, readFact } from '../../store/copies/catalog-copy-store.ts';
import type { FeedStart, Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { readAllPrices } from './read-all-prices.ts';

const POSITION = 'position';
export const READ_AT = 'read_at';
/** So many products are in memory at once, with their prices. */
const PAGE = 500;
/** Everything that ever changed, which is everything: a feed tells of every product at least once. */
const BEGINNING: FeedStart = { since: 0 };

/** What may be asked while a copy is read. */
export type CatalogSource = Pick<
  Platform,
  'readChanges' | 'listProductPrices' | 'searchProducts' | 'listReference'
>;

export interface Following {
  readonly source: CatalogSource;
  readonly store: CatalogCopyStore;
  readonly clock: Pick<Clock, 'now'>;
  /** Throws where nobody needs the copy any more, or there is no room for more of it. */
  readonly expectOn: () => void;
}

/**
 * Reads the feed of products on from where the store stands, from the beginning where it is new, and applies page by
 * page: each together with the position after it, so that it goes on after a crash and a page that comes twice changes
 * nothing. Answers which turnover groups and tax rates the changed products name. Throws `PlatformError`, `position_lost`
 * too.
 */
export async function followProducts(
  { source, store, clock, expectOn }: Following,
  caller: Caller,
): Promise<NamedRecords> {
  const named: NamedRecords = { turnoverGroups: new Set(), taxRates: new Set() };
  const position = await readFact(store.db, POSITION);
  let after: FeedStart = position === undefined ? BEGINNING : { position };
  for (let hasMore = true; hasMore; ) {
    const askedAt = clock.now();
    const page = await source.readChanges(caller, 'products', { after, limit: PAGE });
    if (page.hasMore && page.rows.length === 0) throw endless();
    const products = page.rows.flatMap(({ record }) => record ?? []);
    const removed = page.rows.flatMap(({ id, record }) => (record === null ? [id] : []));
    const prices = await readAllPrices(
      source,
      caller,
      products.map(({ id }) => id),
    );
    expectOn();
    const facts = { [POSITION]: page.next, ...(!page.hasMore && { [READ_AT]: String(askedAt) }) };
    await applyPage(store, { products, prices, removed }, facts);
    for (const { product_group_id } of products) named.turnoverGroups.add(product_group_id);
    for (const { tax_rate_id } of prices) named.taxRates.add(tax_rate_id);
    after = { position: page.next };
    hasMore = page.hasMore;
  }
  return named;
}

export interface NamedRecords {
  readonly turnoverGroups: Set<number>;
  readonly taxRates: Set<number>;
}

async function applyPage(
  { db }: CatalogCopyStore,
  ...change: Parameters<typeof applyChanges> extends [unknown, ...infer Rest] ? Rest : never
): Promise<void> {
  try {
    await applyChanges(db, ...change);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new PlatformError('invalid_answer', 'The catalog has an amount that no price can be.', { cause });
  }
}

function endless(): PlatformError {
  return new PlatformError('invalid_answer', 'The feed of products says that it goes on, and does not.');
}
