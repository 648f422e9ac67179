import type { OrderItemSums } from '../../../shared/contract/order-rows.ts';
import { LOCATION } from '../../support/shop-fixture.ts';
import { type Mutant, withRows } from './mutant.ts';

const PAGES: readonly Mutant[] = [
  {
    name: 'begins a page one row late',
    area: 'the catalog',
    wrong: (p) => ({
      searchProducts: (caller, query) =>
        p.searchProducts(caller, { ...query, start: query.start === 0 ? 0 : query.start + 1 }),
    }),
  },
  {
    name: 'gives the rows of the page as the total',
    area: 'orders',
    wrong: (p) => ({
      async listOrders(caller, query) {
        const page = await p.listOrders(caller, query);
        return { ...page, total: page.rows.length };
      },
    }),
  },
  {
    name: 'gives one row more than the limit',
    area: 'stock',
    wrong: (p) => ({
      listStock: (caller, query) => p.listStock(caller, { ...query, limit: query.limit + 1 }),
    }),
  },
  {
    name: 'starts again beyond the end',
    area: 'customers',
    wrong: (p) => ({
      async listCustomers(caller, query) {
        const page = await p.listCustomers(caller, query);
        return query.start < page.total ? page : p.listCustomers(caller, { ...query, start: 0 });
      },
    }),
  },
  {
    name: 'sums the page instead of all',
    area: 'items and payments',
    wrong: (p) => ({
      async listOrderItems(caller, query) {
        const page = await p.listOrderItems(caller, query);
        const quantity = page.rows.reduce((sum, row) => sum + row.quantity, 0);
        const sums: OrderItemSums = { ...page.sums, quantity };
        return { ...page, sums };
      },
    }),
  },
];

const ORDER: readonly Mutant[] = [
  {
    name: 'turns ties around with the sort',
    area: 'orders',
    wrong: (p) => ({
      async listOrders(caller, query) {
        if (query.sort !== '-value_wt') return p.listOrders(caller, query);
        const { sort: _, ...plain } = query;
        const all = await p.listOrders(caller, { ...plain, sort: 'value_wt', start: 0, limit: 250 });
        const rows = all.rows.toReversed().slice(query.start, query.start + query.limit);
        return { total: all.total, rows };
      },
    }),
  },
  {
    name: 'puts the tier before the plain price',
    area: 'product prices',
    wrong: (p) => ({
      listProductPrices: async (caller, query) =>
        withRows(await p.listProductPrices(caller, query), (rows) =>
          rows.toSorted((a, b) => a.product_id - b.product_id || (b.from_qty ?? 0) - (a.from_qty ?? 0)),
        ),
    }),
  },
  {
    name: 'lists tax rates by country, Austria where it falls',
    area: 'reference lists',
    wrong: (p) => ({
      listReference: async (caller, kind) =>
        kind === 'taxRates' ? (await p.listReference(caller, kind)).toReversed() : p.listReference(caller, kind),
    }),
  },
  {
    name: 'sorts found products by id alone',
    area: 'the catalog',
    wrong: (p) => ({
      searchProducts: async (caller, query) =>
        p.searchProducts(caller, query.q === undefined ? query : { ...query, sort: query.sort ?? '-id' }),
    }),
  },
];

const FILTERS: readonly Mutant[] = [
  {
    name: 'lists internal providers',
    area: 'reference lists',
    wrong: (p) => ({
      listReference: (caller, kind) =>
        p.listReference(caller, kind === 'paymentMethods' ? ('paymentProviders' as typeof kind) : kind),
    }),
  },
  {
    name: 'does not find words without their accents',
    area: 'the catalog',
    wrong: (p) => ({
      searchProducts: async (caller, query) =>
        withRows(await p.searchProducts(caller, query), (rows) =>
          rows.filter(({ title, sku }) => `${title} ${sku}`.includes(query.q?.split(' ')[0] ?? '')),
        ),
    }),
  },
  {
    name: 'gives everything for a filter without rows',
    area: 'failures',
    wrong: (p) => ({
      async listOrderItems(caller, query) {
        const { tax_rate_id: _, ...wide } = query;
        const page = await p.listOrderItems(caller, query);
        return page.total > 0 ? page : p.listOrderItems(caller, wide);
      },
    }),
  },
  {
    name: 'leaves cancelled orders out',
    area: 'orders',
    wrong: (p) => ({
      listOrders: (caller, query) =>
        p.listOrders(caller, query.status ? query : { ...query, status: ['processing', 'complete', 'refunded'] }),
    }),
  },
  {
    name: 'takes a location where a shop is asked for',
    area: 'orders',
    wrong: (p) => ({
      listOrders({ ...caller }, { shop_id, ...query }) {
        const isLocation = shop_id === LOCATION.utrecht;
        const place = isLocation ? { location_id: LOCATION.utrecht } : { ...(shop_id !== undefined && { shop_id }) };
        return p.listOrders(caller, { ...query, ...place });
      },
    }),
  },
  {
    name: 'counts days in UTC',
    area: 'orders',
    wrong: (p) => ({
      listOrders: async (caller, query) =>
        withRows(await p.listOrders(caller, query), (rows) =>
          rows.filter((row) => new Date(row.date_purchased).toISOString().slice(0, 10) >= query.from),
        ),
    }),
  },
  {
    name: 'always includes the lines',
    area: 'orders',
    wrong: (p) => ({
      listOrders: (caller, query) => p.listOrders(caller, { ...query, include: ['items', 'payments'] }),
    }),
  },
  {
    name: 'links to a host that it does not declare',
    area: 'orders',
    wrong: (p) => ({
      listOrders: async (caller, query) =>
        withRows(await p.listOrders(caller, query), (rows) =>
          rows.map((row) => ({ ...row, backoffice_url: `https://elsewhere.example/${row.id}` })),
        ),
      findOrder: async (caller, id) => {
        const order = await p.findOrder(caller, id);
        return order && { ...order, backoffice_url: `https://elsewhere.example/${id}` };
      },
    }),
  },
  {
    name: 'leaves out payments that go back',
    area: 'items and payments',
    wrong: (p) => ({
      listOrderPayments: async (caller, query) =>
        withRows(await p.listOrderPayments(caller, query), (rows) => rows.filter(({ amount }) => amount > 0)),
    }),
  },
  {
    name: 'knows only customers with an order that counts',
    area: 'customers',
    wrong: (p) => ({
      listCustomers: async (caller, query) =>
        withRows(await p.listCustomers(caller, query), (rows) => rows.filter((row) => row.order_count > 0)),
    }),
  },
  {
    name: 'has everything in stock',
    area: 'stock',
    wrong: (p) => ({
      listStock: async (caller, query) =>
        withRows(await p.listStock(caller, query), (rows) => rows.map((row) => ({ ...row, in_stock: true }))),
    }),
  },
];

export const LIST_MUTANTS = [...PAGES, ...ORDER, ...FILTERS];
