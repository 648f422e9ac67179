import { queryOptions } from '@tanstack/react-query';
import { readCustomer } from '../../../shared/contract/customers.ts';
import { readOrder } from '../../../shared/contract/orders.ts';
import { readApi } from '../host/api-client.ts';

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
