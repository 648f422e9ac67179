import {
  PRODUCT_PRICES_CAP,
  PRODUCT_PRICES_MAX_IDS,
  type ProductPrice,
} from '../../../shared/contract/product-prices.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { applyChanges, type CatalogCopyStore, readFact, writeFacts } from '../../store/copies/catalog-copy-store.ts';
import type { FeedStart, Platform, ReferenceKind, ReferenceRecords } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';

const POSITION = 'position';

export const READ_AT = 'read_at';

/** So many products are in memory at once, with their prices. */
const PAGE = 500;

/** Everything that ever changed, which is everything: a feed tells of every product at least once. */
const BEGINNING: FeedStart = { since: 0 };

export type CatalogSource = Pick<Platform, 'readChanges' | 'listProductPrices' | 'searchProducts' | 'listReference'>;

export interface Following {
  readonly source: CatalogSource;
  readonly store: CatalogCopyStore;
  readonly clock: Pick<Clock, 'now'>;
  /** Throws where nobody needs the copy any more, or there is no room for more of it. */
  readonly expectOn: () => void;
}

/**
 * Reads the feed of products on from where the store stands and applies it page by page, each with the position after
 * it, so that it can go on after a crash. Answers which turnover groups and tax rates the products name. Throws
 * `PlatformError`, `position_lost` too.
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
    const ids = products.map(({ id }) => id);
    const prices = await readAllPrices(source, caller, ids);
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

interface NamedRecords {
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

/** Of the products of one call, which never come near it. */
const MOST_PRICES = 100 * PRODUCT_PRICES_CAP;

/** Throws `PlatformError` `invalid_answer` for rows that were not asked for, and for rows without end. */
async function readAllPrices(
  remote: Pick<Platform, 'listProductPrices'>,
  caller: Caller,
  productIds: readonly number[],
): Promise<ProductPrice[]> {
  const prices: ProductPrice[][] = [];
  for (let at = 0; at < productIds.length; at += PRODUCT_PRICES_MAX_IDS) {
    prices.push(await pricesOf(remote, caller, productIds.slice(at, at + PRODUCT_PRICES_MAX_IDS)));
  }
  return prices.flat();
}

async function pricesOf(
  remote: Pick<Platform, 'listProductPrices'>,
  caller: Caller,
  product_ids: number[],
): Promise<ProductPrice[]> {
  const asked = new Set(product_ids);
  const prices: ProductPrice[] = [];
  for (let total = 1; prices.length < total; ) {
    const query = { product_ids, start: prices.length, limit: PRODUCT_PRICES_CAP };
    const page = await remote.listProductPrices(caller, query);
    const isAsked = page.rows.every(({ product_id }) => asked.has(product_id));
    const breaksOff = page.rows.length === 0 && page.total > prices.length;
    if (!isAsked || breaksOff || page.total > MOST_PRICES) {
      throw new PlatformError('invalid_answer', 'The prices that came are not those that were asked for.');
    }
    prices.push(...page.rows);
    total = page.total;
  }
  return prices;
}

const KINDS: { readonly [Kind in ReferenceKind]: true } = {
  shops: true,
  locations: true,
  turnoverGroups: true,
  paymentMethods: true,
  paymentProviders: true,
  taxRates: true,
  segments: true,
};

const REFERENCE_KINDS = Object.keys(KINDS) as ReferenceKind[];

const LISTS_AT = 'lists_at';

export async function copyReferenceLists(
  source: Pick<CatalogSource, 'listReference'>,
  caller: Caller,
  { db }: CatalogCopyStore,
  now: number,
): Promise<void> {
  const facts: Record<string, string> = { [LISTS_AT]: String(now) };
  for (const kind of REFERENCE_KINDS) {
    const rows = await listIfOffered(source, caller, kind);
    if (rows !== null) facts[factOf(kind)] = JSON.stringify(rows);
  }
  await writeFacts(db, facts);
}

/** Null for a list that is not kept. */
export async function readReferenceList<K extends ReferenceKind>(
  { db }: CatalogCopyStore,
  kind: K,
): Promise<{ rows: ReferenceRecords[K][]; readAt: number } | null> {
  const text = await readFact(db, factOf(kind));
  return text === undefined ? null : { rows: JSON.parse(text), readAt: await readListsAt({ db }) };
}

/** When the lists were read; 0 where they never were. */
export async function readListsAt({ db }: Pick<CatalogCopyStore, 'db'>): Promise<number> {
  return Number((await readFact(db, LISTS_AT)) ?? 0);
}

/** Whether products name a record that the lists do not have: then those are older than the products. */
export async function namesUnknown(store: CatalogCopyStore, named: NamedRecords): Promise<boolean> {
  for (const kind of ['turnoverGroups', 'taxRates'] as const) {
    const known = new Set((await readReferenceList(store, kind))?.rows.map(({ id }) => id));
    if ([...named[kind]].some((id) => !known.has(id))) return true;
  }
  return false;
}

const factOf = (kind: ReferenceKind) => `list ${kind}`;

async function listIfOffered(
  source: Pick<CatalogSource, 'listReference'>,
  caller: Caller,
  kind: ReferenceKind,
): Promise<readonly unknown[] | null> {
  try {
    return await source.listReference(caller, kind);
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'not_offered') return null;
    throw error;
  }
}
