import { expect } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import type {
  Change,
  ChangesPage,
  FeedName,
  FeedStart,
  Platform,
  ProductQuery,
} from '../../electron/platform/platform.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { PRODUCT_SORTS, type Product } from '../../shared/contract/products.ts';
import { matchesBarcode, matchesProduct, removeAccents } from '../support/search-oracle.ts';
import { BARCODE, GROUP, PRODUCT, RATE } from '../support/shop-fixture.ts';
import { pickBySize } from '../support/test-size.ts';
import { type Area, CALLING_USERS, fact, factOfEach } from './fact.ts';
import { KEYED_BATCHES } from './facts/batch-facts.ts';
import { CUSTOMERS } from './facts/customer-facts.ts';
import { DISCOUNT_ORDERS } from './facts/discount-order-facts.ts';
import { FAILURES } from './facts/failure-facts.ts';
import { FORM } from './facts/form-facts.ts';
import { LINES } from './facts/line-facts.ts';
import { ORDERS } from './facts/order-facts.ts';
import { PRICE_LIST, PRICES } from './facts/price-facts.ts';
import { PRODUCT_SALES } from './facts/product-sales-facts.ts';
import { REFERENCE } from './facts/reference-facts.ts';
import { DAY_REPORTS, FINANCIAL_REPORT, PAYMENT_REPORT } from './facts/report-facts.ts';
import { SIGN_IN } from './facts/sign-in-facts.ts';
import { STOCK } from './facts/stock-facts.ts';
import { ALWAYS, UNKNOWN_IDS } from './known-shop.ts';
import { EVERY_CALL, withoutMoment } from './laws/every-call.ts';
import {
  ascending,
  type Compare,
  drained,
  filterFacts,
  filtersBy,
  filtersWhere,
  sortedBy,
  sortedPagingFacts,
} from './laws/lists.ts';

const SEARCHES = [
  BARCODE.apple,
  BARCODE.apple.slice(1),
  '871',
  '87',
  '8710 400-12',
  'ab77X',
  'lamp 8710',
  'appel2',
  'appel.2',
  '0012-3456-78905',
  '001234 5678905',
  'a-p',
  'appel',
  'APPEL',
  'apple',
  'cafe',
  'CRÈME',
  'groot cafe',
  '0012345678905',
  'x%_*"-1',
  '%',
  '_',
  '"',
  '=SOM(A1)',
  'appel NOT cursus',
  '^appel',
  'title:appel',
  'app?l',
  'p',
  '   ',
];

type Filters = Omit<ProductQuery, 'start' | 'limit'>;

const { beta: _, ...OWN_PRODUCTS } = PRODUCT;

const OWN_IDS = Object.values(OWN_PRODUCTS);

const readAll = (platform: Platform, caller: Caller, filters: Filters) =>
  drained((page) => platform.searchProducts(caller, { ...filters, ...page }));

const GROUP_TITLES: Readonly<Record<number, string>> = {
  [GROUP.books]: 'boeken',
  [GROUP.neverSold]: 'restanten',
  [GROUP.toys]: 'speelgoed',
};

const keyOf = {
  id: ({ id }: Product) => id,
  sku: ({ sku }: Product) => removeAccents(sku),
  title: ({ title }: Product) => removeAccents(title),
  stock: ({ stock }: Product) => stock,
  // By hand: the two sale prices of the fixture and their VAT rates.
  price: ({ id }: Product) => (id === PRODUCT.cafe ? 12.1 : 1.09),
  price_ex: ({ id }: Product) => (id === PRODUCT.cafe ? 10 : 1),
  tax_rate: ({ id }: Product) => (id === PRODUCT.cafe ? 21 : 9),
  // By hand: the titles of the groups.
  product_group: ({ product_group_id }: Product) => GROUP_TITLES[product_group_id] ?? '',
};

const isPriced = ({ id }: Product) => id === PRODUCT.cafe || id === PRODUCT.apple;

/** Products without a price come last, in both directions. */
function sortedByPrice(sort: (typeof PRODUCT_SORTS)[number]): Compare<Product> {
  const byPrice = sortedBy(sort, keyOf, keyOf.id);
  return (one, other) => {
    if (isPriced(one) && isPriced(other)) return byPrice(one, other);
    return Number(isPriced(other)) - Number(isPriced(one)) || one.id - other.id;
  };
}

const CATALOG: Area = {
  area: 'the catalog',
  facts: [
    ...sortedPagingFacts({
      name: 'searchProducts',
      sorts: PRODUCT_SORTS,
      read: (platform, caller, page) => platform.searchProducts(caller, page),
      compareBy: (sort = 'id') => (/price|tax_rate/.test(sort) ? sortedByPrice(sort) : sortedBy(sort, keyOf, keyOf.id)),
    }),
    ...filterFacts<Filters, Product>({
      name: 'searchProducts',
      readAll: async (platform, caller, filters) =>
        (await readAll(platform, caller, filters)).toSorted(ascending(({ id }) => id)),
      filters: [
        ...filtersBy('product_group_id', [...Object.values(GROUP), 0]),
        { query: { stock: 'negative' }, selects: ({ stock }) => stock < 0 },
        { query: { stock: 'none' }, selects: ({ stock }) => stock === 0 },
        { query: { stock: 'positive' }, selects: ({ stock }) => stock > 0 },
        // By hand: which products of the fixture have a sale price, and with which VAT rate.
        { query: { priced: true }, selects: isPriced },
        { query: { priced: false }, selects: (row) => !isPriced(row) },
        { query: { tax_rate_id: RATE.nl21 }, selects: ({ id }) => id === PRODUCT.cafe },
        { query: { tax_rate_id: RATE.nl9 }, selects: ({ id }) => id === PRODUCT.apple },
        { query: { tax_rate_id: RATE.beta }, selects: () => false },
        ...filtersWhere(
          'q',
          SEARCHES,
          ({ title, sku, barcode }: Product, q) => matchesProduct(q, sku, title) || matchesBarcode(q, barcode),
        ),
      ],
    }),
    fact(
      'a search puts the exact SKU first, then SKUs and titles that begin with the text, then the rest',
      async ({ platform, callers }) => {
        const ids = (await readAll(platform, callers.owner, { q: 'Appel' })).map(({ id }) => id);
        expect(ids).toEqual([PRODUCT.apple, PRODUCT.lamp, PRODUCT.course, PRODUCT.odd]);
      },
    ),
    fact('a search finds the exact SKU whatever separates its parts', async ({ platform, callers }) => {
      for (const q of ['appel2', 'Appel.2', 'appel 2', 'APPEL-2']) {
        const [first] = await readAll(platform, callers.owner, { q });
        expect([q, first?.id]).toEqual([q, PRODUCT.lamp]);
      }
    }),
    fact('products are those of the account', async ({ platform, callers }) => {
      const idsFor = async (caller: Caller) => (await readAll(platform, caller, {})).map(({ id }) => id);
      expect(await idsFor(callers.owner)).toEqual(OWN_IDS);
      expect(await idsFor(callers.staff)).toEqual(OWN_IDS);
      expect(await idsFor(callers.beta)).toEqual([PRODUCT.beta]);
    }),
    fact('findProduct returns the same product as the lists', async ({ platform, callers }) => {
      for (const caller of [callers.owner, callers.staff]) {
        for (const row of await readAll(platform, caller, {})) {
          const query = { product_ids: [row.id], start: 0, limit: 500 };
          const { rows: prices } = await platform.listProductPrices(caller, query);
          expect(await platform.findProduct(caller, row.id)).toEqual({ ...row, prices });
        }
      }
    }),
    fact(
      'findProduct returns null for an unknown product and one of another account',
      async ({ platform, callers }) => {
        for (const id of [...UNKNOWN_IDS, PRODUCT.beta]) {
          expect(await platform.findProduct(callers.owner, id)).toBeNull();
        }
        expect(await platform.findProduct(callers.beta, PRODUCT.cafe)).toBeNull();
      },
    ),
  ],
};

interface RecordOfFeed {
  readonly id: number;
}

type Page = ChangesPage<RecordOfFeed>;

const FEEDS: readonly FeedName[] = ['products', 'orders'];

const LIMITS = pickBySize({ quick: [7, 500], full: [1, 7, 500] });

const BEGINNING: FeedStart = { since: 0 };

const END: FeedStart = { since: Number.MAX_SAFE_INTEGER };

const nameOf = ({ user, feed }: (typeof READERS)[number]) => `${feed}, for the ${user},`;

const LISTED: Readonly<Record<FeedName, (platform: Platform, caller: Caller) => Promise<RecordOfFeed[]>>> = {
  products: (platform, caller) => drained((page) => platform.searchProducts(caller, page)),
  orders: (platform, caller) => drained((page) => platform.listOrders(caller, { ...ALWAYS, ...page })),
};

const byId = (left: RecordOfFeed | null, right: RecordOfFeed | null) => (left?.id ?? 0) - (right?.id ?? 0);

const idsOf = (rows: readonly Change<RecordOfFeed>[]) => rows.map(({ id }) => id);

async function idsRead(platform: Platform, caller: Caller): Promise<number[]> {
  return (await pagesOf(platform, caller, 'orders', 500)).flatMap(({ rows }) => idsOf(rows));
}

/** All pages of a feed. Checks that each states correctly how many rows are left. */
async function pagesOf(platform: Platform, caller: Caller, feed: FeedName, limit: number): Promise<Page[]> {
  const pages: Page[] = [];
  let after = BEGINNING;
  for (let hasMore = true; hasMore; ) {
    const page: Page = await platform.readChanges(caller, feed, { after, limit });
    const left = (pages.at(-1)?.total ?? page.total + limit) - limit;
    expect(page.total).toBe(left);
    expect(page.rows).toHaveLength(Math.min(limit, page.total));
    expect(page.hasMore).toBe(page.total > limit);
    pages.push(page);
    after = { position: page.next };
    hasMore = page.hasMore;
  }
  return pages;
}

const READERS = CALLING_USERS.flatMap((user) => FEEDS.map((feed) => ({ user, feed })));

const FORGED = [
  '',
  ' ',
  '1',
  'v1',
  '.0',
  '.1',
  'none.1',
  '0000000000000000.1',
  '-1',
  '1e3',
  '99999999999999999999',
  '%',
  'null',
  'A'.repeat(10_000),
  '\u0000',
];

const CHANGES: Area = {
  area: 'changes',
  facts: [
    ...factOfEach(
      READERS,
      (reader) => `of ${nameOf(reader)} are each record of the list once if nothing is changed`,
      async ({ platform, callers }, { user, feed }) => {
        const caller = callers[user];
        const listed = await LISTED[feed](platform, caller);
        for (const limit of LIMITS) {
          const rows = (await pagesOf(platform, caller, feed, limit)).flatMap((page) => page.rows);
          const records = rows.map(({ record }) => record).toSorted(byId);
          expect(records).toEqual(listed.toSorted(byId));
          expect(rows.every(({ change }) => change === 'upsert')).toBe(true);
        }
      },
    ),
    ...factOfEach(
      READERS,
      (reader) => `of ${nameOf(reader)} come by version, and their times never go back`,
      async ({ platform, callers }, { user, feed }) => {
        const rows = (await pagesOf(platform, callers[user], feed, 7)).flatMap((page) => page.rows);
        for (const [index, row] of rows.entries()) {
          const before = rows[index - 1];
          if (before === undefined) continue;
          expect(row.version).toBeGreaterThan(before.version);
          expect(Date.parse(row.changed_at)).toBeGreaterThanOrEqual(Date.parse(before.changed_at));
        }
      },
    ),
    ...factOfEach(
      READERS,
      (reader) => `of ${nameOf(reader)} since a time are those at that time and later`,
      async ({ platform, callers }, { user, feed }) => {
        const caller = callers[user];
        const all = (await pagesOf(platform, caller, feed, 500)).flatMap((page) => page.rows);
        const middle = all[Math.floor(all.length / 2)] ?? all[0];
        const since = Date.parse(middle?.changed_at ?? '');
        const later = all.filter(({ changed_at }) => Date.parse(changed_at) >= since);
        const found = await platform.readChanges(caller, feed, { after: { since }, limit: 500 });
        expect(idsOf(found.rows)).toEqual(idsOf(later));
      },
    ),
    ...factOfEach(
      READERS,
      (reader) => `of ${nameOf(reader)} end at a position from which one can continue`,
      async ({ platform, callers }, { user, feed }) => {
        const pages = await pagesOf(platform, callers[user], feed, 500);
        const end = await platform.readChanges(callers[user], feed, { after: END, limit: 1 });
        for (const position of [end.next, pages.at(-1)?.next ?? '']) {
          const page = await platform.readChanges(callers[user], feed, { after: { position }, limit: 1 });
          expect(page).toMatchObject({ rows: [], total: 0, hasMore: false });
          expect(page.next).not.toBe('');
        }
      },
    ),
    fact('are the same each time from the same position', async ({ platform, callers }) => {
      const { next } = await platform.readChanges(callers.owner, 'orders', { after: BEGINNING, limit: 50 });
      const query = { after: { position: next }, limit: 50 };
      const second = await platform.readChanges(callers.owner, 'orders', query);
      await platform.readChanges(callers.owner, 'orders', { after: BEGINNING, limit: 10 });
      expect(second.rows).toHaveLength(50);
      const again = await platform.readChanges(callers.owner, 'orders', query);
      expect(withoutMoment(again)).toEqual(withoutMoment(second));
      const goingOn = [again, second].map(({ next: position }) =>
        platform.readChanges(callers.owner, 'orders', { after: { position }, limit: 50 }),
      );
      const [after, before] = await Promise.all(goingOn);
      expect(withoutMoment(after)).toEqual(withoutMoment(before));
    }),
    fact(
      'of a locked caller are only those of their location, and of another account none',
      async ({ platform, callers }) => {
        const ofOwner = new Set(await idsRead(platform, callers.owner));
        const ofStaff = await idsRead(platform, callers.staff);
        expect(ofStaff.length).toBeGreaterThan(0);
        expect(ofStaff.length).toBeLessThan(ofOwner.size);
        for (const id of await idsRead(platform, callers.beta)) expect(ofOwner).not.toContain(id);
      },
    ),
    ...factOfEach(
      FORGED,
      (position) => `are refused after the forged position ${JSON.stringify(position.slice(0, 20))}`,
      async ({ platform, callers }, position) => {
        for (const feed of FEEDS) {
          const failure = await platform
            .readChanges(callers.owner, feed, { after: { position }, limit: 10 })
            .catch((error: unknown) => error);
          expect(failure).toBeInstanceOf(PlatformError);
          expect(failure).toMatchObject({ code: 'position_lost' });
        }
      },
    ),
  ],
};

const AT_ONCE = pickBySize({ quick: 8, full: 20 });

function userAt(index: number) {
  return CALLING_USERS[index % CALLING_USERS.length] ?? 'owner';
}

const CONCURRENCY: Area = {
  area: 'concurrent calls',
  facts: [
    ...factOfEach(
      EVERY_CALL,
      ({ name }) => `${name} gives ${AT_ONCE} concurrent callers what it gives each alone`,
      async ({ platform, callers }, { ask }) => {
        const asking = Array.from({ length: AT_ONCE }, (_, index) => userAt(index));
        const together = await Promise.all(asking.map((user) => ask(platform, callers[user])));
        for (const [first, user] of CALLING_USERS.entries()) {
          const alone = withoutMoment(await ask(platform, callers[user]));
          for (let index = first; index < AT_ONCE; index += CALLING_USERS.length) {
            expect(withoutMoment(together[index])).toEqual(alone);
          }
        }
      },
    ),
    fact('different calls do not affect each other', async ({ platform, callers }) => {
      const together = await Promise.all(EVERY_CALL.map(({ ask }) => ask(platform, callers.staff)));
      for (const [index, { ask }] of EVERY_CALL.entries()) {
        expect(withoutMoment(together[index])).toEqual(withoutMoment(await ask(platform, callers.staff)));
      }
    }),
  ],
};

/** Everything that is true of every platform. */
export const AREAS: readonly Area[] = [
  SIGN_IN,
  FORM,
  REFERENCE,
  CATALOG,
  PRICES,
  PRICE_LIST,
  STOCK,
  ORDERS,
  DISCOUNT_ORDERS,
  KEYED_BATCHES,
  LINES,
  CUSTOMERS,
  FINANCIAL_REPORT,
  DAY_REPORTS,
  PAYMENT_REPORT,
  PRODUCT_SALES,
  CHANGES,
  FAILURES,
  CONCURRENCY,
];
