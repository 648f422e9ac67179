import { afterAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { PRODUCT, RATE } from '../support/shop-fixture.ts';
import { AREAS } from './areas.ts';
import { checkFact, type PlatformUnderTest } from './fact.ts';
import { ANSWER_MUTANTS, CHANGE_MUTANTS, LIST_MUTANTS } from './mutants/list-mutants.ts';
import {
  callerMutant,
  foreignRecordMutant,
  foreignRowsMutant,
  type Mutant,
  mutant,
  ofOtherAccount,
  reportCallerMutant,
  unlocked,
} from './mutants/mutant.ts';
import { openEmbedded } from './open-embedded.ts';

const SIGNING_IN: readonly Mutant[] = [
  mutant('signing in', 'says that the account is unknown', (p) => ({
    async signIn(credentials) {
      if (credentials.account === 'gamma') throw new PlatformError('credentials_refused', 'No such account.');
      return p.signIn(credentials);
    },
  })),
  mutant('signing in', 'refuses with an error of its own', (p) => ({
    signIn: (credentials) => p.signIn(credentials).catch(() => Promise.reject(new TypeError('password is undefined'))),
  })),
  mutant('signing in', 'takes a password with more behind it', (p) => ({
    signIn: (given) => p.signIn({ ...given, password: given.password.trim() }),
  })),
  mutant('signing in', 'remembers rights', (p) => {
    const known = new Map<number, Caller | null>();
    return {
      async identify(user) {
        const caller = known.get(user.userId) ?? (await p.identify(user));
        known.set(user.userId, caller);
        return caller;
      },
    };
  }),
  mutant('signing in', 'looks users up by their own id alone', (p) => ({
    identify: async (user) => (await p.identify(user)) ?? p.identify({ ...user, accountId: 3 - user.accountId }),
  })),
];

/** Show a locked caller what lies outside of their location. */
const LOCK_MUTANTS: readonly Mutant[] = [
  callerMutant('reference lists', 'ignores the lock in reference lists', 'listReference', unlocked),
  callerMutant('stock', 'ignores the lock in the stock of products', 'searchProducts', unlocked),
  callerMutant('the catalog', 'ignores the lock in the stock of one product', 'findProduct', unlocked),
  callerMutant('stock', 'ignores the lock in stock', 'listStock', unlocked),
  callerMutant('orders', 'ignores the lock in orders', 'listOrders', unlocked),
  callerMutant('orders', 'ignores the lock in one order', 'findOrder', unlocked),
  callerMutant('orders with a discount', 'ignores the lock in orders with a discount', 'readDiscountOrders', unlocked),
  callerMutant('items and payments', 'ignores the lock in items', 'listOrderItems', unlocked),
  callerMutant('items and payments', 'ignores the lock in payments', 'listOrderPayments', unlocked),
  callerMutant('customers', 'ignores the lock in customers', 'listCustomers', unlocked),
  callerMutant('customers', 'ignores the lock in one customer', 'findCustomer', unlocked),
  ...(
    [
      ['financial', 'the financial report'],
      ['turnoverByDay', 'reports of days'],
      ['dayClosing', 'reports of days'],
      ['payments', 'the report of payments'],
      ['productSales', 'the report of product sales'],
    ] as const
  ).map(([kind, area]) => reportCallerMutant(area, `ignores the lock in the report ${kind}`, kind, unlocked)),
];

/** Show what is of another account. */
const ACCOUNT_MUTANTS: readonly Mutant[] = [
  mutant('reference lists', 'lists the groups of every account', (p) => ({
    listReference: async (caller, kind) => [
      ...(await p.listReference(caller, kind)),
      ...(kind === 'turnoverGroups' ? await p.listReference(ofOtherAccount(caller), kind) : []),
    ],
  })),
  foreignRecordMutant('the catalog', 'finds products of every account', 'findProduct'),
  foreignRecordMutant('orders', 'finds orders of every account', 'findOrder'),
  foreignRecordMutant('customers', 'finds customers of every account', 'findCustomer'),
  mutant('product prices', 'prices products of every account', (p) => ({
    async listProductPrices(caller, query) {
      const own = await p.listProductPrices(caller, query);
      return own.total > 0 ? own : p.listProductPrices(ofOtherAccount(caller), query);
    },
  })),
  foreignRowsMutant('stock', 'lists stock of every account', 'listStock'),
  foreignRowsMutant('customers', 'lists customers of every account', 'listCustomers'),
  foreignRowsMutant('orders', 'lists orders of every account', 'listOrders'),
  mutant('items and payments', 'sums items of every account', (p) => ({
    async listOrderItems(caller, query) {
      const { sums } = await p.listOrderItems(ofOtherAccount(caller), query);
      const own = await p.listOrderItems(caller, query);
      return { ...own, sums: { ...own.sums, quantity: own.sums.quantity + sums.quantity } };
    },
  })),
  ...(
    [
      ['turnoverByDay', 'reports of days'],
      ['productSales', 'the report of product sales'],
    ] as const
  ).map(([kind, area]) => reportCallerMutant(area, `reports ${kind} of another account`, kind, ofOtherAccount)),
];

const DISCOUNT_ORDERS: readonly Mutant[] = [
  mutant('orders with a discount', 'begins again after a key that it does not know', (p) => ({
    readDiscountOrders: (caller, query, after) =>
      p.readDiscountOrders(caller, query, after).catch(() => p.readDiscountOrders(caller, query, null)),
  })),
  mutant('orders with a discount', 'crashes on a key that it does not know', (p) => ({
    readDiscountOrders: (caller, query, after) =>
      p
        .readDiscountOrders(caller, query, after)
        .catch(() => Promise.reject(new TypeError('cannot read properties of null'))),
  })),
  mutant('orders with a discount', 'loses the last row of a full batch', (p) => ({
    async readDiscountOrders(caller, query, after) {
      const { rows, next } = await p.readDiscountOrders(caller, query, after);
      return { rows: next === null ? rows : rows.slice(0, -1), next };
    },
  })),
  mutant('orders with a discount', 'always has one more batch', (p) => ({
    async readDiscountOrders(caller, query, after) {
      const { rows, next } = await p.readDiscountOrders(caller, query, after);
      return { rows, next: next ?? (rows.length > 0 ? '9999999999999:1' : null) };
    },
  })),
  mutant('orders with a discount', 'never gives negative discounts', (p) => ({
    readDiscountOrders: (caller, query, after) =>
      p.readDiscountOrders(caller, { ...query, include_negative: false }, after),
  })),
];

const PRICE_LIST: readonly Mutant[] = [
  mutant('the price list', 'prices a product by its last sale price', (p) => ({
    async readPriceList(caller, query, after) {
      const batch = await p.readPriceList(caller, query, after);
      const dear = { ppu: 1.2345, ppu_wt: 1.4938, tax_rate_id: RATE.nl21 };
      const wrong = batch.rows.map((row) => (row.id === PRODUCT.apple ? { ...row, salePrice: dear } : row));
      return { ...batch, rows: wrong };
    },
  })),
  mutant('the price list', 'leaves out what was never priced', (p) => ({
    async readPriceList(caller, query, after) {
      const batch = await p.readPriceList(caller, query, after);
      return { ...batch, rows: batch.rows.filter(({ salePrice }) => salePrice !== null) };
    },
  })),
  mutant('the price list', 'forgets the filters after the first batch', (p) => ({
    async readPriceList(caller, query, after) {
      const { rows, next } = await p.readPriceList(caller, after === null ? query : {}, after);
      return { rows: rows.slice(0, 1), next: rows.length > 1 ? String(rows[0]?.id) : next };
    },
  })),
  mutant('the price list', 'has a batch without rows before the last', (p) => ({
    readPriceList: async (caller, query, after) =>
      after === null ? { rows: [], next: '0' } : p.readPriceList(caller, query, after),
  })),
  mutant('the price list', 'begins the price list again after a key that it does not know', (p) => ({
    readPriceList: (caller, query, after) =>
      p.readPriceList(caller, query, after).catch(() => p.readPriceList(caller, query, null)),
  })),
];

const MUTANTS = [
  ...SIGNING_IN,
  ...LOCK_MUTANTS,
  ...ACCOUNT_MUTANTS,
  ...LIST_MUTANTS,
  ...DISCOUNT_ORDERS,
  ...PRICE_LIST,
  ...CHANGE_MUTANTS,
  ...ANSWER_MUTANTS,
];

/** The name of the first fact of the area that turns red. */
async function firstRed({ area, wrong }: Mutant): Promise<string | null> {
  const open = async (): Promise<PlatformUnderTest> => {
    const embedded = await openEmbedded();
    return { ...embedded, platform: { ...embedded.platform, ...wrong(embedded.platform) } };
  };
  const shared = await open();
  try {
    for (const fact of AREAS.find((known) => known.area === area)?.facts ?? []) {
      const isGreen = await checkFact(fact, shared, open).then(
        () => true,
        () => false,
      );
      if (!isGreen) return fact.name;
    }
    return null;
  } finally {
    await shared.close();
  }
}

const caught = new Set<string>();

afterAll(() => {
  const facts = AREAS.reduce((sum, area) => sum + area.facts.length, 0);
  const figures = `${facts} facts, ${caught.size} of ${MUTANTS.length} mutants caught`;
  process.stdout.write(`conformance: ${figures}\n`);
});

describe('the conformance tests fail for a platform that', () => {
  it.each(MUTANTS)('$name', async (mutant) => {
    const red = await firstRed(mutant);
    expect(red).not.toBeNull();
    caught.add(mutant.name);
  });
});

describe('the conformance tests', () => {
  it('all pass for a correct platform', async () => {
    for (const { area } of AREAS) {
      expect(await firstRed(mutant(area, 'is right', () => ({})))).toBeNull();
    }
  });

  it('have mutants in every area', () => {
    expect(new Set(MUTANTS.map(({ area }) => area))).toEqual(new Set(AREAS.map(({ area }) => area)));
  });

  it('have unique names within an area', () => {
    for (const { facts } of AREAS) expect(new Set(facts.map(({ name }) => name)).size).toBe(facts.length);
  });
});
