import { queryOptions } from '@tanstack/react-query';
import type { CalendarDate } from '../../../../shared/calendar.ts';
import { listOrderItems } from '../../../../shared/contract/order-items.ts';
import { COUNTING_STATUSES, listOrders } from '../../../../shared/contract/orders.ts';
import { FIRST_DAY, type Period } from '../../../../shared/periods.ts';
import { readApi } from '../../../lib/host/api-client.ts';

interface UnpaidInvoices {
  readonly count: number;
  /** Euros, including VAT. */
  readonly sum: number;
  /** From the day of the oldest up to today; null without any. */
  readonly period: Period | null;
}

interface InvoiceFilters {
  readonly today: CalendarDate;
  readonly locationId: number | null;
}

/** What has been sold on invoice up to today and is not paid, however long ago. */
export function unpaidInvoicesQuery(filters: InvoiceFilters) {
  return queryOptions({
    queryKey: ['unpaid-invoices', filters],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) => readUnpaidInvoices(filters, signal),
  });
}

async function readUnpaidInvoices(
  { today, locationId }: InvoiceFilters,
  signal: AbortSignal,
): Promise<UnpaidInvoices> {
  const unpaid = {
    from: FIRST_DAY,
    to: today,
    location_id: locationId ?? undefined,
    payment_term: 'invoice',
    is_paid: false,
    limit: 1,
  } as const;
  const [orders, items] = await Promise.all([
    readApi(listOrders, {
      query: { ...unpaid, status: [...COUNTING_STATUSES], sort: 'date_purchased' },
      signal,
    }),
    // Of the same orders: items are given of those that count alone.
    readApi(listOrderItems, { query: unpaid, signal }),
  ]);
  const oldest = orders.data[0];
  const period = oldest ? { from: oldest.date_purchased.slice(0, 10), to: today } : null;
  return { count: orders.total, sum: items.sums.value_wt, period };
}
