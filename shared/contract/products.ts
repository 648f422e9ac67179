import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ProductPrice, productPriceExample } from './product-prices.ts';
import { Choice, Flag, Id, optional, pageQuery, SearchText, Sort } from './query.ts';
import { NamedRecord, nullable, PageOf, ProductGroupId, RecordId } from './values.ts';

const fields = {
  id: RecordId('Price rows join on this'),
  sku: Type.String({ description: 'Article number, unique on the account' }),
  title: Type.String(),
  barcode: nullable(
    Type.String({ description: 'The code on the product, as it is scanned; null without one, or if it is not known' }),
  ),
  product_group_id: ProductGroupId(),
  stock: Type.Number({ description: 'Decimal quantity, over the locations that the caller sees' }),
  shop_product_id: Type.Integer({ description: 'Shop-level key; not used for price joins' }),
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

export const PRODUCTS_CAP = 200;
export const STOCK_STATES = ['negative', 'none', 'positive'] as const;
export const PRODUCT_SORTS = [
  ...(['id', '-id', 'sku', '-sku', 'title', '-title', 'stock', '-stock'] as const),
  ...(['price', '-price', 'price_ex', '-price_ex', 'tax_rate', '-tax_rate'] as const),
  ...(['product_group', '-product_group'] as const),
] as const;

/**
 * Every word of `q` must occur in title or SKU, ignoring case and accents, or `q` is how the barcode begins. With `q` and
 * no `sort`: exact SKU or barcode, their beginning, title prefix, the rest; without either: by id. Ties by id.
 */
export const listProducts = defineEndpoint({
  method: 'GET',
  path: '/api/products',
  access: 'user',
  operation: 'listProducts',
  tag: 'Catalog',
  summary: 'Products, all or searched',
  description:
    'Every word of `q` must occur in title or SKU, ignoring case and accents: `strasse` finds Straße, and `lodz` ' +
    'finds łódź. A scanned barcode, or how it begins, finds its product too. Without `q` it is the whole catalog. A ' +
    'search without `sort` gives the exact SKU or barcode first, then those and then titles that begin with `q`, then ' +
    'the rest; otherwise rows come by id. `q` is echoed.\n\n' +
    '`priced` and `tax_rate_id` look at the sale price: the price row of type 1 without `from_qty`, of several the ' +
    'one with the lowest id. `sort` has it as `price` including VAT, as `price_ex`, and as `tax_rate` for the ' +
    'percentage; a product without one comes last either way. `product_group` sorts by the title of the turnover ' +
    'group.',
  query: Type.Object({
    q: optional(
      SearchText(
        'Words to search for in title and SKU, which is found without its separators too (`46022` finds `46.022`), ' +
          'or the beginning of a barcode, from three characters on; empty matches the whole catalog',
        'gieter',
      ),
    ),
    product_group_id: optional(Id('Only products of this turnover group', 302)),
    tax_rate_id: optional(Id('Only products with this rate on their sale price', 1082)),
    stock: optional(Choice(STOCK_STATES, 'Only products with stock below, at or above 0')),
    priced: optional(Flag('Only products with a sale price, or only those without')),
    sort: optional(Sort(PRODUCT_SORTS)),
    ...pageQuery(PRODUCTS_CAP),
  }),
  response: Type.Object({
    q: Type.String({ description: 'The search text; empty without one', examples: ['gieter'] }),
    ...PageOf(Product).properties,
  }),
});

export const ProductWithPrices = NamedRecord(
  'ProductWithPrices',
  { ...fields, prices: Type.Array(ProductPrice, { description: 'All price rows, of every type' }) },
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
  summary: 'One product with all its prices',
  description: 'The product as in the list, with its price rows in the order of `GET /api/product-prices`.',
  implements: 'Product and Product price records; 404 of Errors',
  id: 'A product of the account',
  response: ProductWithPrices,
});
