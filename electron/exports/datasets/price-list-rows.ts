import {
  PRODUCT_PRICES_CAP,
  type ProductPrice,
  SALE_PRICE_TYPE,
} from '../../../shared/contract/product-prices.ts';
import { PRODUCTS_CAP, type Product } from '../../../shared/contract/products.ts';
import type { ProductQuery } from '../../platform/platform.ts';
import type { ExportRow, ExportSource } from '../dataset.ts';
import { drainPages } from '../drain-pages.ts';
import { ExportError } from '../export-error.ts';

export type PriceListColumn = 'sku' | 'title' | 'ppu_wt' | 'ppu' | 'vat';
type ProductFilters = Omit<ProductQuery, 'start' | 'limit'>;

/** Percentage of VAT per tax rate id. */
type VatByRate = ReadonlyMap<number, number>;

/** Drains the products page by page and joins each page with its prices, in the order of the products. */
export async function* priceListRows(
  source: ExportSource,
  filters: ProductFilters,
): AsyncGenerator<ExportRow<PriceListColumn>> {
  const { platform, caller } = source;
  const taxRates = await platform.listReference(caller, 'taxRates');
  const vatByRate: VatByRate = new Map(taxRates.map(({ id, value }) => [id, value]));
  const pages = drainPages((start) =>
    platform.searchProducts(caller, { ...filters, start, limit: PRODUCTS_CAP }),
  );
  for await (const products of pages) {
    const prices = await salePrices(source, products);
    for (const product of products) yield rowOf(product, prices.get(product.id), vatByRate);
  }
}

/** The sale price per product: of type 1 and without a threshold, the one with the lowest id. */
async function salePrices(
  { platform, caller }: ExportSource,
  products: readonly Product[],
): Promise<ReadonlyMap<number, ProductPrice>> {
  const product_ids = products.map(({ id }) => id);
  const pages = drainPages((start) =>
    platform.listProductPrices(caller, { product_ids, start, limit: PRODUCT_PRICES_CAP }),
  );
  const prices = new Map<number, ProductPrice>();
  for await (const page of pages) {
    for (const price of page) {
      if (price.product_price_type_id !== SALE_PRICE_TYPE || price.from_qty !== null) continue;
      const known = prices.get(price.product_id);
      if (!known || price.id < known.id) prices.set(price.product_id, price);
    }
  }
  return prices;
}

function rowOf(
  { sku, title }: Product,
  price: ProductPrice | undefined,
  vatByRate: VatByRate,
): ExportRow<PriceListColumn> {
  if (!price) return { sku, title, ppu_wt: null, ppu: null, vat: null };
  const vat = vatByRate.get(price.tax_rate_id);
  if (vat === undefined) {
    throw new ExportError('incomplete', `The price of ${sku} has a VAT rate that is unknown.`);
  }
  return { sku, title, ppu_wt: price.ppu_wt, ppu: price.ppu, vat };
}
