import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { readApi } from '../../lib/host/api-client.ts';

type DiscountOrdersQuery = QueryOf<typeof listDiscountOrders>;

/** All orders that match the filters, in one answer. The previous list stays while another one is read. */
export function discountOrdersQuery(filters: DiscountOrdersQuery) {
  return queryOptions({
    queryKey: ['discount-orders', filters],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) => readApi(listDiscountOrders, { query: filters, signal }),
    placeholderData: keepPreviousData,
  });
}
