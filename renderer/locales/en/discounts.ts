import type { Translated } from '../dictionary.ts';
import type { discounts as dutch } from '../nl/discounts.ts';

export const discounts: Translated<typeof dutch> = {
  title: 'Discounted orders',
  shop: 'Shop',
  shopsFailed: 'Shops were not loaded. Try again',
  onlyFull: 'Fully discounted',
  includeNegative: 'Include negative discounts',
  table: 'Orders with a discount',
  count_one: '{{text}} order',
  count_other: '{{text}} orders',
  reading: 'Reading orders',
  total: 'Total',
  openOrder: 'Open order {{number}} in the back office',
  stillUsable: 'You can still choose another period, and the other pages work.',
  empty: {
    title: 'No discounted orders: {{period}}',
    byPeriod: 'No order with a discount was sold in this period.',
    byFilters: 'No order with a discount in this period meets the filters.',
    widen: 'Show {{period}}',
  },
};
