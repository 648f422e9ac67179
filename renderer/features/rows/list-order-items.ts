import {
  listOrderItems,
  ORDER_ITEMS_CAP,
  type OrderItemRow,
  type OrderItemSums,
} from '../../../shared/contract/order-items.ts';
import type { PagedList } from '../../components/data-table/paged-list.ts';
import type { ItemFilters } from '../../lib/address/figure-rows.ts';
import { readApi } from '../../lib/host/api-client.ts';

export const orderItemsList: PagedList<ItemFilters, OrderItemRow, OrderItemSums> = {
  key: ['order-items'],
  follows: ['orders'],
  pageSize: ORDER_ITEMS_CAP,
  rowId: ({ id }) => id,
  readPage: (filters, page, signal) => readApi(listOrderItems, { query: { ...filters, ...page }, signal }),
};
