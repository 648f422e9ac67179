import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset-declaration.ts';
import { discountOrders } from '../../../shared/datasets/discount-orders.ts';
import type { Dataset } from '../dataset.ts';
import { describeSelection, shopPlace } from '../describe-selection.ts';
import { periodFrom, recordNamedBy } from '../filter-checks.ts';
import { decodeFilters } from '../filter-decoder.ts';
import { discountOrderRows } from './discount-order-rows.ts';

export type DiscountOrderColumn = ColumnsOf<typeof discountOrders>;

export const discountOrdersSource: Dataset<DiscountOrderColumn> = {
  declaration: discountOrders,
  filters: listDiscountOrders.query,
  async select(source, texts) {
    const {
      shop_id,
      only_full = false,
      include_negative = false,
      ...days
    } = decodeFilters(listDiscountOrders.query, texts);
    const period = periodFrom(days);
    const shop = await recordNamedBy(source, 'shops', 'shop_id', shop_id);
    const query = { ...period, only_full, include_negative, ...(shop && { shop_id: shop.id }) };
    return {
      ...describeSelection(source, discountOrders, {
        period,
        place: shopPlace(source, shop),
        filters: { onlyFull: only_full || null, includeNegative: include_negative || null },
      }),
      // The platform gives these in batches by key and counts none of them.
      count: async () => null,
      read: () => discountOrderRows(source, query),
    };
  },
};
