import { setImmediate } from 'node:timers/promises';
import { formatTimestamp } from '../../../shared/calendar.ts';
import { MAX_PRODUCT_PRICE_IDS, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { COPY_PROBLEMS } from '../../../shared/copy-problems.ts';
import { REFERENCE_READS } from '../../api-client/endpoint-reader.ts';
import { getAgeMs } from '../../base/age-of.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import {
  applyChanges,
  countCopiedProducts,
  openCatalogCopy,
  replaceSortingLists,
} from '../../store/copies/catalog-copy-store.ts';
import { COPY_READER, type CopyDb, readFact, writeFacts } from '../../store/copies/copy-store.ts';
import type { CopiedRecords, CopiedStatus, CopyReading, CopySource } from '../copy-source.ts';
import type { FeedStart, Platform, ReferenceKind, ReferenceRecords } from '../platform.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import { readAllPrices } from './remote-price-list.ts';

const POSITION = 'position';

const READ_AT = 'read_at';

const COMPLETE = 'whole';

/** Maximum number of products in memory at once, with their prices. */
const PAGE_SIZE = 500;

/** The feed has every product at least once, so reading it from the beginning reads all. */
const BEGINNING: FeedStart = { since: 0 };

/** The calls of the deployment that are needed. */
type Feeds = Pick<Platform, 'readChanges' | 'listProductPrices' | 'searchProducts' | 'listReference'>;

/**
 * Answers from a store with the built-in platform's code, so that search and sorting are the same with and without a
 * copy.
 */
export type CreateCalls = (db: CopyDb) => PlatformCalls;

const CALLS: ReadonlySet<keyof PlatformCalls> = new Set([
  'listReference',
  'searchProducts',
  'findProduct',
  'listProductPrices',
  'readPriceList',
]);

const LISTS_INTERVAL_MS = 5 * 60_000;

/** Older records are refreshed before an answer if the deployment can be reached. */
const MAX_AGE_MS = 60_000;

/** Number of comparisons, because products can be removed between two counts. */
const MAX_COUNTS = 3;

/**
 * Creates the copy source for another deployment's catalog. Products and prices follow the feed; other records are
 * stored as whole lists.
 */
export function createCatalogSource(feeds: Feeds, createCalls: CreateCalls): CopySource {
  return {
    calls: CALLS,
    isCopyOnly: false,
    // A list is refreshed at the first reading after it becomes due.
    getMaxAgeMs: (call) => (call === 'listReference' ? LISTS_INTERVAL_MS + MAX_AGE_MS : MAX_AGE_MS),
    async open(file, clock) {
      const { db, close } = await openCatalogCopy(file, clock);
      return {
        answers: createAnswers(db, createCalls(db)),
        getReadAt: (call) => readTimestamp(db, call === 'listReference' ? LISTS_AT : READ_AT),
        continueReading: (reading) => continueReading({ ...reading, feeds, db, clock }, reading),
        markAllDue: () => writeFacts(db, { [POSITION]: null }),
        isComplete: async () => (await readFact(db, COMPLETE)) !== undefined,
        getStatus: () => readCatalogStatus(db),
        close,
      };
    },
  };
}

function createAnswers(db: CopyDb, embedded: PlatformCalls): CopiedRecords['answers'] {
  return {
    async listReference(_caller, kind, country) {
      const rows = await readReferenceList(db, kind);
      if (rows === null) throw new PlatformError('not_offered', 'The platform does not have this list.');
      return country === undefined ? rows : rows.filter((row) => hasCountry(country, row));
    },
    searchProducts: (_caller, query) => embedded.searchProducts(COPY_READER, query),
    findProduct: (_caller, id) => embedded.findProduct(COPY_READER, id),
    listProductPrices: (_caller, query) => embedded.listProductPrices(COPY_READER, query),
    readPriceList: (_caller, query, after) => embedded.readPriceList(COPY_READER, query, after),
  };
}

async function continueReading(following: FollowContext, { markComplete }: CopyReading): Promise<void> {
  const { db, clock, feeds, caller } = following;
  const referenced = await followProducts(following);
  const areListsDue = getAgeMs(clock, (await readTimestamp(db, LISTS_AT)) ?? 0) >= LISTS_INTERVAL_MS;
  if (areListsDue || (await hasUnknownIds(db, referenced))) {
    await copyReferenceLists(feeds, caller, db, clock.now());
    await assertAllCopied(following);
  }
  if ((await readFact(db, COMPLETE)) === undefined) await writeFacts(db, { [COMPLETE]: 'yes' });
  await markComplete();
}

/** Throws `position_lost` if the copy has another number of products than the list. */
async function assertAllCopied(following: FollowContext): Promise<void> {
  const { feeds, caller, db } = following;
  let counts = '';
  for (let count = 0; count < MAX_COUNTS; count += 1) {
    const { total } = await feeds.searchProducts(caller, { start: 0, limit: 1 });
    const copied = await countCopiedProducts(db);
    if (total === copied) return;
    counts = `the list has ${total} products, the copy has ${copied}`;
    await followProducts(following);
  }
  const cause = new Error(counts);
  throw new PlatformError('position_lost', COPY_PROBLEMS.listsDisagree, { cause });
}

export async function readCatalogStatus(db: CopyDb): Promise<CopiedStatus> {
  const [readAt, listsAt] = [await readTimestamp(db, READ_AT), await readTimestamp(db, LISTS_AT)];
  const done = await countCopiedProducts(db);
  const stream = { refused: [], problem: null };
  return {
    streams: [
      {
        ...{ ...stream, name: 'reference', readBy: 'GET /api/shops …', progress: null },
        readAt: listsAt === null ? null : formatTimestamp(listsAt),
      },
      {
        ...{ ...stream, name: 'products', readBy: 'GET /api/products/delta' },
        readAt: readAt === null ? null : formatTimestamp(readAt),
        progress: readAt === null ? { done, of: null, expectedEnd: null } : null,
      },
    ],
    ...{ coverage: null, check: null, notes: [], unknown: [] },
  };
}

async function readTimestamp(db: CopyDb, fact: string): Promise<number | null> {
  const text = await readFact(db, fact);
  return text === undefined ? null : Number(text);
}

interface FollowContext extends Pick<CopyReading, 'caller' | 'assertCanContinue'> {
  readonly db: CopyDb;
  readonly clock: Clock;
  readonly feeds: Feeds;
}

/**
 * Continues reading the product feed and applies it page by page. The position is stored with the last rows of its
 * page: after a crash the page is read again. Returns the turnover groups and tax rates that the products use. Throws
 * `PlatformError`, including `position_lost`.
 */
async function followProducts({ feeds, db, caller, clock, assertCanContinue }: FollowContext): Promise<ReferencedIds> {
  const referenced: ReferencedIds = { turnoverGroups: new Set(), taxRates: new Set() };
  const position = await readFact(db, POSITION);
  let after: FeedStart = position === undefined ? BEGINNING : { position };
  for (let hasMore = true; hasMore; ) {
    const askedAt = clock.now();
    const page = await feeds.readChanges(caller, 'products', { after, limit: PAGE_SIZE });
    if (page.hasMore && page.rows.length === 0) throw createEndlessError();
    const products = page.rows.flatMap(({ record }) => record ?? []);
    const removed = page.rows.flatMap(({ id, record }) => (record === null ? [id] : []));
    const ids = products.map(({ id }) => id);
    const prices = await readPrices(feeds, caller, ids);
    assertCanContinue();
    const facts = { [POSITION]: page.next, ...(!page.hasMore && { [READ_AT]: String(askedAt) }) };
    await applyPage(db, { products, prices, removed }, facts, async () => {
      await setImmediate();
      assertCanContinue();
    });
    for (const { product_group_id } of products) referenced.turnoverGroups.add(product_group_id);
    for (const { tax_rate_id } of prices) referenced.taxRates.add(tax_rate_id);
    after = { position: page.next };
    hasMore = page.hasMore;
  }
  return referenced;
}

interface ReferencedIds {
  readonly turnoverGroups: Set<number>;
  readonly taxRates: Set<number>;
}

async function applyPage(
  db: CopyDb,
  ...change: Parameters<typeof applyChanges> extends [unknown, ...infer Rest] ? Rest : never
): Promise<void> {
  try {
    await applyChanges(db, ...change);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new PlatformError('invalid_answer', COPY_PROBLEMS.badAmount, { cause });
  }
}

function createEndlessError(): PlatformError {
  return new PlatformError('invalid_answer', COPY_PROBLEMS.endlessFeed);
}

/** Throws `PlatformError` `invalid_answer` for rows of other products and for a list that does not end. */
async function readPrices(feeds: Feeds, caller: Caller, productIds: readonly number[]): Promise<ProductPrice[]> {
  const prices: ProductPrice[] = [];
  for (let at = 0; at < productIds.length; at += MAX_PRODUCT_PRICE_IDS) {
    const ids = productIds.slice(at, at + MAX_PRODUCT_PRICE_IDS);
    prices.push(...(await readAllPrices((query) => feeds.listProductPrices(caller, query), ids)));
  }
  const requestedIds = new Set(productIds);
  if (prices.every(({ product_id }) => requestedIds.has(product_id))) return prices;
  throw new PlatformError('invalid_answer', COPY_PROBLEMS.otherPrices);
}

const LISTS_AT = 'lists_at';

async function copyReferenceLists(
  source: Pick<Feeds, 'listReference'>,
  caller: Caller,
  db: CopyDb,
  now: number,
): Promise<void> {
  const facts: Record<string, string> = { [LISTS_AT]: String(now) };
  const lists: { [K in ReferenceKind]?: ReferenceRecords[K][] } = {};
  const read = async <K extends ReferenceKind>(kind: K) => {
    const rows = await source.listReference(caller, kind);
    Object.assign(lists, { [kind]: rows });
    facts[getFactName(kind)] = JSON.stringify(rows);
  };
  for (const kind of Object.keys(REFERENCE_READS) as ReferenceKind[]) {
    try {
      await read(kind);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'not_offered') throw error;
    }
  }
  await replaceSortingLists(db, lists, facts);
}

/** `null` if the deployment does not offer the list. */
async function readReferenceList<K extends ReferenceKind>(db: CopyDb, kind: K): Promise<ReferenceRecords[K][] | null> {
  const text = await readFact(db, getFactName(kind));
  return text === undefined ? null : JSON.parse(text);
}

/** Whether products refer to records that are missing in the lists, which are then older than the products. */
async function hasUnknownIds(db: CopyDb, referenced: ReferencedIds): Promise<boolean> {
  for (const kind of ['turnoverGroups', 'taxRates'] as const) {
    const known = new Set((await readReferenceList(db, kind))?.map(({ id }) => id));
    if ([...referenced[kind]].some((id) => !known.has(id))) return true;
  }
  return false;
}

const getFactName = (kind: ReferenceKind) => `list ${kind}`;

function hasCountry(country: string, row: object): boolean {
  return 'country_iso2' in row && row.country_iso2 === country;
}
