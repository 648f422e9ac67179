import { type ProductPrice, SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import type { Product } from '../../../shared/contract/products.ts';
import type { StockRow } from '../../../shared/contract/stock.ts';
import { QUANTITY_SCALE, toEuros } from '../../../shared/money.ts';
import type { ProductRow } from '../../store/catalog-queries.ts';
import type { ProductPricesTable } from '../../store/schema.ts';
import type { StockRecord } from '../../store/stock-queries.ts';

export function toProduct({ id, sku, title, product_group_id, stock, shop_product_id }: ProductRow): Product {
  return { id, sku, title, product_group_id, stock: stock / QUANTITY_SCALE, shop_product_id };
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

export function toStockRow({ quantity, ...stock }: StockRecord): StockRow {
  return { ...stock, quantity: quantity / QUANTITY_SCALE, in_stock: quantity > 0 };
}
