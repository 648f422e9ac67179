import type { discounts as dutch } from '../nl/discounts.ts';
import type { Translated } from '../nl/index.ts';

export const discounts: Translated<typeof dutch> = {
  only_counting: 'Only orders that count',
  only_full: 'Fully discounted',
  include_negative: 'Negative discounts',
  hide_rounding: 'Hide rounding only (≤ €0.05)',
  hidden: {
    only_counting_one: '{{text}} order that is new, on hold or cancelled and does not count is hidden',
    only_counting_other: '{{text}} orders that are new, on hold or cancelled and do not count are hidden',
    only_full_one: '{{text}} order that is not fully discounted is hidden',
    only_full_other: '{{text}} orders that are not fully discounted are hidden',
    include_negative_one: '{{text}} order with a negative discount is hidden',
    include_negative_other: '{{text}} orders with a negative discount are hidden',
    hide_rounding_one: '{{text}} order with only a rounding difference is hidden',
    hide_rounding_other: '{{text}} orders with only a rounding difference are hidden',
  },
  show: 'Show',
  reveal: {
    only_counting: 'Show: orders that do not count',
    only_full: 'Show: orders that are not fully discounted',
    include_negative: 'Show: orders with a negative discount',
    hide_rounding: 'Show: orders with only a rounding difference',
  },
  groupBy: 'Group by',
  grouping: {
    shop: 'shop',
    day: 'day',
    customer: 'customer',
  },
  noCustomer: 'No customer',
  fold: 'Fold {{title}}',
  unfold: 'Unfold {{title}}',
  foldAll: 'Fold all',
  unfoldAll: 'Unfold all',
  table: 'Orders with a discount',
  openOrder: 'Open order {{number}} in the back office',
  empty: {
    title: 'No discounted orders: {{period}}',
    byPeriod: 'No order with a discount was sold in this period.',
    byFilters: 'No order with a discount in this period meets the filters.',
  },
};
