import { type ProductPrice, SALE_PRICE_TYPE } from '../../shared/contract/product-prices.ts';
import type { Product } from '../../shared/contract/products.ts';
import type { Batch, PriceListRow } from './platform.ts';
import { PlatformError } from './platform-error.ts';

/** Adds the sale price of each product: of type 1 and without a threshold, the one with the lowest id. */
export function noteSalePrices(sale: Map<number, ProductPrice>, prices: readonly ProductPrice[]): void {
  for (const price of prices) {
    if (price.product_price_type_id !== SALE_PRICE_TYPE || price.from_qty !== null) continue;
    const known = sale.get(price.product_id);
    if (!known || price.id < known.id) sale.set(price.product_id, price);
  }
}

/** Products by id, out of a page of their list. */
export interface ProductRange {
  readonly products: readonly Product[];
  /** Offset of the next one in the list; null at its end. */
  readonly nextStart: number | null;
}

/** How the pages of a price list are read from a platform that lists products and prices page by page. */
export interface PriceListPages {
  readFrom(start: number): Promise<ProductRange>;
  /** The list moved since the last batch, which ended with this product. Answers what follows it, or throws. */
  readAfterMove(lastId: number): Promise<ProductRange>;
  salePrices(products: readonly Product[]): Promise<ReadonlyMap<number, ProductPrice>>;
}

const KEY_FORM = /^(\d{1,15})@(\d{1,15})$/;

/** The key of a batch is the id of its last product and the offset of the next one, such as `1204@200`. */
export async function readPriceListBatch(pages: PriceListPages, after: string | null): Promise<Batch<PriceListRow>> {
  const { products, nextStart } = after === null ? await pages.readFrom(0) : await productsAfter(pages, after);
  const prices = await pages.salePrices(products);
  const last = products.at(-1);
  return {
    rows: products.map((product) => priceListRow(product, prices.get(product.id))),
    next: last && nextStart !== null ? `${last.id}@${nextStart}` : null,
  };
}

async function productsAfter(pages: PriceListPages, key: string): Promise<ProductRange> {
  const [, lastId, start] = KEY_FORM.exec(key) ?? [];
  if (lastId === undefined || start === undefined) {
    throw new PlatformError('rejected', 'The batch does not continue one of this platform.');
  }
  // The page begins with the last product of the batch before, which shows whether the list has moved.
  const { products, nextStart } = await pages.readFrom(Math.max(0, Number(start) - 1));
  if (products[0]?.id === Number(lastId)) return { products: products.slice(1), nextStart };
  return pages.readAfterMove(Number(lastId));
}

function priceListRow({ id, sku, title }: Product, price: ProductPrice | undefined): PriceListRow {
  if (!price) return { id, sku, title, salePrice: null };
  const { ppu, ppu_wt, tax_rate_id } = price;
  return { id, sku, title, salePrice: { ppu, ppu_wt, tax_rate_id } };
}
