import { type ProductPrice, SALE_PRICE_TYPE } from '../../shared/contract/product-prices.ts';
import type { Product } from '../../shared/contract/products.ts';
import type { PriceListRow } from './platform.ts';

/** Keeps the sale price per product: of type 1 and without a threshold, the one with the lowest id. */
export function noteSalePrices(sale: Map<number, ProductPrice>, prices: readonly ProductPrice[]): void {
  for (const price of prices) {
    if (price.product_price_type_id !== SALE_PRICE_TYPE || price.from_qty !== null) continue;
    const known = sale.get(price.product_id);
    if (!known || price.id < known.id) sale.set(price.product_id, price);
  }
}

/** A product in the price list, with its sale price where it has one. */
export function priceListRow({ id, sku, title }: Product, price: ProductPrice | undefined): PriceListRow {
  if (!price) return { id, sku, title, salePrice: null };
  const { ppu, ppu_wt, tax_rate_id } = price;
  return { id, sku, title, salePrice: { ppu, ppu_wt, tax_rate_id } };
}
