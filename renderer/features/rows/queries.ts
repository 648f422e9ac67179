import {
  listOrderItems,
  listOrderPayments,
  MAX_ORDER_ITEMS,
  MAX_ORDER_PAYMENTS,
  type OrderItemRow,
  type OrderItemSums,
  type OrderPaymentRow,
} from '../../../shared/contract/order-rows.ts';
import type { PagedList } from '../../components/data-table/paged-rows.ts';
import type { ItemFilters, PaymentFilters } from '../../lib/address/figure-rows.ts';
import { readApi } from '../../lib/host/api-client.ts';

export const orderItemsList: PagedList<ItemFilters, OrderItemRow, OrderItemSums> = {
  key: ['order-items'],
  follows: ['orders'],
  pageSize: MAX_ORDER_ITEMS,
  getRowId: ({ id }) => id,
  readPage: (filters, page, signal) => readApi(listOrderItems, { query: { ...filters, ...page }, signal }),
};

export const orderPaymentsList: PagedList<PaymentFilters, OrderPaymentRow, { readonly amount: number }> = {
  key: ['order-payments'],
  follows: ['orders'],
  pageSize: MAX_ORDER_PAYMENTS,
  getRowId: ({ id }) => id,
  readPage: (filters, page, signal) => readApi(listOrderPayments, { query: { ...filters, ...page }, signal }),
};
