import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ProductPrice, productPriceExample } from './product-prices.ts';
import { Choice, createPageQuery, Flag, Id, optional, SearchText, Sort } from './query.ts';
import { NamedRecord, nullable, PageOf, ProductGroupId, RecordId } from './values.ts';

const fields = {
  id: RecordId('Id of the product; price rows refer to it'),
  sku: Type.String({ description: 'Article number, unique in the account' }),
  title: Type.String(),
  barcode: nullable(Type.String({ description: 'Barcode as scanned; `null` if there is none or it is unknown' })),
  product_group_id: ProductGroupId(),
  stock: Type.Number({ description: 'Total stock at the locations that the caller can see, decimal' }),
  shop_product_id: Type.Integer({ description: 'Id of the product in the shop; prices do not refer to it' }),
};

export const productExample = {
  id: 1204,
  sku: 'TU-1204',
  title: 'Gieter 10 liter',
  barcode: '8712345678906',
  product_group_id: 7,
  stock: 12.5,
  shop_product_id: 9204,
};

export const Product = NamedRecord('Product', fields, productExample, 'A product of the catalog');
export type Product = Static<typeof Product>;

export const MAX_PRODUCTS = 200;
export const STOCK_STATES = ['negative', 'none', 'positive'] as const;
export const PRODUCT_SORTS = [
  ...(['id', '-id', 'sku', '-sku', 'title', '-title', 'stock', '-stock'] as const),
  ...(['price', '-price', 'price_ex', '-price_ex', 'tax_rate', '-tax_rate'] as const),
  ...(['product_group', '-product_group'] as const),
] as const;

/**
 * Every word of `q` must occur in title or SKU, ignoring case and accents, or `q` is the start of the barcode. With `q`
 * and without `sort`: exact SKU or barcode, their prefixes, title prefixes, the rest. Without both: by id. Ties by id.
 */
export const listProducts = defineEndpoint({
  method: 'GET',
  path: '/api/products',
  access: 'user',
  operation: 'listProducts',
  tag: 'Catalog',
  summary: 'List products',
  description:
    'Lists the catalog. Every word of `q` must occur in title or SKU, ignoring case and accents: `strasse` finds Straße, ' +
    'and `lodz` finds łódź. `q` can also be a barcode or its start. With `q` and without `sort`, the exact SKU or barcode ' +
    'comes first, then SKUs and barcodes and then titles that start with `q`, then the rest. Otherwise rows are sorted by ' +
    'id. The answer repeats `q`.\n\n' +
    '`priced` and `tax_rate_id` filter by the sale price: the price of type 1 without `from_qty`, the one with the lowest ' +
    'id if there are several. `sort` uses the same price: `price` including VAT, `price_ex` excluding VAT, and `tax_rate` ' +
    'by percentage. Products without one are last in both directions. `product_group` sorts by the title of the turnover ' +
    'group.',
  query: Type.Object({
    q: optional(
      SearchText(
        'Words to search for in title and SKU, or the start of a barcode from three characters on. SKUs are also found without ' +
          'separators: `46022` finds `46.022`. Empty matches all products',
        'gieter',
      ),
    ),
    product_group_id: optional(Id('Only products of this turnover group', 302)),
    tax_rate_id: optional(Id('Only products with this rate on their sale price', 1082)),
    stock: optional(Choice(STOCK_STATES, 'Only products with stock below, at or above 0')),
    priced: optional(Flag('Only products with a sale price, or only those without')),
    sort: optional(Sort(PRODUCT_SORTS)),
    ...createPageQuery(MAX_PRODUCTS),
  }),
  response: Type.Object({
    q: Type.String({ description: 'The search text; empty if there is none', examples: ['gieter'] }),
    ...PageOf(Product).properties,
  }),
});

export const ProductWithPrices = NamedRecord(
  'ProductWithPrices',
  { ...fields, prices: Type.Array(ProductPrice, { description: 'All prices of every type' }) },
  { ...productExample, prices: [productPriceExample] },
  'A product with all its prices',
);
export type ProductWithPrices = Static<typeof ProductWithPrices>;

export const readProduct = defineEndpoint({
  method: 'GET',
  path: '/api/products/{id}',
  access: 'user',
  operation: 'readProduct',
  tag: 'Catalog',
  summary: 'Retrieve a product',
  description: 'Returns a product as in the list, with all its prices in the order of `GET /api/product-prices`.',
  implements: 'Product and Product price records; 404 of Errors',
  id: 'Id of a product of the account',
  response: ProductWithPrices,
});
