import type { Caller } from '../../../electron/base/caller.ts';
import type { ChangesPage, ChangesQuery, Platform } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import type { OrderItemSums } from '../../../shared/contract/order-rows.ts';
import { LOCATION } from '../../support/shop-fixture.ts';
import {
  type Mutant,
  mutant,
  ofOtherAccount,
  queryMutant,
  reportMutant,
  rowsMutant,
  unlocked,
  withRows,
} from './mutant.ts';

const PAGES: readonly Mutant[] = [
  queryMutant('the catalog', 'begins a page one row late', 'searchProducts', (query) => ({
    ...query,
    start: query.start === 0 ? 0 : query.start + 1,
  })),
  mutant('orders', 'gives the rows of the page as the total', (p) => ({
    async listOrders(caller, query) {
      const page = await p.listOrders(caller, query);
      return { ...page, total: page.rows.length };
    },
  })),
  queryMutant('stock', 'gives one row more than the limit', 'listStock', (query) => ({
    ...query,
    limit: query.limit + 1,
  })),
  mutant('customers', 'starts again beyond the end', (p) => ({
    async listCustomers(caller, query) {
      const page = await p.listCustomers(caller, query);
      return query.start < page.total ? page : p.listCustomers(caller, { ...query, start: 0 });
    },
  })),
  mutant('items and payments', 'sums the page instead of all', (p) => ({
    async listOrderItems(caller, query) {
      const page = await p.listOrderItems(caller, query);
      const quantity = page.rows.reduce((sum, row) => sum + row.quantity, 0);
      const sums: OrderItemSums = { ...page.sums, quantity };
      return { ...page, sums };
    },
  })),
];

const ORDER: readonly Mutant[] = [
  mutant('orders', 'turns ties around with the sort', (p) => ({
    async listOrders(caller, query) {
      if (query.sort !== '-value_wt') return p.listOrders(caller, query);
      const { sort: _, ...plain } = query;
      const all = await p.listOrders(caller, { ...plain, sort: 'value_wt', start: 0, limit: 250 });
      const rows = all.rows.toReversed().slice(query.start, query.start + query.limit);
      return { total: all.total, rows };
    },
  })),
  rowsMutant('product prices', 'puts the tier before the plain price', 'listProductPrices', (rows) =>
    rows.toSorted((a, b) => a.product_id - b.product_id || (b.from_qty ?? 0) - (a.from_qty ?? 0)),
  ),
  mutant('reference lists', 'lists tax rates by country, Austria where it falls', (p) => ({
    listReference: async (caller, kind) =>
      kind === 'taxRates' ? (await p.listReference(caller, kind)).toReversed() : p.listReference(caller, kind),
  })),
  queryMutant('the catalog', 'sorts found products by id alone', 'searchProducts', (query) =>
    query.q === undefined ? query : { ...query, sort: query.sort ?? '-id' },
  ),
];

const FILTERS: readonly Mutant[] = [
  mutant('reference lists', 'lists internal providers', (p) => ({
    listReference: (caller, kind) =>
      p.listReference(caller, kind === 'paymentMethods' ? ('paymentProviders' as typeof kind) : kind),
  })),
  rowsMutant('the catalog', 'does not find words without their accents', 'searchProducts', (rows, query) =>
    rows.filter(({ title, sku }) => `${title} ${sku}`.includes(query.q?.split(' ')[0] ?? '')),
  ),
  mutant('failures', 'gives everything for a filter without rows', (p) => ({
    async listOrderItems(caller, query) {
      const { tax_rate_id: _, ...wide } = query;
      const page = await p.listOrderItems(caller, query);
      return page.total > 0 ? page : p.listOrderItems(caller, wide);
    },
  })),
  queryMutant('orders', 'leaves cancelled orders out', 'listOrders', (query) =>
    query.status ? query : { ...query, status: ['processing', 'complete', 'refunded'] },
  ),
  mutant('orders', 'takes a location where a shop is asked for', (p) => ({
    listOrders({ ...caller }, { shop_id, ...query }) {
      const isLocation = shop_id === LOCATION.utrecht;
      const place = isLocation ? { location_id: LOCATION.utrecht } : { ...(shop_id !== undefined && { shop_id }) };
      return p.listOrders(caller, { ...query, ...place });
    },
  })),
  rowsMutant('orders', 'counts days in UTC', 'listOrders', (rows, query) =>
    rows.filter((row) => new Date(row.date_purchased).toISOString().slice(0, 10) >= query.from),
  ),
  queryMutant('orders', 'always includes the lines', 'listOrders', (query) => ({
    ...query,
    include: ['items', 'payments'],
  })),
  mutant('orders', 'links to a host that it does not declare', (p) => ({
    listOrders: async (caller, query) =>
      withRows(await p.listOrders(caller, query), (rows) =>
        rows.map((row) => ({ ...row, backoffice_url: `https://elsewhere.example/${row.id}` })),
      ),
    findOrder: async (caller, id) => {
      const order = await p.findOrder(caller, id);
      return order && { ...order, backoffice_url: `https://elsewhere.example/${id}` };
    },
  })),
  rowsMutant('items and payments', 'leaves out payments that go back', 'listOrderPayments', (rows) =>
    rows.filter(({ amount }) => amount > 0),
  ),
  rowsMutant('customers', 'knows only customers with an order that counts', 'listCustomers', (rows) =>
    rows.filter((row) => row.order_count > 0),
  ),
  rowsMutant('stock', 'has everything in stock', 'listStock', (rows) =>
    rows.map((row) => ({ ...row, in_stock: true })),
  ),
];

export const LIST_MUTANTS = [...PAGES, ...ORDER, ...FILTERS];

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
    rows.map((row) => ({ ...row, date_updated: row.date_updated.replace('+02:00', '+01:00') })),
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

function cachesLists(p: Platform): Partial<Platform> {
  const cached = new Map<string, readonly unknown[]>();
  return {
    async listReference(caller, kind) {
      const key = `${kind} ${caller.userId}`;
      const list = cached.get(key) ?? (await p.listReference(caller, kind));
      cached.set(key, list);
      return list as Awaited<ReturnType<typeof p.listReference<typeof kind>>>;
    },
  };
}

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
    const rows = report.turnover_by_group.rows.toReversed();
    return { ...report, turnover_by_group: { ...report.turnover_by_group, rows } };
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
    listOrders: (caller, query) => p.listOrders(caller, query).catch(() => ({ total: 0, rows: [] })),
  })),
  mutant('calls at one time', 'mixes up callers at one time', sharesTheCaller),
];

function sharesTheCaller(p: Platform): Partial<Platform> {
  let current: Caller | null = null;
  return {
    async listOrders(caller, query) {
      current = caller;
      await null;
      return p.listOrders(current, query);
    },
  };
}

export const ANSWER_MUTANTS = [...FORMS, ...REPORTS, ...FAILURES];

const area = 'changes';

/** Reading with another query. */
const asking = (name: string, change: (query: ChangesQuery) => ChangesQuery): Mutant =>
  mutant(area, name, (p) => ({ readChanges: (caller, feed, query) => p.readChanges(caller, feed, change(query)) }));

/** Answering another page. */
const answering = (name: string, change: <Row>(page: ChangesPage<Row>) => ChangesPage<Row>): Mutant =>
  mutant(area, name, (p) => ({ readChanges: async (...asked) => change(await p.readChanges(...asked)) }));

const refusing = (name: string, refuse: (p: Platform) => Platform['readChanges']): Mutant =>
  mutant(area, name, (p) => ({ readChanges: refuse(p) }));

export const CHANGE_MUTANTS: readonly Mutant[] = [
  mutant(area, 'reads the changes of every location for a locked caller', (p) => ({
    readChanges: (caller, ...asked) => p.readChanges(unlocked(caller), ...asked),
  })),
  mutant(area, 'reads the changes of another account', (p) => ({
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
