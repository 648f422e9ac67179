import { useQuery } from '@tanstack/react-query';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { COUNTING_STATUSES, listOrders } from '../../../shared/contract/orders.ts';
import { MIN_DATE } from '../../../shared/periods.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useToday } from './chosen-period.ts';

/** The day of the first order that counts as turnover; `undefined` until it is read, `null` if there is none. */
export function useFirstOrderDay(): CalendarDate | null | undefined {
  const query = { from: MIN_DATE, to: useToday(), status: [...COUNTING_STATUSES], start: 0, limit: 1 };
  const { data, isError } = useQuery({
    queryKey: ['first order', query],
    queryFn: ({ signal }) => readApi(listOrders, { query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined) return isError ? null : undefined;
  return data.data[0]?.date_purchased.slice(0, 10) ?? null;
}
