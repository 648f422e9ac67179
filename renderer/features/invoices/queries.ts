import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CalendarDate } from '../../../shared/calendar.ts';
import {
  COUNTING_STATUSES,
  listOrders,
  MAX_ORDERS,
  type ORDER_SORTS,
  type Order,
  type OrderSums,
} from '../../../shared/contract/orders.ts';
import { AGES, getPurchasePeriod, type InvoiceAge, OVERDUE } from '../../../shared/invoice-ages.ts';
import { type PagedList, readAllRows } from '../../components/data-table/paged-rows.ts';
import { ListChanged } from '../../components/data-table/row-source.ts';
import { readApi } from '../../lib/host/api-client.ts';

/** The ages that can be chosen. */
export const AGE_CHOICES = [...AGES, OVERDUE] as const;

const UNPAID = { payment_term: 'invoice', is_paid: false } as const;

/** The shops and customer of the page's invoices; `undefined` for all. */
export interface InvoiceFilters {
  readonly location_id?: number[] | undefined;
  readonly shop_id?: number[] | undefined;
  readonly customer_id: number | undefined;
  readonly q: string | undefined;
  /** The past day at whose end the invoices were open; `undefined` for now. */
  readonly as_of: CalendarDate | undefined;
}

/** The search for invoices of an age, by their purchase dates. `undefined` means every age. */
export function createSearch(day: CalendarDate, of: InvoiceFilters, age: InvoiceAge['name'] | undefined) {
  const days = getPurchasePeriod(AGE_CHOICES.find(({ name }) => name === age) ?? { from: 0, to: null }, day);
  return { ...days, ...of, status: [...COUNTING_STATUSES], ...UNPAID };
}

export type SelectedInvoices = ReturnType<typeof createSearch>;

type InvoiceSearch = SelectedInvoices & { readonly sort: (typeof ORDER_SORTS)[number] };

export const invoicesList: PagedList<InvoiceSearch, Order, OrderSums | null> = {
  key: ['invoices'],
  follows: ['orders'],
  pageSize: MAX_ORDERS,
  getRowId: ({ id }) => id,
  readPage: (search, page, signal) => readApi(listOrders, { query: { ...search, ...page }, signal }),
};

/** The number of invoices of an age, and their sums. */
export function ageQuery(search: SelectedInvoices) {
  return {
    queryKey: ['invoices', 'age', search],
    meta: { follows: ['orders'] as const },
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const { total, sums } = await readApi(listOrders, { query: { ...search, limit: 1 }, signal });
      return { total, sums };
    },
  };
}

/** The API's sort that groups the invoices of a customer. */
const BY_CUSTOMER = 'customer_name' as const;

/** More invoices are not read for summing by customer. */
const MAX_SUMMED = 2_000;

const MAX_RETRIES = 3;

/** All invoices of a search and their number; `null` if there are too many to read. */
export function allInvoicesQuery(search: SelectedInvoices) {
  return queryOptions({
    queryKey: ['invoices', 'all', search],
    meta: { follows: ['orders'] as const },
    placeholderData: keepPreviousData,
    retry: (failures, error) => error instanceof ListChanged && failures < MAX_RETRIES,
    queryFn: async ({ client, signal }) => {
      const { total } = await client.fetchQuery({ ...ageQuery(search), staleTime: 0 });
      if (total > MAX_SUMMED) return { total, invoices: null };
      const all = { list: invoicesList, search: { ...search, sort: BY_CUSTOMER }, total, signal };
      return { total, invoices: await readAllRows(client, all) };
    },
  });
}
