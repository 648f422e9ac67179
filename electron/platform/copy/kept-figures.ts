import type { Platform } from '../platform.ts';
import type { KeptReads } from './copy-reads.ts';

type FigureCalls =
  | 'listStock'
  | 'listCustomers'
  | 'findCustomer'
  | 'listOrders'
  | 'findOrder'
  | 'readDiscountOrders'
  | 'listOrderItems'
  | 'listOrderPayments'
  | 'readReport';

/** What is personal, or a figure: the deployment answers, and what it answered is kept as long as it may be. */
export function keptFigures(remote: Platform, { kept }: KeptReads): Pick<Platform, FigureCalls> {
  return {
    listStock: (caller, query) => kept('stock', caller, [query], (as) => remote.listStock(as, query)),
    listCustomers: (caller, query) =>
      kept('customers', caller, [query], (as) => remote.listCustomers(as, query)),
    findCustomer: (caller, id) => kept('customer', caller, [id], (as) => remote.findCustomer(as, id)),
    listOrders: (caller, query) => kept('orders', caller, [query], (as) => remote.listOrders(as, query)),
    findOrder: (caller, id) => kept('order', caller, [id], (as) => remote.findOrder(as, id)),
    readDiscountOrders: (caller, query, after) =>
      kept('discount orders', caller, [query, after], (as) => remote.readDiscountOrders(as, query, after)),
    listOrderItems: (caller, query) =>
      kept('order items', caller, [query], (as) => remote.listOrderItems(as, query)),
    listOrderPayments: (caller, query) =>
      kept('order payments', caller, [query], (as) => remote.listOrderPayments(as, query)),
    readReport: (caller, kind, query) =>
      kept('report', caller, [kind, query], (as) => remote.readReport(as, kind, query)),
  };
}
