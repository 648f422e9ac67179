import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { IdList, Limit, Start } from './query.ts';
import { Euros, NamedRecord, nullable, PageOf, RecordId } from './values.ts';

/** Price type of a sale price; every other type is a cost or purchase row. */
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
    product_id: RecordId('The `id` of the product'),
    product_price_type_id: Type.Integer({
      description: '1 is a sale price, any other a cost or purchase row',
    }),
    is_sale_price: Type.Boolean({ description: 'True for type 1' }),
    ppu: Euros('Price per unit excluding VAT'),
    ppu_wt: Euros('Price per unit including VAT'),
    tax_rate_id: RecordId('Resolve by GET /api/tax-rates'),
    currency: Type.String(),
    from_qty: nullable(Type.Number({ description: 'Quantity threshold' })),
  },
  productPriceExample,
);
export type ProductPrice = Static<typeof ProductPrice>;

export const PRODUCT_PRICES_MAX_IDS = 200;
export const PRODUCT_PRICES_CAP = 500;

/** Rows by product, price type, threshold (none first), id. `product_ids` is required: never everything. */
export const listProductPrices = defineEndpoint({
  method: 'GET',
  path: '/api/product-prices',
  access: 'user',
  documentation: {
    operation: 'listProductPrices',
    tag: 'Catalog',
    summary: 'Price rows of products',
    description:
      'All price rows of the products that `product_ids` names, by product, price type, threshold (none first) ' +
      'and id. An unknown product has no rows; so has one that was never priced. A list that is missing, empty ' +
      'or malformed is 400.',
    implements: 'GET /api/product-prices',
  },
  query: Type.Object({
    product_ids: IdList(PRODUCT_PRICES_MAX_IDS, `Up to ${PRODUCT_PRICES_MAX_IDS} distinct product ids`),
    start: Start(),
    limit: Limit(PRODUCT_PRICES_CAP, PRODUCT_PRICES_CAP),
  }),
  response: PageOf(ProductPrice),
});
