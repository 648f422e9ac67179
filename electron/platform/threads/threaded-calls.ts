import type { JsonRows } from '../json-page.ts';
import type { Platform, ReportKind } from '../platform.ts';

/** The threads of a platform. Each answers one call after the other, so what may take longest has one of its own. */
export type ThreadName = 'lists' | 'figures' | 'sales';

/** The calls that are not answered on the main thread, and where each is. */
const THREADED_CALLS = {
  searchProducts: 'lists',
  listProductPrices: 'lists',
  listStock: 'lists',
  listCustomers: 'lists',
  findCustomer: 'lists',
  listOrders: 'lists',
  readDiscountOrders: 'lists',
  listOrderItems: 'figures',
  listOrderPayments: 'figures',
  readReport: 'figures',
} as const satisfies { readonly [Name in keyof Platform]?: ThreadName };

export type ThreadedCallName = keyof typeof THREADED_CALLS;
export const THREADED_CALL_NAMES = Object.keys(THREADED_CALLS) as ThreadedCallName[];

/** Sales per product read every item of their period: seconds, where the other reports read totals. */
export function threadOf({ name, args }: ThreadedCall): ThreadName {
  return name === 'readReport' && args[1] === ('productSales' satisfies ReportKind)
    ? 'sales'
    : THREADED_CALLS[name];
}

/** A call as it goes to a thread: all of it is copied. */
export interface ThreadedCall {
  readonly name: ThreadedCallName;
  readonly args: readonly unknown[];
}

/** What comes back, as JSON: it is copied far faster than records. */
export interface ThreadedAnswer {
  /** All of a value; of a page all but its rows. */
  readonly json: string;
  /** Of a page: its rows, which go on to the client as they are. */
  readonly rows?: JsonRows;
}
