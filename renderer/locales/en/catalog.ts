import type { Translated } from '../dictionary.ts';
import type { catalog as dutch } from '../nl/catalog.ts';

export const catalog: Translated<typeof dutch> = {
  title: 'Products',
  search: 'Search title or SKU',
  clearSearch: 'Clear search',
  count_one: '{{text}} product',
  count_other: '{{text}} products',
  noMatch: 'No product with ‘{{term}}’.',
  noMatchReason: 'Every word must occur in the title or the SKU.',
  empty: 'There are no products yet.',
  emptyReason: 'Products made in the retail platform appear here by themselves.',
  stillUsable: 'Discounted orders and the report can be opened as usual.',
  lookupsFailed: 'Turnover groups or VAT rates were not read; their number stands in for the name.',
  prices: 'Prices',
  neverPriced: 'This product has no price yet.',
  priceType: 'Kind',
  salePrice: 'Sale',
  costPrice: 'Cost (type {{type}})',
  fromQuantity: 'From',
  withTax: 'Incl. (€)',
  withoutTax: 'Excl. (€)',
  shopProductId: 'Id in the shop',
};
