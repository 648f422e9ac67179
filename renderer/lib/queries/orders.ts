import { queryOptions } from '@tanstack/react-query';
import { readCustomer } from '../../../shared/contract/customers.ts';
import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { listOrders, readOrder } from '../../../shared/contract/orders.ts';
import { readApi } from '../host/api-client.ts';
import { useIsMissing } from './missing-parameters.ts';

/** An order with its items and payments. */
export function orderQuery(id: number) {
  return queryOptions({
    queryKey: ['order', id],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) => readApi(readOrder, { id, signal }),
  });
}

/** The customer of an order. The customer may have been deleted since. */
export function customerQuery(id: number) {
  return queryOptions({
    queryKey: ['customer', id],
    meta: { holdsNames: true },
    queryFn: ({ signal }) => readApi(readCustomer, { id, signal }),
    staleTime: 5 * 60_000,
  });
}

const ITEMS = { include: ['items'] } satisfies Partial<QueryOf<typeof listOrders>>;

/** Adds the items to a list of orders, unless the platform has none in its list. */
export function useItemsInclude(): Partial<typeof ITEMS> {
  return useIsMissing(listOrders)('include') ? {} : ITEMS;
}
