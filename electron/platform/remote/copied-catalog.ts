import { setImmediate } from 'node:timers/promises';
import { localTimestamp } from '../../../shared/calendar.ts';
import { PRODUCT_PRICES_MAX_IDS, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { COPY_PROBLEMS } from '../../../shared/copy-problems.ts';
import { REFERENCE_READS } from '../../api-client/endpoint-reader.ts';
import { ageOf } from '../../base/age-of.ts';
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

const WHOLE = 'whole';

/** So many products are in memory at once, with their prices. */
const PAGE = 500;

/** Everything that ever changed, which is everything: a feed tells of every product at least once. */
const BEGINNING: FeedStart = { since: 0 };

/** What is asked of the deployment. */
type Feeds = Pick<Platform, 'readChanges' | 'listProductPrices' | 'searchProducts' | 'listReference'>;

/** Answers from a store: the built-in platform, so that search and order are the same with and without a copy. */
export type AnswerFrom = (db: CopyDb) => PlatformCalls;

const CALLS: ReadonlySet<keyof PlatformCalls> = new Set([
  'listReference',
  'searchProducts',
  'findProduct',
  'listProductPrices',
  'readPriceList',
]);

const LISTS_MS = 5 * 60_000;

/** What is older is read on before it is answered from, where the deployment can be reached. */
const MOST_AGE_MS = 60_000;

/** Something may be sold out of the range between the two counts. */
const COUNTS = 3;

/** The catalog of another deployment: products and prices are followed by the feed, the other records are stored as lists. */
export function createCatalogSource(feeds: Feeds, answerFrom: AnswerFrom): CopySource {
  return {
    calls: CALLS,
    isAloneInAnswering: false,
    // Lists are read when a reading finds them due.
    mostAgeMs: (call) => (call === 'listReference' ? LISTS_MS + MOST_AGE_MS : MOST_AGE_MS),
    async open(file, clock) {
      const { db, close } = await openCatalogCopy(file, clock);
      return {
        answers: answersOf(db, answerFrom(db)),
        readAt: (call) => readMoment(db, call === 'listReference' ? LISTS_AT : READ_AT),
        readOn: (reading) => readOn({ ...reading, feeds, db, clock }, reading),
        readAgain: () => writeFacts(db, { [POSITION]: null }),
        isWhole: async () => (await readFact(db, WHOLE)) !== undefined,
        status: () => statusOfCatalog(db),
        close,
      };
    },
  };
}

function answersOf(db: CopyDb, embedded: PlatformCalls): CopiedRecords['answers'] {
  return {
    async listReference(_caller, kind, country) {
      const rows = await readReferenceList(db, kind);
      if (rows === null) throw new PlatformError('not_offered', 'The platform does not offer this list.');
      return country === undefined ? rows : rows.filter((row) => isOf(country, row));
    },
    searchProducts: (_caller, query) => embedded.searchProducts(COPY_READER, query),
    findProduct: (_caller, id) => embedded.findProduct(COPY_READER, id),
    listProductPrices: (_caller, query) => embedded.listProductPrices(COPY_READER, query),
    readPriceList: (_caller, query, after) => embedded.readPriceList(COPY_READER, query, after),
  };
}

async function readOn(following: Following, { becomeWhole }: CopyReading): Promise<void> {
  const { db, clock, feeds, caller } = following;
  const named = await followProducts(following);
  const areListsDue = ageOf(clock, (await readMoment(db, LISTS_AT)) ?? 0) >= LISTS_MS;
  if (areListsDue || (await namesUnknown(db, named))) {
    await copyReferenceLists(feeds, caller, db, clock.now());
    await expectAll(following);
  }
  if ((await readFact(db, WHOLE)) === undefined) await writeFacts(db, { [WHOLE]: 'yes' });
  await becomeWhole();
}

/** Throws `position_lost` where the copy does not have all that the list has. */
async function expectAll(following: Following): Promise<void> {
  const { feeds, caller, db } = following;
  let counts = '';
  for (let count = 0; count < COUNTS; count += 1) {
    const { total } = await feeds.searchProducts(caller, { start: 0, limit: 1 });
    const copied = await countCopiedProducts(db);
    if (total === copied) return;
    counts = `the list has ${total} products, the copy ${copied}`;
    await followProducts(following);
  }
  const cause = new Error(counts);
  throw new PlatformError('position_lost', COPY_PROBLEMS.listsDisagree, { cause });
}

/** What the page Data source shows of such a copy. */
export async function statusOfCatalog(db: CopyDb): Promise<CopiedStatus> {
  const [readAt, listsAt] = [await readMoment(db, READ_AT), await readMoment(db, LISTS_AT)];
  const done = await countCopiedProducts(db);
  const stream = { refused: [], problem: null };
  return {
    streams: [
      {
        ...{ ...stream, name: 'reference', readBy: 'GET /api/shops …', progress: null },
        readAt: listsAt === null ? null : localTimestamp(listsAt),
      },
      {
        ...{ ...stream, name: 'products', readBy: 'GET /api/products/delta' },
        readAt: readAt === null ? null : localTimestamp(readAt),
        progress: readAt === null ? { done, of: null, expectedEnd: null } : null,
      },
    ],
    ...{ coverage: null, check: null, notes: [], unknown: [] },
  };
}

async function readMoment(db: CopyDb, fact: string): Promise<number | null> {
  const text = await readFact(db, fact);
  return text === undefined ? null : Number(text);
}

interface Following extends Pick<CopyReading, 'caller' | 'expectOn'> {
  readonly db: CopyDb;
  readonly clock: Clock;
  readonly feeds: Feeds;
}

/**
 * Reads the feed of products on from where the store stands and applies it page by page. The position after a page comes
 * with its last rows: after a crash the page is read again. Answers which turnover groups and tax rates the products name. Throws
 * `PlatformError`, `position_lost` too.
 */
async function followProducts({ feeds, db, caller, clock, expectOn }: Following): Promise<NamedRecords> {
  const named: NamedRecords = { turnoverGroups: new Set(), taxRates: new Set() };
  const position = await readFact(db, POSITION);
  let after: FeedStart = position === undefined ? BEGINNING : { position };
  for (let hasMore = true; hasMore; ) {
    const askedAt = clock.now();
    const page = await feeds.readChanges(caller, 'products', { after, limit: PAGE });
    if (page.hasMore && page.rows.length === 0) throw endless();
    const products = page.rows.flatMap(({ record }) => record ?? []);
    const removed = page.rows.flatMap(({ id, record }) => (record === null ? [id] : []));
    const ids = products.map(({ id }) => id);
    const prices = await readPrices(feeds, caller, ids);
    expectOn();
    const facts = { [POSITION]: page.next, ...(!page.hasMore && { [READ_AT]: String(askedAt) }) };
    await applyPage(db, { products, prices, removed }, facts, async () => {
      await setImmediate();
      expectOn();
    });
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

function endless(): PlatformError {
  return new PlatformError('invalid_answer', COPY_PROBLEMS.endlessFeed);
}

/** Throws `PlatformError` `invalid_answer` for rows that were not asked for, and for rows without end. */
async function readPrices(feeds: Feeds, caller: Caller, productIds: readonly number[]): Promise<ProductPrice[]> {
  const prices: ProductPrice[] = [];
  for (let at = 0; at < productIds.length; at += PRODUCT_PRICES_MAX_IDS) {
    const ids = productIds.slice(at, at + PRODUCT_PRICES_MAX_IDS);
    prices.push(...(await readAllPrices((query) => feeds.listProductPrices(caller, query), ids)));
  }
  const asked = new Set(productIds);
  if (prices.every(({ product_id }) => asked.has(product_id))) return prices;
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
    facts[factOf(kind)] = JSON.stringify(rows);
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

/** Null for a list that the deployment does not offer. */
async function readReferenceList<K extends ReferenceKind>(db: CopyDb, kind: K): Promise<ReferenceRecords[K][] | null> {
  const text = await readFact(db, factOf(kind));
  return text === undefined ? null : JSON.parse(text);
}

/** Whether products name a record that the lists do not have: then those are older than the products. */
async function namesUnknown(db: CopyDb, named: NamedRecords): Promise<boolean> {
  for (const kind of ['turnoverGroups', 'taxRates'] as const) {
    const known = new Set((await readReferenceList(db, kind))?.map(({ id }) => id));
    if ([...named[kind]].some((id) => !known.has(id))) return true;
  }
  return false;
}

const factOf = (kind: ReferenceKind) => `list ${kind}`;

function isOf(country: string, row: object): boolean {
  return 'country_iso2' in row && row.country_iso2 === country;
}
