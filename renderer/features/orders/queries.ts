import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { listOrders, MAX_ORDERS, type Order, type OrderSums } from '../../../shared/contract/orders.ts';
import type { Period } from '../../../shared/periods.ts';
import type { PagedList } from '../../components/data-table/paged-rows.ts';
import { readApi } from '../../lib/host/api-client.ts';

type OrderQuery = QueryOf<typeof listOrders>;

/** The filters and the sort of the list. `undefined` means no restriction. */
export type OrderSearch = Pick<Period, 'from' | 'to'> & {
  readonly [Name in keyof Omit<OrderQuery, keyof Period | 'start' | 'limit' | 'include'>]: OrderQuery[Name] | undefined;
};

/** The items, from which the list marks payments of invoices, are read only among the orders of one customer. */
type ListedSearch = OrderSearch & Pick<OrderQuery, 'include'>;

export const ordersList: PagedList<ListedSearch, Order, OrderSums | null> = {
  key: ['orders'],
  follows: ['orders'],
  pageSize: MAX_ORDERS,
  getRowId: ({ id }) => id,
  readPage: (search, page, signal) => readApi(listOrders, { query: { ...search, ...page }, signal }),
};
