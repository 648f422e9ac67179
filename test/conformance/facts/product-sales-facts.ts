import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform, Reports } from '../../../electron/platform/platform.ts';
import type { OrderItem } from '../../../shared/contract/orders.ts';
import { PRODUCT_SALES_SORTS, type ProductSalesRow } from '../../../shared/contract/product-sales.ts';
import { fromUnits, toUnits, toWholeUnits } from '../../support/exact-euros.ts';
import { assertKnown } from '../../support/known-figure.ts';
import { getSalesKey, isCounting, listProducts, sumSales } from '../../support/orders-oracle.ts';
import { matchesProduct, removeAccents } from '../../support/search-oracle.ts';
import { GROUP, PRODUCT } from '../../support/shop-fixture.ts';
import { assertWholeReport } from '../../support/whole-report.ts';
import { type Area, fact, factOfEach } from '../fact.ts';
import { ALWAYS, OCTOBER } from '../known-shop.ts';
import { ascending, type Compare, drained, sortedBy, sortedPagingFacts } from '../laws/lists.ts';
import { type ReportRange, readSources, reportFacts } from '../laws/orders-and-reports.ts';

type Query = Reports['productSales']['query'];
type Filters = Omit<Query, 'start' | 'limit'>;
const SEARCHES = [
  'appel',
  'appel2',
  'CAFÉ',
  '0012-345',
  'groot creme',
  '0012345678905',
  'Verzend',
  'verzendKOSTEN',
  '%',
  '"',
  ' ',
];

const read = (platform: Platform, caller: Caller, query: Query) => platform.readReport(caller, 'productSales', query);
const readAll = (platform: Platform, caller: Caller, filters: Filters) =>
  drained((page) => read(platform, caller, { ...filters, ...page }));
const readSums = async (platform: Platform, caller: Caller, filters: Filters) =>
  (await read(platform, caller, { ...filters, start: 0, limit: 1 })).sums;

const keyOf = {
  product_id: productId,
  sku: ({ sku }: ProductSalesRow) => removeAccents(sku ?? ''),
  title: ({ title }: ProductSalesRow) => removeAccents(title),
  quantity: ({ quantity }: ProductSalesRow) => quantity,
  value: ({ value }: ProductSalesRow) => value,
  value_wt: ({ value_wt }: ProductSalesRow) => value_wt,
  cost: ({ cost }: ProductSalesRow) => assertKnown(cost),
  margin: ({ margin }: ProductSalesRow) => assertKnown(margin),
  margin_percentage: ({ margin, value }: ProductSalesRow) =>
    value <= 0 ? 0 : toWholeUnits(assertKnown(margin)) / toWholeUnits(value),
};
const FIGURES = ['quantity', 'value', 'value_wt', 'cost', 'margin'];

export const PRODUCT_SALES: Area = {
  area: 'the report of product sales',
  facts: [
    ...sortedPagingFacts({
      name: 'productSales',
      sorts: PRODUCT_SALES_SORTS,
      read: (platform, caller, page) => read(platform, caller, { ...OCTOBER, ...page }),
      compareBy,
    }),
    ...reportFacts('has the items of its orders, summed per product', async (visit, range, user) => {
      const { platform, callers } = visit;
      const rows = await readAll(platform, callers[user], range);
      const expected = Map.groupBy(await productItems(platform, callers[user], range), getSalesKey);
      expect(new Set(rows.map(getSalesKey))).toEqual(new Set(expected.keys()));
      for (const row of rows) expect(row).toMatchObject(sumSales(expected.get(getSalesKey(row)) ?? []));
    }),
    ...reportFacts('sums to the sales less the returns of the financial report', async (visit, range, user) => {
      const { platform, callers } = visit;
      const sums = await readSums(platform, callers[user], range);
      expect(sums).toEqual(sumSales(await productItems(platform, callers[user], range)));
      const { revenue } = assertWholeReport(await platform.readReport(callers[user], 'financial', range));
      expect(sums.value).toBe(fromUnits(toUnits(revenue.total_sales) - toUnits(revenue.total_returns)));
      expect(sums.value_wt).toBe(fromUnits(toUnits(revenue.total_sales_wt) - toUnits(revenue.total_returns_wt)));
      expect(sums.cost).toBe(revenue.total_cost_of_goods_sold);
    }),
    fact('names each product as the catalog does now', async ({ platform, callers }) => {
      for (const caller of [callers.owner, callers.beta]) {
        for (const { product_id, sku, title, product_group_id } of await readAll(platform, caller, ALWAYS)) {
          if (product_id === null) continue;
          const product = await platform.findProduct(caller, product_id);
          expect(product).toMatchObject({ sku, title, product_group_id });
        }
      }
    }),
    ...factOfEach(
      [...Object.values(PRODUCT), 0],
      (product_id) => `of the product ${product_id} has only that row and its sums`,
      async ({ platform, callers }, product_id) => {
        const all = await readAll(platform, callers.owner, OCTOBER);
        const expected = all.filter((row) => row.product_id === product_id);
        expect(await readAll(platform, callers.owner, { ...OCTOBER, product_id })).toEqual(expected);
      },
    ),
    ...factOfEach(
      [...Object.values(GROUP), 0],
      (product_group_id) => `of the group ${product_group_id} has what was sold under it`,
      async ({ platform, callers }, product_group_id) => {
        const sold = await productItems(platform, callers.owner, OCTOBER);
        const expected = sumSales(sold.filter((item) => item.product_group_id === product_group_id));
        expect(await readSums(platform, callers.owner, { ...OCTOBER, product_group_id })).toEqual(expected);
      },
    ),
    ...factOfEach(
      SEARCHES,
      (q) => `of the search for '${q}' has the rows with each of its words, and their sums`,
      async ({ platform, callers }, q) => {
        const all = await readAll(platform, callers.owner, OCTOBER);
        const found = all.filter(({ sku, title }) => matchesProduct(q, sku ?? '', title));
        expect(await readAll(platform, callers.owner, { ...OCTOBER, q })).toEqual(found);
        const keys = new Set(found.map(getSalesKey));
        const sold = await productItems(platform, callers.owner, OCTOBER);
        const expected = sumSales(sold.filter((item) => keys.has(getSalesKey(item))));
        expect(await readSums(platform, callers.owner, { ...OCTOBER, q })).toEqual(expected);
      },
    ),
    fact('has the same sums on every page', async ({ platform, callers }) => {
      const sums = await readSums(platform, callers.owner, OCTOBER);
      for (const page of [
        { start: 1, limit: 1 },
        { start: 0, limit: 200 },
        { start: 999, limit: 1 },
      ]) {
        expect((await read(platform, callers.owner, { ...OCTOBER, ...page })).sums).toEqual(sums);
      }
    }),
  ],
};

async function productItems(platform: Platform, caller: Caller, range: ReportRange): Promise<OrderItem[]> {
  const { orders } = await readSources(platform, caller, range);
  return listProducts(orders.filter(isCounting).flatMap(({ items }) => items));
}

/**
 * Rows without a product come last unless the sort is by a figure. With a sort by margin percentage, rows without
 * turnover come last. Ties are sorted by product.
 */
function compareBy(sort = 'product_id'): Compare<ProductSalesRow> {
  const compare = sortedBy(sort, keyOf, productId);
  if (sort.endsWith('margin_percentage')) {
    const unsold = ascending((row: ProductSalesRow) => Number(row.value <= 0));
    return (left, right) => unsold(left, right) || compare(left, right);
  }
  if (FIGURES.includes(sort.replace('-', ''))) return compare;
  const nameless = ascending((row: ProductSalesRow) => Number(row.product_id === null));
  return (left, right) => nameless(left, right) || compare(left, right);
}

function productId({ product_id }: Pick<ProductSalesRow, 'product_id'>): number {
  return product_id ?? Number.MAX_SAFE_INTEGER;
}
