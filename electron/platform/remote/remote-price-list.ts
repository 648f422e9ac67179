import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { listProductPrices, PRODUCT_PRICES_CAP, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { listProducts, PRODUCTS_CAP, type Product } from '../../../shared/contract/products.ts';
import { type ReadEndpoint, unexpected } from '../../api-client/endpoint-reader.ts';
import type { PriceListBatch, PriceListQuery } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { noteSalePrices, priceListRow } from '../sale-prices.ts';
import { expectTrue } from './remote-checks.ts';
import { readPricePage, readProductPage } from './remote-lists.ts';

const KEY_FORM = /^(\d{1,15})@(\d{1,15})$/;

/** Of the prices of one batch; no product has so many. */
const MOST_PRICE_PAGES = 100;

interface Stretch {
  readonly products: readonly Product[];
  /** Where the next one begins in the list; null at its end. */
  readonly nextStart: number | null;
}

/**
 * The price list by id, out of the pages of the list of products. A key is the id of the last product and where the
 * next one stands in the list, `1204@200`; where the list has moved since, that place is looked for by the id.
 */
export async function readRemotePriceList(
  read: ReadEndpoint,
  query: PriceListQuery,
  after: string | null,
): Promise<PriceListBatch> {
  const { products, nextStart } = await readStretch(read, query, after);
  const ids = products.map(({ id }) => id);
  const prices = await readStandingList(listProductPrices, (expectTotal) => readSalePrices(read, ids, expectTotal));
  const last = products.at(-1);
  return {
    rows: products.map((product) => priceListRow(product, prices.get(product.id))),
    next: last && nextStart !== null ? `${last.id}@${nextStart}` : null,
  };
}

async function readStretch(read: ReadEndpoint, query: PriceListQuery, after: string | null): Promise<Stretch> {
  if (after === null) return stretchFrom(read, query, 0);
  const [, lastId, start] = KEY_FORM.exec(after) ?? [];
  if (lastId === undefined || start === undefined) {
    throw new PlatformError('rejected', 'The batch does not continue one of this platform.');
  }
  // The page begins with the product before, which tells whether the list still stands as it did.
  const { products, nextStart } = await stretchFrom(read, query, Math.max(0, Number(start) - 1));
  if (products[0]?.id === Number(lastId)) return { products: products.slice(1), nextStart };
  return readStandingList(listProducts, (expectTotal) => stretchAfter(read, query, Number(lastId), expectTotal));
}

async function stretchFrom(
  read: ReadEndpoint,
  query: PriceListQuery,
  start: number,
  expectTotal?: ExpectTotal,
): Promise<Stretch> {
  const asked = { ...query, sort: 'id', start, limit: PRODUCTS_CAP } as const;
  const { rows, total } = await readProductPage(read, asked);
  expectTotal?.(total);
  const end = start + rows.length;
  return { products: rows, nextStart: rows.length > 0 && end < total ? end : null };
}

/** What stands behind a product that is no longer where it was, or gone. */
async function stretchAfter(
  read: ReadEndpoint,
  query: PriceListQuery,
  lastId: number,
  expectTotal: ExpectTotal,
): Promise<Stretch> {
  const place = await placeAfter(read, query, lastId, expectTotal);
  const { products, nextStart } = await stretchFrom(read, query, Math.max(0, place - 1), expectTotal);
  const behind = products.filter(({ id }) => id > lastId);
  // One that came for one that went leaves the total as it was, but not the place.
  if (products.length - behind.length !== Math.min(place, 1)) throw listMoved();
  return { products: behind, nextStart };
}

/** Where the first product with a greater id stands, by halving. */
async function placeAfter(
  read: ReadEndpoint,
  query: PriceListQuery,
  lastId: number,
  expectTotal: ExpectTotal,
): Promise<number> {
  async function productAt(start: number) {
    const page = await readProductPage(read, { ...query, sort: 'id', start, limit: 1 });
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

/** The sale price per product. */
async function readSalePrices(
  read: ReadEndpoint,
  product_ids: number[],
  expectTotal: ExpectTotal,
): Promise<ReadonlyMap<number, ProductPrice>> {
  const sale = new Map<number, ProductPrice>();
  if (product_ids.length === 0) return sale;
  const limit = PRODUCT_PRICES_CAP;
  for (let start = 0, total = 1; start < total; start += limit) {
    const page = await readPricePage(read, { product_ids, start, limit });
    expectTrue(listProductPrices, page.total <= MOST_PRICE_PAGES * limit);
    expectTotal(page.total);
    total = page.total;
    noteSalePrices(sale, page.rows);
  }
  return sale;
}

/** Notes the total that an answer of a list tells. Throws where an answer before told another one. */
type ExpectTotal = (total: number) => void;

class ListMoved extends Error {
  override readonly name = 'ListMoved';
}

/**
 * What several answers of one list make together, which has to stand still meanwhile. Where it moved it is read once more;
 * a list that moves all the time throws `PlatformError` `invalid_answer`: rows could be missing without anybody knowing.
 */
async function readStandingList<Read>(
  endpoint: Endpoint,
  reading: (expectTotal: ExpectTotal) => Promise<Read>,
): Promise<Read> {
  try {
    return await reading(sameTotal());
  } catch (error) {
    if (!(error instanceof ListMoved)) throw error;
  }
  try {
    return await reading(sameTotal());
  } catch (error) {
    throw error instanceof ListMoved ? unexpected(endpoint) : error;
  }
}

/** Throws out of `readStandingList` what was read of a list that moved. */
function listMoved(): Error {
  return new ListMoved('the list moved while it was read');
}

function sameTotal(): ExpectTotal {
  let told: number | null = null;
  return (total) => {
    if (told !== null && told !== total) throw listMoved();
    told = total;
  };
}
