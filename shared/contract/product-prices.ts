import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { IdList, Limit, Start } from './query.ts';
import { Euros, nullable, PageOf, RecordId } from './values.ts';

/** Price type of a sale price; every other type is a cost or purchase row. */
export const SALE_PRICE_TYPE = 1;

export const ProductPrice = Type.Object({
  id: RecordId(),
  product_id: RecordId(),
  product_price_type_id: Type.Integer(),
  is_sale_price: Type.Boolean({ description: 'True for type 1' }),
  ppu: Euros('Price per unit excluding VAT'),
  ppu_wt: Euros('Price per unit including VAT'),
  tax_rate_id: RecordId(),
  currency: Type.String(),
  from_qty: nullable(Type.Number({ description: 'Quantity threshold' })),
});
export type ProductPrice = Static<typeof ProductPrice>;

export const PRODUCT_PRICES_MAX_IDS = 200;
export const PRODUCT_PRICES_CAP = 500;

/** Rows by product, price type, threshold (none first), id. `product_ids` is required: never everything. */
export const listProductPrices = defineEndpoint({
  method: 'GET',
  path: '/api/product-prices',
  access: 'user',
  query: Type.Object({
    product_ids: IdList(PRODUCT_PRICES_MAX_IDS),
    start: Start(),
    limit: Limit(PRODUCT_PRICES_CAP, PRODUCT_PRICES_CAP),
  }),
  response: PageOf(ProductPrice),
});
