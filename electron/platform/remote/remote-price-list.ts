import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { listProductPrices, PRODUCT_PRICES_CAP, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { listProducts, PRODUCTS_CAP, type Product } from '../../../shared/contract/products.ts';
import { unexpected } from '../../api-client/endpoint-reader.ts';
import type { Batch, Page, PriceListQuery, PriceListRow, ProductPriceQuery, ProductQuery } from '../platform.ts';
import { noteSalePrices, type ProductRange, readPriceListBatch } from '../sale-prices.ts';
import { expectTrue } from './remote-checks.ts';

/** Of the prices of one batch; no product has so many. */
const MOST_PRICE_PAGES = 100;

/** The checked lists that a price list is made of. */
export interface PricedLists {
  products(query: ProductQuery): Promise<Page<Product>>;
  prices(query: ProductPriceQuery): Promise<Page<ProductPrice>>;
}

/** The price list by id. Where the list has moved since the last batch, the offset to continue at is searched by id. */
export function readRemotePriceList(
  lists: PricedLists,
  query: PriceListQuery,
  after: string | null,
): Promise<Batch<PriceListRow>> {
  async function readFrom(start: number, expectTotal?: ExpectTotal): Promise<ProductRange> {
    const { rows, total } = await lists.products({ ...query, start, limit: PRODUCTS_CAP });
    expectTotal?.(total);
    const end = start + rows.length;
    return { products: rows, nextStart: rows.length > 0 && end < total ? end : null };
  }

  async function readAfter(lastId: number, expectTotal: ExpectTotal): Promise<ProductRange> {
    const offset = await offsetAfter(lists, query, lastId, expectTotal);
    const { products, nextStart } = await readFrom(Math.max(0, offset - 1), expectTotal);
    const behind = products.filter(({ id }) => id > lastId);
    // One that came for one that went leaves the total as it was, but not the offset.
    if (products.length - behind.length !== Math.min(offset, 1)) throw new ListMoved();
    return { products: behind, nextStart };
  }

  const pages = {
    readFrom,
    readAfterMove: (lastId: number) => readStandingList(listProducts, (expectTotal) => readAfter(lastId, expectTotal)),
    salePrices: (products: readonly Product[]) =>
      readStandingList(listProductPrices, (expectTotal) => readSalePrices(lists, products, expectTotal)),
  };
  return readPriceListBatch(pages, after);
}

async function offsetAfter(
  lists: PricedLists,
  query: PriceListQuery,
  lastId: number,
  expectTotal: ExpectTotal,
): Promise<number> {
  async function productAt(start: number) {
    const page = await lists.products({ ...query, start, limit: 1 });
    expectTotal(page.total);
    return page;
  }

  let from = 0;
  let to = (await productAt(0)).total;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const [product] = (await productAt(middle)).rows;
    if (product && product.id <= lastId) from = middle + 1;
    else to = middle;
  }
  return from;
}

async function readSalePrices(
  lists: PricedLists,
  products: readonly Product[],
  expectTotal: ExpectTotal,
): Promise<ReadonlyMap<number, ProductPrice>> {
  const sale = new Map<number, ProductPrice>();
  if (products.length === 0) return sale;
  const product_ids = products.map(({ id }) => id);
  const limit = PRODUCT_PRICES_CAP;
  for (let start = 0, total = 1; start < total; start += limit) {
    const page = await lists.prices({ product_ids, start, limit });
    expectTrue(listProductPrices, page.total <= MOST_PRICE_PAGES * limit);
    expectTotal(page.total);
    total = page.total;
    noteSalePrices(sale, page.rows);
  }
  return sale;
}

/** Takes the total of each answer of a list. Throws `ListMoved` where it differs from the one before. */
type ExpectTotal = (total: number) => void;

class ListMoved extends Error {
  override readonly name = 'ListMoved';
}

/** Reads a list again where it moved meanwhile. Throws `PlatformError` `invalid_answer` where it moves again. */
async function readStandingList<Read>(
  endpoint: Endpoint,
  reading: (expectTotal: ExpectTotal) => Promise<Read>,
): Promise<Read> {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      return await reading(sameTotal());
    } catch (error) {
      if (!(error instanceof ListMoved)) throw error;
    }
  }
  throw unexpected(endpoint);
}

function sameTotal(): ExpectTotal {
  let first: number | null = null;
  return (total) => {
    first ??= total;
    if (total !== first) throw new ListMoved();
  };
}
