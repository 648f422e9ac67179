import { queryOptions } from '@tanstack/react-query';
import { listOrders } from '../../../shared/contract/orders.ts';
import { FIRST_DAY, LAST_DAY } from '../../../shared/periods.ts';
import { readApi } from '../../lib/host/api-client.ts';

const SHOWN = 6;

/** The latest orders whose number begins with what was typed, or with its words in the name of the customer. */
export function foundOrdersQuery(q: string) {
  return queryOptions({
    queryKey: ['palette', 'orders', q],
    queryFn: ({ signal }) =>
      readApi(listOrders, {
        query: { from: FIRST_DAY, to: LAST_DAY, q, sort: '-date_purchased', limit: SHOWN },
        signal,
      }),
    enabled: q !== '',
  });
}
