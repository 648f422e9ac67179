import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ProductPrice } from './product-prices.ts';
import { Choice, Flag, Id, Limit, optional, SearchText, Start } from './query.ts';
import { PageOf, RecordId } from './values.ts';

export const Product = Type.Object({
  id: RecordId(),
  sku: Type.String(),
  title: Type.String(),
  product_group_id: RecordId(),
  stock: Type.Number({ description: 'Decimal quantity, over the locations that the caller sees' }),
  shop_product_id: Type.Integer({ description: 'Shop-level key; not used for price joins' }),
});
export type Product = Static<typeof Product>;

export const PRODUCTS_CAP = 200;
export const STOCK_STATES = ['negative', 'none', 'positive'] as const;
export const PRODUCT_SORTS = ['id', '-id', 'sku', '-sku', 'title', '-title', 'stock', '-stock'] as const;

/**
 * Every word of `q` must occur in title or SKU, ignoring case and accents. With `q` and no `sort`: exact SKU,
 * SKU prefix, title prefix, the rest; without either: by id. Ties by id.
 */
export const listProducts = defineEndpoint({
  method: 'GET',
  path: '/api/products',
  access: 'user',
  query: Type.Object({
    q: optional(SearchText()),
    product_group_id: optional(Id()),
    tax_rate_id: optional(Id()),
    stock: optional(Choice(STOCK_STATES)),
    priced: optional(Flag()),
    sort: optional(Choice(PRODUCT_SORTS)),
    start: Start(),
    limit: Limit(PRODUCTS_CAP),
  }),
  response: Type.Object({ q: Type.String(), ...PageOf(Product).properties }),
});

export const ProductWithPrices = Type.Object({ ...Product.properties, prices: Type.Array(ProductPrice) });
export type ProductWithPrices = Static<typeof ProductWithPrices>;

export const readProduct = defineEndpoint({
  method: 'GET',
  path: '/api/products/{id}',
  access: 'user',
  response: ProductWithPrices,
});
