import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { createPageQuery, IdList } from './query.ts';
import { Currency, Euros, NamedRecord, nullable, PageOf, RecordId, TaxRateId } from './values.ts';

/** Type of a sale price. All other types are cost or purchase prices. */
export const SALE_PRICE_TYPE = 1;

export const productPriceExample = {
  id: 4401,
  product_id: 1204,
  product_price_type_id: SALE_PRICE_TYPE,
  is_sale_price: true,
  ppu: 12.3967,
  ppu_wt: 15,
  tax_rate_id: 1,
  currency: 'EUR',
  from_qty: null,
};

export const ProductPrice = NamedRecord(
  'ProductPrice',
  {
    id: RecordId(),
    product_id: RecordId('Id of the product'),
    product_price_type_id: Type.Integer({
      description: '1 is a sale price, any other a cost or purchase price',
    }),
    is_sale_price: Type.Boolean({ description: 'Whether the type is 1' }),
    ppu: Euros('Price per unit excluding VAT, at most 4 decimals'),
    ppu_wt: Euros('Price per unit including VAT, at most 4 decimals'),
    tax_rate_id: TaxRateId(),
    currency: Currency(),
    from_qty: nullable(
      Type.Number({ description: 'Minimum quantity for this price; `null` if it applies from the first unit' }),
    ),
  },
  productPriceExample,
  'A price of a product',
);
export type ProductPrice = Static<typeof ProductPrice>;

export const MAX_PRODUCT_PRICE_IDS = 200;
export const MAX_PRODUCT_PRICES = 500;

/** Rows are sorted by product, price type, threshold (none first) and id. `product_ids` is required. */
export const listProductPrices = defineEndpoint({
  method: 'GET',
  path: '/api/product-prices',
  access: 'user',
  operation: 'listProductPrices',
  tag: 'Catalog',
  summary: 'List product prices',
  description:
    'Lists all prices of the products in `product_ids`, sorted by product, price type, threshold (none first) and id. ' +
    'Unknown products and products without prices have no rows. A missing, empty or malformed list returns 400.\n\n' +
    'The sale price of a product is its row with `product_price_type_id` 1 and without `from_qty`. If there are several, ' +
    'the one with the lowest id counts. Sale prices with a threshold are for larger quantities.',
  query: Type.Object({
    product_ids: IdList(MAX_PRODUCT_PRICE_IDS, `Up to ${MAX_PRODUCT_PRICE_IDS} distinct product ids`),
    ...createPageQuery(MAX_PRODUCT_PRICES, MAX_PRODUCT_PRICES),
  }),
  response: PageOf(ProductPrice),
});
