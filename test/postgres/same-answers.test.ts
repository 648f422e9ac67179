import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import type { AnsweredRows } from '../../electron/platform/json-rows.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { ORDER_SORTS, ORDER_STATUSES } from '../../shared/contract/orders.ts';
import { PRODUCT_SALES_SORTS } from '../../shared/contract/product-sales.ts';
import { PRODUCT_SORTS, STOCK_STATES } from '../../shared/contract/products.ts';
import { CALLING_USERS } from '../conformance/fact.ts';
import { ALWAYS, JANUARY_2025, OCTOBER } from '../conformance/known-shop.ts';
import { EVERY_CALL } from '../conformance/laws/every-call.ts';
import { seedKnownShop } from '../conformance/open-embedded.ts';
import { cheapHasher } from '../support/cheap-cost.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { CREDENTIALS, PRODUCT, RATE, SEGMENT, SHOP } from '../support/shop-fixture.ts';

type Ask = (platform: Platform, caller: Caller) => Promise<unknown>;

const NOW = '2026-11-01T12:00:00+01:00';

let stores: Store[];
let platforms: Platform[];

beforeAll(async () => {
  const clock = createFixedClock(NOW);
  stores = [await openStore({ file: ':memory:', clock }), await openTestStore({ clock })];
  for (const { db } of stores) {
    await seedKnownShop(db);
    await db.updateTable('feeds').set({ era: '0123456789abcdef' }).execute();
  }
  platforms = stores.map(({ db }) => createEmbeddedPlatform({ db, clock, hasher: cheapHasher }));
});
afterAll(() => Promise.all(stores.map((store) => store.close())));

/** What SQLite and PostgreSQL answer, byte for byte; a refusal by its words. */
async function answersTo(user: (typeof CALLING_USERS)[number], ask: Ask): Promise<string[]> {
  return Promise.all(
    platforms.map(async (platform) => {
      const caller = await platform.signIn(CREDENTIALS[user]);
      return asText(await ask(platform, caller).catch((error: Error) => ({ refused: error.message })));
    }),
  );
}

/** Rows that the database wrote as JSON, as it wrote them. */
function asText(answer: unknown): string {
  const { json } = (answer ?? {}) as Partial<AnsweredRows<unknown>>;
  return `${json ? new TextDecoder().decode(json.bytes) : ''} ${JSON.stringify(answer)}`;
}

async function expectSameAnswers(user: (typeof CALLING_USERS)[number], ask: Ask): Promise<void> {
  const [sqlite, postgres] = await answersTo(user, ask);
  expect(postgres).toBe(sqlite);
  expect(sqlite).not.toContain('cannot be read');
}

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const users = fc.constantFrom(...CALLING_USERS);
const pages = { start: fc.nat({ max: 12 }), limit: fc.integer({ min: 1, max: 200 }) };
const ranges = fc.constantFrom(ALWAYS, OCTOBER, JANUARY_2025);
const searches = maybe(
  fc.oneof(
    fc.constantFrom('la', 'LAMP', 'café', 'é', 'appel-2', '0012', '2026-5', 'd-200', 'ilse', '.example', 'jan de'),
    fc.string({ unit: fc.constantFrom('a', 'e', 'l', '%', '_', '\\', '"', '\0', ' ', '-', '0', '😀'), maxLength: 4 }),
  ),
);
const products = fc.constantFrom(...Object.values(PRODUCT));
const shops = fc.constantFrom(...Object.values(SHOP));

/** Left out, as in a query, where there is no value. */
const queryOf = <Model extends Record<string, fc.Arbitrary<unknown>>>(model: Model) =>
  fc.record(model).map((query) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)));

const QUERIES: Readonly<Record<string, [fc.Arbitrary<object>, (query: never) => Ask]>> = {
  searchProducts: [
    queryOf({
      ...pages,
      q: searches,
      sort: maybe(fc.constantFrom(...PRODUCT_SORTS)),
      stock: maybe(fc.constantFrom(...STOCK_STATES)),
      priced: maybe(fc.boolean()),
      tax_rate_id: maybe(fc.constantFrom(...Object.values(RATE))),
    }),
    (query) => (platform, caller) => platform.searchProducts(caller, query),
  ],
  listStock: [queryOf({ ...pages, q: searches }), (query) => (p, caller) => p.listStock(caller, query)],
  listCustomers: [
    queryOf({
      ...pages,
      q: searches,
      segment_id: maybe(fc.constantFrom([SEGMENT.regular], [SEGMENT.business, SEGMENT.nobody])),
      has_open_invoices: maybe(fc.boolean()),
    }),
    (query) => (p, caller) => p.listCustomers(caller, query),
  ],
  listOrders: [
    fc
      .tuple(
        ranges,
        queryOf({
          ...pages,
          q: searches,
          sort: maybe(fc.constantFrom(...ORDER_SORTS)),
          status: maybe(fc.uniqueArray(fc.constantFrom(...ORDER_STATUSES), { minLength: 1 })),
          shop_id: maybe(fc.uniqueArray(shops, { minLength: 1 })),
        }),
      )
      .map(([range, query]) => ({ ...range, ...query })),
    (query) => (p, caller) => p.listOrders(caller, query),
  ],
  listOrderItems: [
    fc
      .tuple(
        ranges,
        queryOf({ ...pages, product_id: maybe(products), shop_id: maybe(fc.uniqueArray(shops, { minLength: 1 })) }),
      )
      .map(([range, query]) => ({ ...range, ...query })),
    (query) => (p, caller) => p.listOrderItems(caller, query),
  ],
  productSales: [
    fc
      .tuple(
        ranges,
        queryOf({ ...pages, product_id: maybe(products), sort: maybe(fc.constantFrom(...PRODUCT_SALES_SORTS)) }),
      )
      .map(([range, query]) => ({ ...range, ...query })),
    (query) => (p, caller) => p.readReport(caller, 'productSales', query),
  ],
};

describe('PostgreSQL', () => {
  it.each(EVERY_CALL)('answers $name as SQLite does, for every user', async ({ ask }) => {
    for (const user of CALLING_USERS) await expectSameAnswers(user, ask);
  });

  it.each(Object.entries(QUERIES))('answers %s as SQLite does, for every query', async (_, [queries, asking]) => {
    await fc.assert(
      fc.asyncProperty(users, queries, (user, query) => expectSameAnswers(user, asking(query as never))),
      { seed: 9, numRuns: 80 },
    );
  });
});
