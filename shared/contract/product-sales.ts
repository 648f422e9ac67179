import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { createPageQuery, Id, optional, reportQuery, SearchText, Sort } from './query.ts';
import { Euros, KnownEuros, NamedRecord, nullable, PageOf, ProductGroupId, RecordId } from './values.ts';

const figures = {
  quantity: Type.Number({ description: 'Sold minus returned' }),
  value: Euros('Sales minus returns, excluding VAT'),
  value_wt: Euros('Sales minus returns, including VAT'),
  discount_value_wt: Euros('Discounts given minus discounts taken back, including VAT'),
  cost: KnownEuros('Cost of sales minus cost of returns, excluding VAT'),
  margin: KnownEuros('`value` minus `cost`'),
};

const figuresExample = { quantity: 14, value: 173.55, value_wt: 210, discount_value_wt: 9.95, cost: 84, margin: 89.55 };

export const ProductSalesRow = NamedRecord(
  'ProductSalesRow',
  {
    product_id: nullable(RecordId('Id of the product; `null` for items without a product of the catalog')),
    sku: nullable(Type.String({ description: 'SKU; `null` without a product' })),
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
  'Sums of all products that match the filters',
);
export type ProductSalesSums = Static<typeof ProductSalesSums>;

export const MAX_PRODUCT_SALES = 250;
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
  summary: 'Retrieve product sales',
  description:
    'Sums product items of counted orders per product, in euros. SKU, title and group of a row are from the current ' +
    'catalog, while the filter `product_group_id` uses the group at the time of sale: a product that moved is found in its ' +
    'old group and shows the new one. Items without a product are summed per title and group, in rows with `product_id` ' +
    '`null`. Every word of `q` must occur in title or SKU, ignoring case and accents; for rows that are not in the catalog, ' +
    'only the case of A to Z is ignored. `sums` cover all matching rows and equal sales minus ' +
    'returns of the financial report. Rows are sorted by product id, or by `sort`, with ties by product id, title and ' +
    'group. `margin_percentage` sorts by `margin` divided by `value`; rows with a value of 0 or less are last in both ' +
    'directions. If `sort` is not a figure, rows without a product are last in both directions. By SKU or title, so are ' +
    'products that left the catalog; they show the SKU and title of the sale.',
  implements: 'Further endpoints (report family: product sales)',
  query: Type.Object({
    ...reportQuery,
    product_group_id: optional(Id('Only items sold in this turnover group', 302)),
    product_id: optional(Id('Only this product', 100031)),
    q: optional(SearchText('Words to search for in title and SKU', 'gieter')),
    sort: optional(Sort(PRODUCT_SALES_SORTS)),
    ...createPageQuery(MAX_PRODUCT_SALES),
  }),
  response: Type.Object({ ...PageOf(ProductSalesRow).properties, sums: ProductSalesSums }),
});
