import {
  listOrderPayments,
  ORDER_PAYMENTS_CAP,
  type OrderPaymentRow,
} from '../../../shared/contract/order-payments.ts';
import type { PagedList } from '../../components/data-table/paged-list.ts';
import type { PaymentFilters } from '../../lib/address/figure-rows.ts';
import { readApi } from '../../lib/host/api-client.ts';

export const orderPaymentsList: PagedList<PaymentFilters, OrderPaymentRow, { readonly amount: number }> = {
  key: ['order-payments'],
  follows: ['orders'],
  pageSize: ORDER_PAYMENTS_CAP,
  rowId: ({ id }) => id,
  readPage: (filters, page, signal) => readApi(listOrderPayments, { query: { ...filters, ...page }, signal }),
};
