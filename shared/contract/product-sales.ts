import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { Id, optional, pageQuery, reportQuery, SearchText, Sort } from './query.ts';
import { Euros, KnownEuros, NamedRecord, nullable, PageOf, ProductGroupId, RecordId } from './values.ts';

const figures = {
  quantity: Type.Number({ description: 'Sold less returned' }),
  value: Euros('Sales less returns, excluding VAT'),
  value_wt: Euros('Sales less returns, including VAT'),
  discount_value_wt: Euros('Discounts given, less those taken back, including VAT'),
  cost: KnownEuros('Cost of what was sold, less that of what came back, excluding VAT'),
  margin: KnownEuros('value minus cost'),
};

const figuresExample = { quantity: 14, value: 173.55, value_wt: 210, discount_value_wt: 9.95, cost: 84, margin: 89.55 };

export const ProductSalesRow = NamedRecord(
  'ProductSalesRow',
  {
    product_id: nullable(RecordId('Null for items that name no product of the catalog')),
    sku: nullable(Type.String({ description: 'Null without a product' })),
    title: Type.String(),
    product_group_id: ProductGroupId(),
    ...figures,
  },
  {
    product_id: 1204,
    sku: 'TU-1204',
    title: 'Gieter 10 liter',
    product_group_id: 7,
    ...figuresExample,
  },
  'Sales of one product',
);
export type ProductSalesRow = Static<typeof ProductSalesRow>;

export const ProductSalesSums = NamedRecord(
  'ProductSalesSums',
  figures,
  figuresExample,
  'Sums over all products that the filters select',
);
export type ProductSalesSums = Static<typeof ProductSalesSums>;

export const PRODUCT_SALES_CAP = 250;
export const PRODUCT_SALES_SORTS = [
  'product_id',
  '-product_id',
  'sku',
  '-sku',
  'title',
  '-title',
  'quantity',
  '-quantity',
  'value',
  '-value',
  'value_wt',
  '-value_wt',
  'cost',
  '-cost',
  'margin',
  '-margin',
  'margin_percentage',
  '-margin_percentage',
] as const;

export const readProductSales = defineEndpoint({
  method: 'GET',
  path: '/api/reports/product-sales',
  access: 'user',
  operation: 'readProductSales',
  tag: 'Reports',
  summary: 'Sales of each product',
  description:
    'Product items of orders that count, summed per product, in euros. SKU, title and group of a row are those of the ' +
    'catalog now, while `product_group_id` as a filter is the group under which an item was sold: a product that ' +
    'has moved since is found under its old group and shows its new one. Items that name no product are summed ' +
    'per title and group, in rows whose `product_id` is null. Every word of `q` must occur in the title or SKU of ' +
    'the row, ignoring case and accents; in those of a row that is not in the catalog a word is matched as it is ' +
    'written, in any case of A to Z. `sums` are over all that the filters select, not over the page, so that they ' +
    'are the sales less the returns of the financial report. By product id unless ' +
    '`sort` says otherwise; ties by product id, then title and group. By `margin_percentage`, `margin` as a part of ' +
    '`value`, rows whose value is 0 or below come last either way. Where `sort` is no figure, rows without a ' +
    'product come last in either direction, and by SKU or title so do products that are no longer in the ' +
    'catalog; these show what they were sold as.',
  implements: 'Further endpoints (report family: product sales)',
  query: Type.Object({
    ...reportQuery,
    product_group_id: optional(Id('Only items sold under this turnover group', 302)),
    product_id: optional(Id('Only this product', 100031)),
    q: optional(SearchText('Words to search for in title and SKU, as in the catalog', 'gieter')),
    sort: optional(Sort(PRODUCT_SALES_SORTS)),
    ...pageQuery(PRODUCT_SALES_CAP),
  }),
  response: Type.Object({ ...PageOf(ProductSalesRow).properties, sums: ProductSalesSums }),
});
