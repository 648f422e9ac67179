import { Type } from 'typebox';
import { type DiscountOrder, listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import { Flag, optional } from '../../../shared/contract/query.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset-declaration.ts';
import { discountOrders } from '../../../shared/datasets/discount-orders.ts';
import { isCounting, isRoundingOnly } from '../../../shared/discount-kinds.ts';
import type { Dataset } from '../dataset.ts';
import { describeSelection, shopPlace } from './describe-selection.ts';
import { discountOrderRows } from './discount-order-rows.ts';
import { periodFrom, recordNamedBy } from './filter-checks.ts';
import { decodeFilters } from './filter-decoder.ts';

export type DiscountOrderColumn = ColumnsOf<typeof discountOrders>;

/** Those of the API, and what the list in the window hides by itself, so that its file holds what it shows. */
const FILTERS = Type.Object({
  ...listDiscountOrders.query.properties,
  only_counting: optional(Flag('Only orders that count in figures')),
  hide_rounding: optional(Flag('Without orders whose only discount is a rounding of at most 5 cents')),
});

export const discountOrdersSource: Dataset<DiscountOrderColumn> = {
  declaration: discountOrders,
  filters: FILTERS,
  async select(source, texts) {
    const {
      shop_id,
      only_counting = false,
      only_full = false,
      include_negative = false,
      hide_rounding = false,
      ...days
    } = decodeFilters(FILTERS, texts);
    const period = periodFrom(days);
    const shop = await recordNamedBy(source, 'shops', 'shop_id', shop_id);
    const isListed = (order: DiscountOrder) =>
      (!only_counting || isCounting(order)) && (!hide_rounding || !isRoundingOnly(order));
    const query = { ...period, only_full, include_negative, ...(shop && { shop_id: shop.id }) };
    return {
      ...describeSelection(source, discountOrders, {
        period,
        place: shopPlace(source, shop),
        filters: {
          onlyCounting: only_counting || null,
          onlyFull: only_full || null,
          includeNegative: include_negative || null,
          hideRounding: hide_rounding || null,
        },
      }),
      // The platform gives these in batches by key and counts none of them.
      count: async () => null,
      read: () => discountOrderRows(source, query, isListed),
    };
  },
};
