import { queryOptions } from '@tanstack/react-query';
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
