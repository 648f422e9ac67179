import type { OrderItemSums } from '../../../shared/contract/order-rows.ts';
import { known } from '../../support/known-figure.ts';
import { LOCATION } from '../../support/shop-fixture.ts';
import { type Mutant, mutant, queryMutant, rowsMutant, withRows } from './mutant.ts';

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
      return { ...all, rows };
    },
  })),
  mutant('orders', 'gives no sums', (p) => ({
    listOrders: async (caller, query) => ({ ...(await p.listOrders(caller, query)), sums: null }),
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
  rowsMutant('the catalog', 'does not find a code without what separates its parts', 'searchProducts', (rows, query) =>
    rows.filter(({ sku }) => query.q !== 'appel2' || sku === query.q),
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
      const isLocation = shop_id?.[0] === LOCATION.utrecht;
      const place = isLocation ? { location_id: [LOCATION.utrecht] } : { ...(shop_id !== undefined && { shop_id }) };
      return p.listOrders(caller, { ...query, ...place });
    },
  })),
  queryMutant('orders', 'takes the first shop of several', 'listOrders', (query) => ({
    ...query,
    ...(query.shop_id && { shop_id: query.shop_id.slice(0, 1) }),
  })),
  mutant('items and payments', 'takes the first location of several', (p) => ({
    listOrderItems: (caller, query) =>
      p.listOrderItems(caller, {
        ...query,
        ...(query.location_id && { location_id: query.location_id.slice(0, 1) }),
      }),
  })),
  rowsMutant('orders', 'counts days in UTC', 'listOrders', (rows, query) =>
    rows.filter((row) => new Date(row.date_purchased).toISOString().slice(0, 10) >= query.from),
  ),
  queryMutant('orders', 'lists the orders of all customers where one is asked for', 'listOrders', (query) => {
    const { customer_id: _, ...ofAll } = query;
    return ofAll;
  }),
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
  queryMutant('customers', 'takes the first segment of several', 'listCustomers', (query) => ({
    ...query,
    ...(query.segment_id && { segment_id: query.segment_id.slice(0, 1) }),
  })),
  mutant('customers', 'sums the page and not the list', (p) => ({
    listCustomers: async (caller, query) => {
      const page = await p.listCustomers(caller, query);
      const turnover = page.rows.reduce((sum, row) => sum + known(row.turnover_wt), 0);
      return { ...page, sums: page.sums && { ...page.sums, turnover_wt: turnover } };
    },
  })),
  rowsMutant('customers', 'knows only customers with an order that counts', 'listCustomers', (rows) =>
    rows.filter((row) => known(row.order_count) > 0),
  ),
  rowsMutant('stock', 'has everything in stock', 'listStock', (rows) =>
    rows.map((row) => ({ ...row, in_stock: true })),
  ),
];

/** Platforms whose lists are wrong. */
export const LIST_MUTANTS = [...PAGES, ...ORDER, ...FILTERS];
