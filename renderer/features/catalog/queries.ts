import { queryOptions } from '@tanstack/react-query';
import { listProductPrices, type ProductPrice, SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import { type ProductSalesSums, readProductSales } from '../../../shared/contract/product-sales.ts';
import { listProducts, MAX_PRODUCTS, type Product, readProduct } from '../../../shared/contract/products.ts';
import { MAX_SEARCH_LENGTH } from '../../../shared/contract/query.ts';
import { listStock, MAX_STOCK_ROWS, type StockRow } from '../../../shared/contract/stock.ts';
import type { Period } from '../../../shared/periods.ts';
import type { PagedList, PagedRows } from '../../components/data-table/paged-rows.ts';
import { readApi } from '../../lib/host/api-client.ts';
import type { CatalogSearch } from './catalog-search.ts';

export interface CatalogRow {
  readonly product: Product;
  /** Null for a product that was never priced. */
  readonly price: ProductPrice | null;
  /** Sale prices that the product has beside `price`; absent where there is none. */
  readonly rivals?: number;
}

export type CatalogRows = PagedRows<CatalogSearch, CatalogRow, null>;

/** Products with their sale prices. */
export const catalogList: PagedList<CatalogSearch, CatalogRow> = {
  key: ['products'],
  follows: ['products'],
  pageSize: MAX_PRODUCTS,
  rowId: ({ product }) => product.id,
  async readPage(search, page, signal) {
    const { total, data } = await readApi(listProducts, { query: { ...search, ...page }, signal });
    const ids = data.map(({ id }) => id);
    const saleOf = salePrices(await readPricesOf(ids, signal));
    return { total, data: data.map((product) => rowOf(product, saleOf.get(product.id))), sums: null };
  },
};

function rowOf(product: Product, [price, ...rivals]: readonly ProductPrice[] = []): CatalogRow {
  if (price === undefined) return { product, price: null };
  return rivals.length === 0 ? { product, price } : { product, price, rivals: rivals.length };
}

/** Every price row of at most 200 products, in as many calls as that takes. */
async function readPricesOf(productIds: readonly number[], signal: AbortSignal): Promise<ProductPrice[]> {
  if (productIds.length === 0) return [];
  const rows: ProductPrice[] = [];
  for (;;) {
    const query = { product_ids: [...productIds], start: rows.length };
    const { data, total } = await readApi(listProductPrices, { query, signal });
    rows.push(...data);
    if (data.length === 0 || rows.length >= total) return rows;
  }
}

/** The price of a single item: a sale row without a quantity threshold. */
export function isSalePrice(price: ProductPrice): boolean {
  return price.product_price_type_id === SALE_PRICE_TYPE && price.from_qty === null;
}

/** By product: its sale rows, the one that is used first. Of several that is the one with the lowest id. */
function salePrices(prices: readonly ProductPrice[]): ReadonlyMap<number, readonly ProductPrice[]> {
  const ascending = prices.filter(isSalePrice).sort((left, right) => left.id - right.id);
  return Map.groupBy(ascending, ({ product_id }) => product_id);
}

/** The beginning of the keys of all queries about one product. */
export function productKey(id: number) {
  return ['product', id] as const;
}

export function productQuery(id: number) {
  return queryOptions({
    queryKey: productKey(id),
    meta: { follows: ['products'] },
    queryFn: ({ signal }) => readApi(readProduct, { id, signal }),
  });
}

type Sought = Pick<Product, 'id' | 'sku' | 'title' | 'product_group_id'>;

/** Stock of a product at each location that has it. */
export function productStockQuery(product: Sought) {
  const { id, sku, title, product_group_id } = product;
  return queryOptions({
    queryKey: [...productKey(id), 'stock', { sku, title, product_group_id }],
    meta: { follows: ['products'] },
    queryFn: ({ signal }) => readStockOf(product, signal),
  });
}

/**
 * The API searches stock by words and also finds other products: searching all words of the product finds the fewest.
 * Rows are sorted by product id, so a higher id ends the search.
 */
async function readStockOf({ id, sku, title, product_group_id }: Sought, signal: AbortSignal) {
  const found: StockRow[] = [];
  const q = wordsOf(`${sku} ${title}`);
  for (let start = 0; ; ) {
    const query = { q, product_group_id, start, limit: MAX_STOCK_ROWS };
    const { data, total } = await readApi(listStock, { query, signal });
    found.push(...data.filter(({ product_id }) => product_id === id));
    start += data.length;
    const isPast = (data.at(-1)?.product_id ?? id) > id;
    if (isPast || data.length === 0 || start >= total) return found;
  }
}

/** As many whole words as the API takes. */
function wordsOf(text: string): string {
  let q = '';
  for (const word of text.split(/\s+/)) {
    const longer = `${q} ${word}`.trim();
    if (longer.length <= MAX_SEARCH_LENGTH) q = longer;
  }
  return q;
}

/** The sales of a product in a period, less its returns. */
export function productSalesQuery(id: number, { from, to }: Period) {
  return queryOptions({
    queryKey: [...productKey(id), 'sales', { from, to }],
    meta: { follows: ['orders'] },
    queryFn: async ({ signal }) => {
      const query = { from, to, product_id: id, limit: 1 };
      return (await readApi(readProductSales, { query, signal })).sums;
    },
  });
}

export interface WeekOfSales {
  readonly week: Period;
  readonly sums: ProductSalesSums;
}

export function productSalesByWeekQuery(id: number, weeks: readonly Period[]) {
  return queryOptions({
    queryKey: [...productKey(id), 'sales-by-week', weeks],
    meta: { follows: ['orders'] },
    queryFn: async ({ signal }): Promise<WeekOfSales[]> => {
      const read: WeekOfSales[] = [];
      // One after the other: together they would take all connections of the window.
      for (const week of weeks) {
        const query = { ...week, product_id: id, limit: 1 };
        read.push({ week, sums: (await readApi(readProductSales, { query, signal })).sums });
      }
      return read;
    },
  });
}
