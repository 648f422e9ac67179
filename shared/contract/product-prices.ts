import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { IdList, pageQuery } from './query.ts';
import { Currency, Euros, NamedRecord, nullable, PageOf, RecordId, TaxRateId } from './values.ts';

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
    ppu: Euros('Price per unit excluding VAT, at most 4 decimals'),
    ppu_wt: Euros('Price per unit including VAT, at most 4 decimals'),
    tax_rate_id: TaxRateId(),
    currency: Currency(),
    from_qty: nullable(Type.Number({ description: 'Quantity from which it holds; null from the first unit on' })),
  },
  productPriceExample,
  'A price of a product',
);
export type ProductPrice = Static<typeof ProductPrice>;

export const PRODUCT_PRICES_MAX_IDS = 200;
export const PRODUCT_PRICES_CAP = 500;

/** Rows by product, price type, threshold (none first), id. `product_ids` is required: never everything. */
export const listProductPrices = defineEndpoint({
  method: 'GET',
  path: '/api/product-prices',
  access: 'user',
  operation: 'listProductPrices',
  tag: 'Catalog',
  summary: 'Price rows of products',
  description:
    'All price rows of the products that `product_ids` names, by product, price type, threshold (none first) ' +
    'and id. An unknown product has no rows; so has one that was never priced. A list that is missing, empty ' +
    'or malformed is 400.\n\n' +
    'The sale price of a product is its row with `product_price_type_id` 1 and no `from_qty`; of several such the ' +
    'one with the lowest id. Sale prices with a threshold are for larger quantities.',
  query: Type.Object({
    product_ids: IdList(PRODUCT_PRICES_MAX_IDS, `Up to ${PRODUCT_PRICES_MAX_IDS} distinct product ids`),
    ...pageQuery(PRODUCT_PRICES_CAP, PRODUCT_PRICES_CAP),
  }),
  response: PageOf(ProductPrice),
});
