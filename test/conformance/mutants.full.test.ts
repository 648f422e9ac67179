import { afterAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import type { ChangesPage, ChangesQuery, Platform } from '../../electron/platform/platform.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { known } from '../support/known-figure.ts';
import { PRODUCT, RATE } from '../support/shop-fixture.ts';
import { wholeReport } from '../support/whole-report.ts';
import { AREAS } from './areas.ts';
import { checkFact, type PlatformUnderTest } from './fact.ts';
import { LIST_MUTANTS } from './mutants/list-mutants.ts';
import {
  cachesLists,
  callerMutant,
  foreignRecordMutant,
  foreignRowsMutant,
  type Mutant,
  mutant,
  ofOtherAccount,
  reportCallerMutant,
  reportMutant,
  rowsMutant,
  sharesTheCaller,
  unlocked,
  withRows,
} from './mutants/mutant.ts';
import { openEmbedded } from './open-embedded.ts';

const FORMS: readonly Mutant[] = [
  mutant('the form of answers', 'computes money in floating point', (p) => ({
    async listOrderPayments(caller, query) {
      const page = await p.listOrderPayments(caller, query);
      return { ...page, sums: { amount: page.rows.reduce((sum, { amount }) => sum + amount, 0) + 0.1 - 0.1 } };
    },
  })),
  mutant('the form of answers', 'dates in UTC', (p) => ({
    async findOrder(caller, id) {
      const order = await p.findOrder(caller, id);
      return order && { ...order, date_purchased: new Date(order.date_purchased).toISOString() };
    },
  })),
  rowsMutant('the form of answers', 'dates in winter time all year', 'listOrders', (rows) =>
    rows.map((row) => ({ ...row, date_updated: known(row.date_updated).replace('+02:00', '+01:00') })),
  ),
  rowsMutant('the form of answers', 'lets a member of its own out', 'searchProducts', (rows) =>
    rows.map((row) => ({ ...row, account_id: 1 })),
  ),
  mutant('the form of answers', 'gives text where a number is due', (p) => ({
    async findProduct(caller, id) {
      const product = await p.findProduct(caller, id);
      return product && { ...product, stock: String(product.stock) as unknown as number };
    },
  })),
  mutant('the form of answers', 'gives out what it keeps', cachesLists),
  reportMutant('the form of answers', 'dates reports at the epoch', 'financial', (report) => ({
    ...report,
    generated_at: '1970-01-01T01:00:00+01:00',
  })),
];

const REPORTS: readonly Mutant[] = [
  reportMutant(
    'the financial report',
    'is a cent off in one figure and makes the checks hold',
    'financial',
    (report) => ({ ...report, revenue: { ...report.revenue, total_turnover: report.revenue.total_turnover + 0.01 } }),
  ),
  mutant('the financial report', 'does not say the location of a locked caller', (p) => ({
    async readReport(caller, kind, query) {
      const answer = await p.readReport(caller, kind, query);
      return kind === 'financial' && caller.lockedLocation ? { ...answer, location_id: null } : answer;
    },
  })),
  reportMutant('the financial report', 'puts the rounding differences first', 'financial', (report) => {
    const { turnover_by_group } = wholeReport(report);
    return { ...report, turnover_by_group: { ...turnover_by_group, rows: turnover_by_group.rows.toReversed() } };
  }),
  reportMutant('reports of days', 'leaves days without orders out', 'turnoverByDay', (days) =>
    days.filter(({ orders }) => orders > 0),
  ),
  reportMutant('reports of days', 'counts returns among nothing', 'turnoverByDay', (days) =>
    days.map((day) => ({ ...day, returns: 0 })),
  ),
  reportMutant('reports of days', 'closes a day with the numbers turned around', 'dayClosing', (closing) => ({
    ...closing,
    first_order_number: closing.last_order_number,
    last_order_number: closing.first_order_number,
  })),
  ...(
    [
      ['the financial report', 'financial'],
      ['reports of days', 'dayClosing'],
      ['the report of payments', 'payments'],
      ['the report of product sales', 'productSales'],
    ] as const
  ).map(([area, report]) =>
    mutant(area, 'takes no notice of the shop', (p) => ({
      readReport: (caller, kind, query) =>
        p.readReport(caller, kind, kind === report ? { ...query, shop_id: undefined } : query),
    })),
  ),
  reportMutant('the report of payments', 'lists methods by their id', 'payments', ({ rows, totals }) => ({
    rows,
    totals: totals.toSorted((a, b) => a.provider_method_type_id - b.provider_method_type_id),
  })),
  reportMutant('the report of payments', 'leaves out payments of returned goods', 'payments', ({ rows, totals }) => ({
    rows: rows.filter(({ amount }) => amount > 0),
    totals: totals.filter(({ amount }) => amount > 0),
  })),
  reportMutant('the report of product sales', 'leaves out what names no product', 'productSales', (answer) =>
    withRows(answer, (rows) => rows.filter((row) => row.product_id !== null)),
  ),
  reportMutant('the report of product sales', 'counts two pieces too many', 'productSales', (answer) => ({
    ...answer,
    sums: { ...answer.sums, quantity: answer.sums.quantity + 2 },
  })),
];

const FAILURES: readonly Mutant[] = [
  mutant('failures', 'fails with the error of its database', (p) => ({
    findCustomer: (caller, id) => p.findCustomer(caller, id).catch((error: Error) => Promise.reject(error.cause)),
  })),
  mutant('failures', 'tells what stands behind it', (p) => ({
    listStock: (caller, query) =>
      p.listStock(caller, query).catch((error: Error) => {
        throw new PlatformError('unavailable', String(error.cause));
      }),
  })),
  mutant('failures', 'answers an empty list where it cannot read', (p) => ({
    listOrders: (caller, query) => p.listOrders(caller, query).catch(() => ({ total: 0, rows: [], sums: null })),
  })),
  mutant('calls at one time', 'mixes up callers at one time', sharesTheCaller),
];

const ANSWER_MUTANTS = [...FORMS, ...REPORTS, ...FAILURES];

const CHANGES = 'changes';

/** Reading with another query. */
const asking = (name: string, change: (query: ChangesQuery) => ChangesQuery): Mutant =>
  mutant(CHANGES, name, (p) => ({ readChanges: (caller, feed, query) => p.readChanges(caller, feed, change(query)) }));

/** Answering another page. */
const answering = (name: string, change: <Row>(page: ChangesPage<Row>) => ChangesPage<Row>): Mutant =>
  mutant(CHANGES, name, (p) => ({ readChanges: async (...asked) => change(await p.readChanges(...asked)) }));

const refusing = (name: string, refuse: (p: Platform) => Platform['readChanges']): Mutant =>
  mutant(CHANGES, name, (p) => ({ readChanges: refuse(p) }));

const CHANGE_MUTANTS: readonly Mutant[] = [
  mutant(CHANGES, 'reads the changes of every location for a locked caller', (p) => ({
    readChanges: (caller, ...asked) => p.readChanges(unlocked(caller), ...asked),
  })),
  mutant(CHANGES, 'reads the changes of another account', (p) => ({
    readChanges: (caller, ...asked) => p.readChanges(ofOtherAccount(caller), ...asked),
  })),
  asking('leaves out what changed at the moment itself', ({ after, limit }) => ({
    after: 'since' in after && after.since > 0 ? { since: after.since + 1_000 } : after,
    limit,
  })),
  asking('begins a day before the moment', ({ after, limit }) => ({
    after: 'since' in after ? { since: after.since - 86_400_000 } : after,
    limit,
  })),
  answering('loses the last change of a full page', (page) =>
    page.hasMore ? withRows(page, (rows) => rows.slice(0, -1)) : page,
  ),
  answering('gives changes of a page in the order of the records', (page) => ({
    ...page,
    rows: page.rows.toSorted((left, right) => left.id - right.id),
  })),
  answering('says that there is more where there is none', (page) => ({ ...page, hasMore: true })),
  answering('counts the rows of the page alone', (page) => ({ ...page, total: page.rows.length })),
  answering('has no place to go on from after an empty page', (page) => ({
    ...page,
    next: page.rows.length === 0 ? '' : page.next,
  })),
  answering('tells of a deletion that never was', (page) => ({
    ...page,
    rows: page.rows.map((row, index) => (index === 0 ? { ...row, change: 'delete', record: null } : row)),
  })),
  refusing('begins again after a position that it does not know', ({ readChanges }) => (...asked) => {
    const [caller, feed, { limit }] = asked;
    return readChanges(...asked).catch(() => readChanges(caller, feed, { after: { since: 0 }, limit }));
  }),
  refusing(
    'crashes on a position that it does not know',
    ({ readChanges }) =>
      (...asked) =>
        readChanges(...asked).catch(() => Promise.reject(new TypeError('cannot read properties of null'))),
  ),
];

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

/** The name of the first fact of the area that fails. */
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
