import { listProductPrices, MAX_PRODUCT_PRICES, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { listProducts, MAX_PRODUCTS, type Product } from '../../../shared/contract/products.ts';
import { createUnexpectedError } from '../../api-client/endpoint-reader.ts';
import type { Batch, Page, PriceListQuery, PriceListRow, ProductPriceQuery, ProductQuery } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { noteSalePrices } from '../sale-prices.ts';

/** The checked lists that a price list needs. */
export interface PricedLists {
  products(query: ProductQuery): Promise<Page<Product>>;
  prices(query: ProductPriceQuery): Promise<Page<ProductPrice>>;
}

/** Products sorted by id, from one page of their list. */
interface ProductRange {
  readonly products: readonly Product[];
  /** Offset of the next product; `null` at the end of the list. */
  readonly nextStart: number | null;
}

const KEY_PATTERN = /^(\d{1,15})@(\d{1,15})$/;

/**
 * Reads the price list by id. A batch key is the id of its last product and the offset of the next, such as `1204@200`.
 */
export async function readRemotePriceList(
  lists: PricedLists,
  query: PriceListQuery,
  after: string | null,
): Promise<Batch<PriceListRow>> {
  const readFrom = async (start: number): Promise<ProductRange> => {
    const { rows, total } = await lists.products({ ...query, start, limit: MAX_PRODUCTS });
    const end = start + rows.length;
    return { products: rows, nextStart: rows.length > 0 && end < total ? end : null };
  };
  const { products, nextStart } = after === null ? await readFrom(0) : await readAfter(readFrom, after);
  const sale = new Map<number, ProductPrice>();
  const ids = products.map(({ id }) => id);
  noteSalePrices(sale, await readAllPrices(lists.prices, ids));
  const last = products.at(-1);
  return {
    rows: products.map((product) => toPriceListRow(product, sale.get(product.id))),
    next: last && nextStart !== null ? `${last.id}@${nextStart}` : null,
  };
}

/**
 * Maximum distance in pages. A list that grew or shrank by more than 40,000 products between two batches is refused.
 */
const MAX_STEPS = 200;

/**
 * Reads the products after the last one of the previous batch. The page starts with that product unless the list
 * changed. Then neighbouring pages are read until one has products on both sides.
 */
async function readAfter(readFrom: (start: number) => Promise<ProductRange>, key: string): Promise<ProductRange> {
  const [, lastId, start] = KEY_PATTERN.exec(key) ?? [];
  if (lastId === undefined || start === undefined) {
    throw new PlatformError('rejected', 'This batch key is not from this platform. Start from the first batch.');
  }
  let at = Math.max(0, Number(start) - 1);
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const { products, nextStart } = await readFrom(at);
    const later = products.filter(({ id }) => id > Number(lastId));
    if (later.length === products.length && at > 0) at = Math.max(0, at - MAX_PRODUCTS + 1);
    else if (later.length === 0 && nextStart !== null) at = nextStart;
    else return { products: later, nextStart };
  }
  throw createUnexpectedError(listProducts, 'it changed while it was read');
}

/** Maximum per call: 50 for each of 200 products. */
const MAX_PRICES = 20 * MAX_PRODUCT_PRICES;

const MAX_ATTEMPTS = 3;

/**
 * Reads all prices of at most 200 products. Starts over if the total changes in between. Throws `PlatformError`
 * `invalid_answer` if it changes every time, or if there are too many prices.
 */
export async function readAllPrices(
  readPage: PricedLists['prices'],
  product_ids: number[],
): Promise<readonly ProductPrice[]> {
  if (product_ids.length === 0) return [];
  for (let reads = 0; reads < MAX_ATTEMPTS; reads += 1) {
    const first = await readPage({ product_ids, start: 0, limit: MAX_PRODUCT_PRICES });
    if (first.total > MAX_PRICES) break;
    const prices = [...first.rows];
    let page = first;
    while (page.rows.length > 0 && page.total === first.total && prices.length < first.total) {
      page = await readPage({ product_ids, start: prices.length, limit: MAX_PRODUCT_PRICES });
      prices.push(...page.rows);
    }
    if (page.total === first.total && prices.length === first.total) return prices;
  }
  throw createUnexpectedError(listProductPrices);
}

function toPriceListRow({ id, sku, title }: Product, price: ProductPrice | undefined): PriceListRow {
  if (!price) return { id, sku, title, salePrice: null };
  const { ppu, ppu_wt, tax_rate_id } = price;
  return { id, sku, title, salePrice: { ppu, ppu_wt, tax_rate_id } };
}
