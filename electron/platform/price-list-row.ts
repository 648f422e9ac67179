import type { ProductPrice } from '../../shared/contract/product-prices.ts';
import type { Product } from '../../shared/contract/products.ts';
import type { PriceListRow } from './platform.ts';

/** A product in the price list, with its sale price where it has one. */
export function priceListRow({ id, sku, title }: Product, price: ProductPrice | undefined): PriceListRow {
  if (!price) return { id, sku, title, salePrice: null };
  const { ppu, ppu_wt, tax_rate_id } = price;
  return { id, sku, title, salePrice: { ppu, ppu_wt, tax_rate_id } };
}
