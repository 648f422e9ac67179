import { afterAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { PRODUCT, RATE } from '../support/shop-fixture.ts';
import { AREAS } from './areas.ts';
import { checkFact, type PlatformUnderTest } from './fact.ts';
import { ANSWER_MUTANTS } from './mutants/answer-mutants.ts';
import { CHANGE_MUTANTS } from './mutants/change-mutants.ts';
import { LIST_MUTANTS } from './mutants/list-mutants.ts';
import { type Mutant, ofOtherAccount, unlocked, withRows } from './mutants/mutant.ts';
import { openEmbedded } from './open-embedded.ts';

const SIGNING_IN: readonly Mutant[] = [
  {
    name: 'says that the account is unknown',
    area: 'signing in',
    wrong: (p) => ({
      async signIn(credentials) {
        if (credentials.account === 'gamma') throw new PlatformError('credentials_refused', 'No such account.');
        return p.signIn(credentials);
      },
    }),
  },
  {
    name: 'refuses with an error of its own',
    area: 'signing in',
    wrong: (p) => ({
      signIn: (credentials) =>
        p.signIn(credentials).catch(() => Promise.reject(new TypeError('password is undefined'))),
    }),
  },
  {
    name: 'takes a password with more behind it',
    area: 'signing in',
    wrong: (p) => ({ signIn: (given) => p.signIn({ ...given, password: given.password.trim() }) }),
  },
  {
    name: 'remembers rights',
    area: 'signing in',
    wrong(p) {
      const known = new Map<number, Caller | null>();
      return {
        async identify(user) {
          const caller = known.get(user.userId) ?? (await p.identify(user));
          known.set(user.userId, caller);
          return caller;
        },
      };
    },
  },
  {
    name: 'looks users up by their own id alone',
    area: 'signing in',
    wrong: (p) => ({
      identify: async (user) => (await p.identify(user)) ?? p.identify({ ...user, accountId: 3 - user.accountId }),
    }),
  },
];

/** Show a locked caller what lies outside of their location. */
const LOCK_MUTANTS: readonly Mutant[] = [
  {
    name: 'ignores the lock in reference lists',
    area: 'reference lists',
    wrong: (p) => ({ listReference: (caller, kind) => p.listReference(unlocked(caller), kind) }),
  },
  {
    name: 'ignores the lock in the stock of products',
    area: 'stock',
    wrong: (p) => ({ searchProducts: (caller, query) => p.searchProducts(unlocked(caller), query) }),
  },
  {
    name: 'ignores the lock in the stock of one product',
    area: 'the catalog',
    wrong: (p) => ({ findProduct: (caller, id) => p.findProduct(unlocked(caller), id) }),
  },
  {
    name: 'ignores the lock in stock',
    area: 'stock',
    wrong: (p) => ({ listStock: (caller, query) => p.listStock(unlocked(caller), query) }),
  },
  {
    name: 'ignores the lock in orders',
    area: 'orders',
    wrong: (p) => ({ listOrders: (caller, query) => p.listOrders(unlocked(caller), query) }),
  },
  {
    name: 'ignores the lock in one order',
    area: 'orders',
    wrong: (p) => ({ findOrder: (caller, id) => p.findOrder(unlocked(caller), id) }),
  },
  {
    name: 'ignores the lock in orders with a discount',
    area: 'orders with a discount',
    wrong: (p) => ({
      readDiscountOrders: (caller, query, after) => p.readDiscountOrders(unlocked(caller), query, after),
    }),
  },
  {
    name: 'ignores the lock in items',
    area: 'items and payments',
    wrong: (p) => ({ listOrderItems: (caller, query) => p.listOrderItems(unlocked(caller), query) }),
  },
  {
    name: 'ignores the lock in payments',
    area: 'items and payments',
    wrong: (p) => ({ listOrderPayments: (caller, query) => p.listOrderPayments(unlocked(caller), query) }),
  },
  {
    name: 'ignores the lock in customers',
    area: 'customers',
    wrong: (p) => ({ listCustomers: (caller, query) => p.listCustomers(unlocked(caller), query) }),
  },
  {
    name: 'ignores the lock in one customer',
    area: 'customers',
    wrong: (p) => ({ findCustomer: (caller, id) => p.findCustomer(unlocked(caller), id) }),
  },
  ...(
    [
      ['financial', 'the financial report'],
      ['turnoverByDay', 'reports of days'],
      ['dayClosing', 'reports of days'],
      ['payments', 'the report of payments'],
      ['productSales', 'the report of product sales'],
    ] as const
  ).map(
    ([kind, area]): Mutant => ({
      name: `ignores the lock in the report ${kind}`,
      area,
      wrong: (p) => ({
        readReport: (caller, asked, query) => p.readReport(asked === kind ? unlocked(caller) : caller, asked, query),
      }),
    }),
  ),
];

/** Show what is of another account. */
const ACCOUNT_MUTANTS: readonly Mutant[] = [
  {
    name: 'lists the groups of every account',
    area: 'reference lists',
    wrong: (p) => ({
      listReference: async (caller, kind) => [
        ...(await p.listReference(caller, kind)),
        ...(kind === 'turnoverGroups' ? await p.listReference(ofOtherAccount(caller), kind) : []),
      ],
    }),
  },
  {
    name: 'finds products of every account',
    area: 'the catalog',
    wrong: (p) => ({
      findProduct: async (caller, id) => (await p.findProduct(caller, id)) ?? p.findProduct(ofOtherAccount(caller), id),
    }),
  },
  {
    name: 'finds orders of every account',
    area: 'orders',
    wrong: (p) => ({
      findOrder: async (caller, id) => (await p.findOrder(caller, id)) ?? p.findOrder(ofOtherAccount(caller), id),
    }),
  },
  {
    name: 'finds customers of every account',
    area: 'customers',
    wrong: (p) => ({
      findCustomer: async (caller, id) =>
        (await p.findCustomer(caller, id)) ?? p.findCustomer(ofOtherAccount(caller), id),
    }),
  },
  {
    name: 'prices products of every account',
    area: 'product prices',
    wrong: (p) => ({
      async listProductPrices(caller, query) {
        const own = await p.listProductPrices(caller, query);
        return own.total > 0 ? own : p.listProductPrices(ofOtherAccount(caller), query);
      },
    }),
  },
  {
    name: 'lists stock of every account',
    area: 'stock',
    wrong: (p) => ({
      async listStock(caller, query) {
        const { rows } = await p.listStock(ofOtherAccount(caller), query);
        return withRows(await p.listStock(caller, query), (own) => [...own, ...rows]);
      },
    }),
  },
  {
    name: 'lists customers of every account',
    area: 'customers',
    wrong: (p) => ({
      async listCustomers(caller, query) {
        const { rows } = await p.listCustomers(ofOtherAccount(caller), query);
        return withRows(await p.listCustomers(caller, query), (own) => [...own, ...rows]);
      },
    }),
  },
  {
    name: 'lists orders of every account',
    area: 'orders',
    wrong: (p) => ({
      async listOrders(caller, query) {
        const { rows } = await p.listOrders(ofOtherAccount(caller), query);
        return withRows(await p.listOrders(caller, query), (own) => [...own, ...rows]);
      },
    }),
  },
  {
    name: 'sums items of every account',
    area: 'items and payments',
    wrong: (p) => ({
      async listOrderItems(caller, query) {
        const { sums } = await p.listOrderItems(ofOtherAccount(caller), query);
        const own = await p.listOrderItems(caller, query);
        return { ...own, sums: { ...own.sums, quantity: own.sums.quantity + sums.quantity } };
      },
    }),
  },
  ...(
    [
      ['turnoverByDay', 'reports of days'],
      ['productSales', 'the report of product sales'],
    ] as const
  ).map(
    ([kind, area]): Mutant => ({
      name: `reports ${kind} of another account`,
      area,
      wrong: (p) => ({
        readReport: (caller, asked, query) =>
          p.readReport(asked === kind ? ofOtherAccount(caller) : caller, asked, query),
      }),
    }),
  ),
];

const ACCESS_MUTANTS = [...SIGNING_IN, ...LOCK_MUTANTS, ...ACCOUNT_MUTANTS];

const DISCOUNT_ORDERS: readonly Mutant[] = [
  {
    name: 'begins again after a key that it does not know',
    area: 'orders with a discount',
    wrong: (p) => ({
      readDiscountOrders: (caller, query, after) =>
        p.readDiscountOrders(caller, query, after).catch(() => p.readDiscountOrders(caller, query, null)),
    }),
  },
  {
    name: 'crashes on a key that it does not know',
    area: 'orders with a discount',
    wrong: (p) => ({
      readDiscountOrders: (caller, query, after) =>
        p
          .readDiscountOrders(caller, query, after)
          .catch(() => Promise.reject(new TypeError('cannot read properties of null'))),
    }),
  },
  {
    name: 'loses the last row of a full batch',
    area: 'orders with a discount',
    wrong: (p) => ({
      async readDiscountOrders(caller, query, after) {
        const { rows, next } = await p.readDiscountOrders(caller, query, after);
        return { rows: next === null ? rows : rows.slice(0, -1), next };
      },
    }),
  },
  {
    name: 'always has one more batch',
    area: 'orders with a discount',
    wrong: (p) => ({
      async readDiscountOrders(caller, query, after) {
        const { rows, next } = await p.readDiscountOrders(caller, query, after);
        return { rows, next: next ?? (rows.length > 0 ? '9999999999999:1' : null) };
      },
    }),
  },
  {
    name: 'never gives negative discounts',
    area: 'orders with a discount',
    wrong: (p) => ({
      readDiscountOrders: (caller, query, after) =>
        p.readDiscountOrders(caller, { ...query, include_negative: false }, after),
    }),
  },
];

const PRICE_LIST: readonly Mutant[] = [
  {
    name: 'prices a product by its last sale price',
    area: 'the price list',
    wrong: (p) => ({
      async readPriceList(caller, query, after) {
        const batch = await p.readPriceList(caller, query, after);
        const dear = { ppu: 1.2345, ppu_wt: 1.4938, tax_rate_id: RATE.nl21 };
        const wrong = batch.rows.map((row) => (row.id === PRODUCT.apple ? { ...row, salePrice: dear } : row));
        return { ...batch, rows: wrong };
      },
    }),
  },
  {
    name: 'leaves out what was never priced',
    area: 'the price list',
    wrong: (p) => ({
      async readPriceList(caller, query, after) {
        const batch = await p.readPriceList(caller, query, after);
        return { ...batch, rows: batch.rows.filter(({ salePrice }) => salePrice !== null) };
      },
    }),
  },
  {
    name: 'forgets the filters after the first batch',
    area: 'the price list',
    wrong: (p) => ({
      async readPriceList(caller, query, after) {
        const { rows, next } = await p.readPriceList(caller, after === null ? query : {}, after);
        return { rows: rows.slice(0, 1), next: rows.length > 1 ? String(rows[0]?.id) : next };
      },
    }),
  },
  {
    name: 'has a batch without rows before the last',
    area: 'the price list',
    wrong: (p) => ({
      readPriceList: async (caller, query, after) =>
        after === null ? { rows: [], next: '0' } : p.readPriceList(caller, query, after),
    }),
  },
  {
    name: 'begins the price list again after a key that it does not know',
    area: 'the price list',
    wrong: (p) => ({
      readPriceList: (caller, query, after) =>
        p.readPriceList(caller, query, after).catch(() => p.readPriceList(caller, query, null)),
    }),
  },
];

const BATCH_MUTANTS = [...DISCOUNT_ORDERS, ...PRICE_LIST];

const MUTANTS = [...ACCESS_MUTANTS, ...LIST_MUTANTS, ...BATCH_MUTANTS, ...CHANGE_MUTANTS, ...ANSWER_MUTANTS];

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

describe('the facts turn red for a platform that', () => {
  it.each(MUTANTS)('$name', async (mutant) => {
    const red = await firstRed(mutant);
    expect(red).not.toBeNull();
    caught.add(mutant.name);
  });
});

describe('the facts', () => {
  it('are all green for one that is right', async () => {
    for (const { area } of AREAS) {
      expect(await firstRed({ name: 'is right', area, wrong: () => ({}) })).toBeNull();
    }
  });

  it('have mutants of their own in every area', () => {
    expect(new Set(MUTANTS.map(({ area }) => area))).toEqual(new Set(AREAS.map(({ area }) => area)));
  });

  it('have names of their own within an area', () => {
    for (const { facts } of AREAS) expect(new Set(facts.map(({ name }) => name)).size).toBe(facts.length);
  });
});
