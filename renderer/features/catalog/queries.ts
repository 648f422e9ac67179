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
  /** `null` if the product was never priced. */
  readonly price: ProductPrice | null;
  /** The number of other sale prices; absent if there are none. */
  readonly rivals?: number;
}

export type CatalogRows = PagedRows<CatalogSearch, CatalogRow, null>;

/** Products with their sale prices. */
export const catalogList: PagedList<CatalogSearch, CatalogRow> = {
  key: ['products'],
  follows: ['products'],
  pageSize: MAX_PRODUCTS,
  getRowId: ({ product }) => product.id,
  async readPage(search, page, signal) {
    const { total, data } = await readApi(listProducts, { query: { ...search, ...page }, signal });
    const ids = data.map(({ id }) => id);
    const pricesByProduct = groupSalePrices(await readPrices(ids, signal));
    return { total, data: data.map((product) => toRow(product, pricesByProduct.get(product.id))), sums: null };
  },
};

function toRow(product: Product, [price, ...rivals]: readonly ProductPrice[] = []): CatalogRow {
  if (price === undefined) return { product, price: null };
  return rivals.length === 0 ? { product, price } : { product, price, rivals: rivals.length };
}

/** Every price row of at most 200 products, read with as many calls as necessary. */
async function readPrices(productIds: readonly number[], signal: AbortSignal): Promise<ProductPrice[]> {
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

/** The sale prices by product. The first one, with the lowest id, is the one that is used. */
function groupSalePrices(prices: readonly ProductPrice[]): ReadonlyMap<number, readonly ProductPrice[]> {
  const ascending = prices.filter(isSalePrice).sort((left, right) => left.id - right.id);
  return Map.groupBy(ascending, ({ product_id }) => product_id);
}

/** The start of the keys of all queries about a product. */
export function getProductKey(id: number) {
  return ['product', id] as const;
}

export function productQuery(id: number) {
  return queryOptions({
    queryKey: getProductKey(id),
    meta: { follows: ['products'] },
    queryFn: ({ signal }) => readApi(readProduct, { id, signal }),
  });
}

type StockProduct = Pick<Product, 'id' | 'sku' | 'title' | 'product_group_id'>;

/** The stock of a product at each location that has it. */
export function productStockQuery(product: StockProduct) {
  const { id, sku, title, product_group_id } = product;
  return queryOptions({
    queryKey: [...getProductKey(id), 'stock', { sku, title, product_group_id }],
    meta: { follows: ['products'] },
    queryFn: ({ signal }) => readStock(product, signal),
  });
}

/**
 * The API searches stock by words and may also find other products; searching for all words of the product finds the
 * fewest. Rows are sorted by product id, so a higher id ends the search.
 */
async function readStock({ id, sku, title, product_group_id }: StockProduct, signal: AbortSignal) {
  const found: StockRow[] = [];
  const q = limitWords(`${sku} ${title}`);
  for (let start = 0; ; ) {
    const query = { q, product_group_id, start, limit: MAX_STOCK_ROWS };
    const { data, total } = await readApi(listStock, { query, signal });
    found.push(...data.filter(({ product_id }) => product_id === id));
    start += data.length;
    const isPast = (data.at(-1)?.product_id ?? id) > id;
    if (isPast || data.length === 0 || start >= total) return found;
  }
}

/** As many whole words as the API accepts. */
function limitWords(text: string): string {
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
    queryKey: [...getProductKey(id), 'sales', { from, to }],
    meta: { follows: ['orders'] },
    queryFn: async ({ signal }) => {
      const query = { from, to, product_id: id, limit: 1 };
      return (await readApi(readProductSales, { query, signal })).sums;
    },
  });
}

export interface WeekSales {
  readonly week: Period;
  readonly sums: ProductSalesSums;
}

export function productSalesByWeekQuery(id: number, weeks: readonly Period[]) {
  return queryOptions({
    queryKey: [...getProductKey(id), 'sales-by-week', weeks],
    meta: { follows: ['orders'] },
    queryFn: async ({ signal }): Promise<WeekSales[]> => {
      const read: WeekSales[] = [];
      // One after another, as parallel calls would take all connections of the window.
      for (const week of weeks) {
        const query = { ...week, product_id: id, limit: 1 };
        read.push({ week, sums: (await readApi(readProductSales, { query, signal })).sums });
      }
      return read;
    },
  });
}
