import { describe, expect, it } from 'vitest';
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
import { CALLER, LOCATION, SHOP } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';
import { OCTOBER } from './open-fixture.ts';
import { drainSelection, readFrom, selectFrom } from './read-dataset.ts';

/** The endpoint that takes the same filters, and filters under which the fixture shop has rows. */
const ASKED: Readonly<Record<DatasetName, readonly [Endpoint, Record<string, string>]>> = {
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
/** A journal has rows only where every code has a ledger account; it has tests of its own. */
const READABLE = DATASETS.filter((name) => !name.startsWith('journal'));
const OFFSETS_AND_EXTRAS = ['start', 'limit', 'include'];

const { owner, staff } = CALLER;
const fixture = await perFile(openFixturePlatform);
const { platform } = fixture;

/** What the window selects by itself, and its file with it; debtors are always of open invoices. */
const OWN_FILTERS: Partial<Record<DatasetName, readonly string[]>> = {
  'discount-orders': ['only_counting', 'hide_rounding', 'min_percentage'],
  'open-invoices': ['from', 'to', 'as_of'],
  'report-comparison': ['compare', 'side'],
  debtors: ['from', 'to', 'as_of', 'status', 'payment_term', 'is_paid', 'sort'],
};

const propertiesOf = ({ query }: Pick<Endpoint, 'query'>) => Object.entries(query?.properties ?? {});

describe.each(DATASETS)('the dataset %s', (name) => {
  const [endpoint, filters] = ASKED[name];
  const { declaration, filters: query } = SOURCES[name];

  it('has no total of quantities, as pieces and kilos do not add up', () => {
    expect(declaration.columns.filter(({ kind, isSummed }) => kind === 'number' && isSummed)).toEqual([]);
  });

  it('takes the filters of its endpoint, and neither its pages nor what else can be included', () => {
    const own = OWN_FILTERS[name] ?? [];
    expect(propertiesOf({ query }).filter(([parameter]) => !own.includes(parameter))).toEqual(
      propertiesOf(endpoint).filter(([parameter]) => ![...OFFSETS_AND_EXTRAS, ...own].includes(parameter)),
    );
    expect(query.required ?? []).toEqual(
      (endpoint.query?.required ?? []).filter((parameter) => ![...OFFSETS_AND_EXTRAS, ...own].includes(parameter)),
    );
  });

  it('is declared once under its name, and shows nothing of a person by itself', () => {
    expect(declaration).toBe(DECLARATIONS[name]);
    expect(declaration.name).toBe(name);
    expect(declaration.columns.filter(({ isShown, isPersonal }) => isShown && isPersonal)).toEqual([]);
    const ids = declaration.columns.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual(expect.arrayContaining([...declaration.labelColumns]));
  });

  it.each([
    ['start', { ...filters, start: '0' }],
    ['constructor', { ...filters, constructor: '1' }],
  ])('refuses the filter %s', async (filter, asked) => {
    await expect(selectFrom(platform, name, { filters: asked, caller: owner })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(filter),
    });
  });

  it('is of the location of who sees no other', async () => {
    expect((await selectFrom(platform, name, { filters, caller: owner })).place).toBeNull();
    expect((await selectFrom(platform, name, { filters, caller: staff })).place).toBe('Utrecht');
  });

  it.each(['shop_id', 'location_id', 'product_group_id', 'tax_rate_id', 'product_id'])(
    'refuses an unknown %s by its name, where it takes one',
    async (filter) => {
      const asked = { filters: { ...filters, [filter]: '999999' }, caller: owner };

      await expect(selectFrom(platform, name, asked)).rejects.toMatchObject({
        code: 'invalid_request',
        message: Object.hasOwn(query.properties, filter)
          ? `the filter ${filter} names 999999, which is unknown`
          : `there is no filter ${filter}`,
      });
    },
  );
});

describe.each(READABLE)('the rows of the dataset %s', (name) => {
  const [, filters] = ASKED[name];

  it.each([
    ['owner', 'nl'],
    ['staff', 'en'],
  ] as const)('have keys of their own and a value for each column, as the %s sees them', async (user, language) => {
    const { rows, total } = await readFrom(platform, name, { filters, caller: CALLER[user], language });

    expect(rows.length).toBeGreaterThan(0);
    expect([null, rows.length]).toContain(total);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    for (const { id } of DECLARATIONS[name].columns) {
      expect(rows.filter((row) => row[id] === undefined)).toEqual([]);
      expect(rows.filter((row) => typeof row[id] === 'object' && row[id] !== null)).toEqual([]);
    }
  });

  it('are as many as are counted, where they are counted', async () => {
    const { rows, selection } = await readFrom(platform, name, { filters, caller: owner });

    expect([null, rows.length]).toContain(await selection.count());
  });

  it('are read again by each reading', async () => {
    const selection = await selectFrom(platform, name, { filters, caller: owner });
    const read = async () => (await drainSelection(selection)).rows;

    expect(await read()).toEqual(await read());
  });
});

describe('the order of the rows', () => {
  it.each([
    ['catalog', { sort: 'id' }],
    ['orders', { ...OCTOBER, sort: 'date_purchased' }],
    ['product-sales', { ...OCTOBER, sort: '-value' }],
  ] as const)('is not told of %s where it is the one that it has anyway', async (name, filters) => {
    const other = filters.sort.startsWith('-') ? filters.sort.slice(1) : `-${filters.sort}`;
    const told = async (sort: string) =>
      (await selectFrom(platform, name, { filters: { ...filters, sort }, caller: owner })).filters.length;

    expect([await told(filters.sort), await told(other)]).toEqual([0, 1]);
  });
});

describe('ids of shops and locations', () => {
  it.each([
    ['orders', { ...OCTOBER, shop_id: String(LOCATION.utrecht) }, 'shop_id'],
    ['discount-orders', { ...OCTOBER, shop_id: String(LOCATION.utrecht) }, 'shop_id'],
    ['payments', { ...OCTOBER, location_id: String(SHOP.utrecht1) }, 'location_id'],
    ['product-sales', { ...OCTOBER, location_id: String(SHOP.utrecht1) }, 'location_id'],
    ['day-closing', { date: '2026-10-05', location_id: String(SHOP.utrecht1) }, 'location_id'],
  ] as const)('are not taken for one another by %s', async (name, filters, filter) => {
    await expect(selectFrom(platform, name, { filters, caller: owner })).rejects.toThrow(filter);
  });

  it.each(['payments', 'turnover-by-group', 'product-sales', 'orders'] as const)(
    'of another location do not exist for who sees one, asking for %s',
    async (name) => {
      const filters = { ...OCTOBER, location_id: String(LOCATION.amsterdam) };

      await expect(selectFrom(platform, name, { filters, caller: staff })).rejects.toThrow('location_id');
    },
  );
});
