import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { decodeFilters } from '../../../../electron/exports/datasets/filters.ts';
import { SOURCES } from '../../../../electron/exports/datasets/registry.ts';
import { listCustomers } from '../../../../shared/contract/customers.ts';
import { readDayClosing } from '../../../../shared/contract/day-closing.ts';
import { listDiscountOrders } from '../../../../shared/contract/discount-orders.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { DATASETS, type DatasetName } from '../../../../shared/contract/exports.ts';
import { readFinancialReport } from '../../../../shared/contract/financial-report.ts';
import { listOrderItems, listOrderPayments } from '../../../../shared/contract/order-rows.ts';
import { listOrders } from '../../../../shared/contract/orders.ts';
import { readPaymentsReport } from '../../../../shared/contract/payments-report.ts';
import { readProductSales } from '../../../../shared/contract/product-sales.ts';
import { listProducts } from '../../../../shared/contract/products.ts';
import { DECLARATIONS } from '../../../../shared/datasets/declarations.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, GROUP, LOCATION, PRODUCT, RATE, SHOP } from '../../../support/shop-fixture.ts';
import { openPerFile } from '../../../support/test-scope.ts';
import { cellsOf, OCTOBER, readFrom, selectFrom } from './read-dataset.ts';

/** The endpoint with the same filters, and filters that match rows of the fixture shop. */
const REQUESTS: Readonly<Record<DatasetName, readonly [Endpoint, Record<string, string>]>> = {
  'price-list': [listProducts, {}],
  'price-tiers': [listProducts, {}],
  catalog: [listProducts, {}],
  'discount-orders': [listDiscountOrders, { ...OCTOBER, include_negative: '1' }],
  orders: [listOrders, OCTOBER],
  'open-invoices': [listOrders, OCTOBER],
  debtors: [listOrders, OCTOBER],
  'financial-report': [readFinancialReport, OCTOBER],
  'report-comparison': [readFinancialReport, OCTOBER],
  'turnover-by-group': [readFinancialReport, OCTOBER],
  payments: [readPaymentsReport, OCTOBER],
  'order-items': [listOrderItems, OCTOBER],
  'order-payments': [listOrderPayments, OCTOBER],
  'product-sales': [readProductSales, OCTOBER],
  'day-closing': [readDayClosing, { date: '2026-10-05' }],
  customers: [listCustomers, {}],
  journal: [readFinancialReport, OCTOBER],
  'journal-snelstart': [readFinancialReport, OCTOBER],
};
/** A journal has rows only if every code has a ledger account; it has separate tests. */
const READABLE = DATASETS.filter((name) => !name.startsWith('journal'));
const OFFSETS_AND_EXTRAS = ['start', 'limit', 'include'];

const { owner, staff } = CALLER;
const fixture = await openPerFile(openFixturePlatform);
const { platform } = fixture;

/** Filters that the window applies itself, and therefore the file too. Debtors always have open invoices. */
const OWN_FILTERS: Partial<Record<DatasetName, readonly string[]>> = {
  'open-invoices': ['from', 'to', 'as_of'],
  'report-comparison': ['compare', 'side'],
  'product-sales': ['compare'],
  debtors: ['from', 'to', 'as_of', 'status', 'payment_term', 'is_paid', 'sort'],
};

const propertiesOf = ({ query }: Pick<Endpoint, 'query'>) => Object.entries(query?.properties ?? {});

describe.each(DATASETS)('the dataset %s', (name) => {
  const [endpoint, filters] = REQUESTS[name];
  const { declaration, filters: query } = SOURCES[name];

  it('has no total of quantities, because pieces and kilos do not add up', () => {
    expect(declaration.columns.filter(({ kind, isSummed }) => kind === 'number' && isSummed)).toEqual([]);
  });

  it('accepts the filters of its endpoint, without paging and includes', () => {
    const own = OWN_FILTERS[name] ?? [];
    expect(propertiesOf({ query }).filter(([parameter]) => !own.includes(parameter))).toEqual(
      propertiesOf(endpoint).filter(([parameter]) => ![...OFFSETS_AND_EXTRAS, ...own].includes(parameter)),
    );
    expect(query.required ?? []).toEqual(
      (endpoint.query?.required ?? []).filter((parameter) => ![...OFFSETS_AND_EXTRAS, ...own].includes(parameter)),
    );
  });

  it('is limited to the location of a locked caller', async () => {
    expect((await selectFrom(platform, name, { filters, caller: owner })).place).toBeNull();
    expect((await selectFrom(platform, name, { filters, caller: staff })).place).toBe('Utrecht');
  });

  it.each(['shop_id', 'location_id', 'product_group_id', 'tax_rate_id', 'product_id'])(
    'names an unknown %s in its refusal, if it has that filter',
    async (filter) => {
      const options = { filters: { ...filters, [filter]: '999999' }, caller: owner };

      await expect(selectFrom(platform, name, options)).rejects.toMatchObject({
        code: 'invalid_request',
        message: Object.hasOwn(query.properties, filter)
          ? `the filter ${filter} names 999999, which does not exist`
          : `there is no filter ${filter}`,
      });
    },
  );
});

describe.each(READABLE)('the rows of the dataset %s', (name) => {
  const [, filters] = REQUESTS[name];

  it('have unique keys, as many as the file counts', async () => {
    const { rows, total } = await readFrom(platform, name, { filters, caller: owner });

    expect(rows.length).toBeGreaterThan(0);
    expect([null, rows.length]).toContain(total);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });
});

describe('the order of the rows', () => {
  it.each([
    ['catalog', { sort: 'id' }],
    ['orders', { ...OCTOBER, sort: 'date_purchased' }],
    ['product-sales', { ...OCTOBER, sort: '-value' }],
  ] as const)('is not mentioned for %s if it is the default order', async (name, filters) => {
    const other = filters.sort.startsWith('-') ? filters.sort.slice(1) : `-${filters.sort}`;
    const told = async (sort: string) =>
      (await selectFrom(platform, name, { filters: { ...filters, sort }, caller: owner })).filters.length;

    expect([await told(filters.sort), await told(other)]).toEqual([0, 1]);
  });
});

/** The calls of the API that return the same rows for the same filters, with the columns of the file. */
const ANSWERS = {
  'price-list': (caller, query) => platform.searchProducts(caller, query as never),
  catalog: (caller, query) => platform.searchProducts(caller, query as never),
  orders: (caller, query) => platform.listOrders(caller, query as never),
  'discount-orders': (caller, query) =>
    platform.readDiscountOrders(caller, { only_full: false, include_negative: false, ...query } as never, null),
  customers: (caller, query) => platform.listCustomers(caller, query as never),
  'order-items': (caller, query) => platform.listOrderItems(caller, query as never),
  'order-payments': (caller, query) => platform.listOrderPayments(caller, query as never),
  'product-sales': (caller, query) => platform.readReport(caller, 'productSales', query as never),
  payments: (caller, query) => platform.readReport(caller, 'payments', query as never),
} satisfies Partial<Record<DatasetName, (caller: Caller, query: object) => Promise<{ rows: readonly object[] }>>>;

describe('the rows under filters', () => {
  const TWO_LOCATIONS = { location_id: `${LOCATION.amsterdam},${LOCATION.utrecht}` };
  const ONE_SHOP = { shop_id: String(SHOP.utrecht1) };
  const BOOKS = { product_group_id: String(GROUP.books) };

  it.each<[keyof typeof ANSWERS, Record<string, string>, ('owner' | 'staff')?]>([
    ['price-list', { q: 'appel', tax_rate_id: String(RATE.nl9), sort: '-sku' }],
    ['catalog', { ...BOOKS, sort: '-stock' }],
    ['catalog', { stock: 'positive', priced: 'false', sort: 'title' }],
    ['discount-orders', { ...OCTOBER, ...ONE_SHOP, include_negative: '1' }],
    ['discount-orders', { ...OCTOBER, only_full: 'true' }, 'staff'],
    ['customers', { segment_id: '502,501', has_open_invoices: 'false' }],
    ['customers', { q: 'cafe' }],
    ['orders', { ...OCTOBER, ...ONE_SHOP, sort: '-value_wt' }],
    ['orders', { ...OCTOBER, payment_term: 'invoice', is_paid: '0' }],
    ['orders', { ...OCTOBER, q: 'zon' }],
    ['orders', { ...OCTOBER, status: 'cancelled,on_hold' }, 'staff'],
    ['order-items', { ...OCTOBER, ...TWO_LOCATIONS, type: 'product', sign: 'negative' }],
    ['order-items', { ...OCTOBER, ...BOOKS }, 'staff'],
    ['order-payments', { ...OCTOBER, ...ONE_SHOP }, 'staff'],
    ['product-sales', { ...OCTOBER, ...TWO_LOCATIONS, ...BOOKS, sort: '-margin' }],
    ['product-sales', { ...OCTOBER, product_id: String(PRODUCT.apple) }, 'staff'],
    ['product-sales', { ...OCTOBER, q: 'appel', sort: '-margin_percentage' }],
    ['payments', { ...OCTOBER, ...ONE_SHOP }, 'staff'],
  ])('of %s are those that the API returns for %j', async (name, filters, user = 'owner') => {
    const caller = CALLER[user];
    const query = decodeFilters(SOURCES[name].filters, filters);
    const { rows: expected } = await ANSWERS[name](caller, { ...query, start: 0, limit: 200 });
    const columns = DECLARATIONS[name].columns.map(({ id }) => id).filter((id) => id in (expected[0] ?? {}));

    const { rows, total } = await readFrom(platform, name, { filters, caller });

    expect(columns.length).toBeGreaterThan(1);
    expect(cellsOf(rows, ...columns)).toEqual(expected.map((row) => columns.map((id) => Reflect.get(row, id))));
    expect([null, expected.length]).toContain(total);
  });
});

describe('ids that the caller may not see', () => {
  it.each([
    ['catalog', { product_group_id: String(GROUP.beta) }, 'product_group_id'],
    ['catalog', { tax_rate_id: String(RATE.beta) }, 'tax_rate_id'],
    ['product-sales', { ...OCTOBER, product_id: String(PRODUCT.beta) }, 'product_id'],
    ['payments', { ...OCTOBER, location_id: String(LOCATION.beta) }, 'location_id'],
    ['orders', { ...OCTOBER, shop_id: String(SHOP.beta) }, 'shop_id'],
    ['customers', { segment_id: '551' }, 'segment_id'],
  ] as const)('are unknown to %s if they belong to another account: %j', async (name, filters, filter) => {
    await expect(selectFrom(platform, name, { filters, caller: owner })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(filter),
    });
  });

  it.each(['payments', 'turnover-by-group', 'product-sales', 'orders', 'order-items', 'day-closing'] as const)(
    'are unknown to %s if they belong to another location than that of a locked caller',
    async (name) => {
      const days = name === 'day-closing' ? { date: '2026-10-05' } : OCTOBER;
      const filters = { ...days, location_id: String(LOCATION.amsterdam) };

      await expect(selectFrom(platform, name, { filters, caller: staff })).rejects.toThrow('location_id');
    },
  );
});
