import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { listOrders, ORDERS_CAP, type Order } from '../../../shared/contract/orders.ts';
import type { Period } from '../../../shared/periods.ts';
import type { PagedList } from '../../components/data-table/paged-list.ts';
import { readApi } from '../../lib/host/api-client.ts';

type OrderQuery = QueryOf<typeof listOrders>;

/** What the list of orders is asked for; undefined for no restriction. */
export type OrderSearch = Pick<Period, 'from' | 'to'> & {
  readonly [Name in keyof Omit<OrderQuery, keyof Period | 'start' | 'limit' | 'include'>]:
    | OrderQuery[Name]
    | undefined;
};

export const ordersList: PagedList<OrderSearch, Order> = {
  key: ['orders'],
  follows: ['orders'],
  pageSize: ORDERS_CAP,
  rowId: ({ id }) => id,
  async readPage(search, page, signal) {
    const { total, data } = await readApi(listOrders, { query: { ...search, ...page }, signal });
    return { total, data, sums: null };
  },
};
