import { expressionBuilder, sql } from 'kysely';
import { SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import { AMOUNT_SCALE, QUANTITY_SCALE } from '../../../shared/money.ts';
import { jsonDecimal, jsonFlag, jsonObject } from '../dialects/json-values.ts';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../store-scope.ts';
import { stockOf } from './product-selection.ts';

/** The fields of a product as the contract has them, for `jsonObject`. */
export function productFields(scope: StoreScope) {
  const { ref } = expressionBuilder<StoreSchema, 'products'>();
  return {
    id: ref('products.id'),
    sku: ref('products.sku'),
    title: ref('products.title'),
    product_group_id: ref('products.product_group_id'),
    stock: jsonDecimal(stockOf(scope), QUANTITY_SCALE),
    shop_product_id: ref('products.shop_product_id'),
  };
}

/** A price row as the contract has it. */
export function priceJson() {
  const { ref } = expressionBuilder<StoreSchema, 'product_prices'>();
  return jsonObject({
    id: ref('product_prices.id'),
    product_id: ref('product_prices.product_id'),
    product_price_type_id: ref('product_prices.product_price_type_id'),
    is_sale_price: jsonFlag(
      sql`${ref('product_prices.product_price_type_id')} = ${sql.lit(SALE_PRICE_TYPE)}`,
    ),
    ppu: jsonDecimal(ref('product_prices.ppu'), AMOUNT_SCALE),
    ppu_wt: jsonDecimal(ref('product_prices.ppu_wt'), AMOUNT_SCALE),
    tax_rate_id: ref('product_prices.tax_rate_id'),
    currency: ref('product_prices.currency'),
    from_qty: jsonDecimal(ref('product_prices.from_qty'), QUANTITY_SCALE),
  });
}
