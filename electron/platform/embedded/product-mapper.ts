import { type ProductPrice, SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import type { Product } from '../../../shared/contract/products.ts';
import type { StockRow } from '../../../shared/contract/stock.ts';
import { QUANTITY_SCALE, toEuros } from '../../../shared/money.ts';
import type { ProductRecord } from '../../store/catalog/catalog-queries.ts';
import type { StockRecord } from '../../store/catalog/stock-queries.ts';
import type { ProductPricesTable } from '../../store/schema.ts';
import type { SalePrice } from '../platform.ts';

export function toProduct(product: ProductRecord): Product {
  return { ...product, stock: product.stock / QUANTITY_SCALE };
}

export function toProductPrice(price: ProductPricesTable): ProductPrice {
  return {
    id: price.id,
    product_id: price.product_id,
    product_price_type_id: price.product_price_type_id,
    is_sale_price: price.product_price_type_id === SALE_PRICE_TYPE,
    ppu: toEuros(price.ppu),
    ppu_wt: toEuros(price.ppu_wt),
    tax_rate_id: price.tax_rate_id,
    currency: price.currency,
    from_qty: price.from_qty === null ? null : price.from_qty / QUANTITY_SCALE,
  };
}

export function toStockRow(stock: StockRecord): StockRow {
  return {
    product_id: stock.product_id,
    sku: stock.sku,
    title: stock.title,
    location_id: stock.location_id,
    quantity: stock.quantity / QUANTITY_SCALE,
    in_stock: stock.quantity > 0,
  };
}

/** `null` if the product has no sale price. */
export function toSalePrice({ ppu, ppu_wt, tax_rate_id }: Nullable<SalePrice>): SalePrice | null {
  if (ppu === null || ppu_wt === null || tax_rate_id === null) return null;
  return { ppu: toEuros(ppu), ppu_wt: toEuros(ppu_wt), tax_rate_id };
}

type Nullable<Values> = { readonly [Name in keyof Values]: Values[Name] | null };
