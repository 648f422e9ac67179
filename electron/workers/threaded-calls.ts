import type { TSchema } from 'typebox';
import { listCustomers } from '../../shared/contract/customers.ts';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { listOrderItems, listOrderPayments } from '../../shared/contract/order-rows.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { listStock } from '../../shared/contract/stock.ts';
import { isOfFeedEnd, type ReferenceKind, type ReportKind } from '../platform/platform.ts';
import { isBigPage, isNearPage, type PlatformCalls, type PortCall } from '../platform/platform-calls.ts';

/** The threads of a platform. Each answers one call after the other, so the longest calls have one of their own. */
export type ThreadName = 'lists' | 'drains' | 'figures' | 'sales';

interface ThreadedRead {
  readonly thread: ThreadName;
  /** What is read in less time than a message to a thread takes; absent where nothing is. */
  readonly isShort?: (...args: readonly unknown[]) => boolean;
  /** The endpoint whose clients get the rows unchanged; absent where no client does. */
  readonly endpoint?: { readonly response: { readonly properties: { readonly data: TSchema } } };
}

/** The calls that a thread may answer; the thread of the caller answers every other one. */
export const THREADED_CALLS: { readonly [Name in keyof PlatformCalls]?: ThreadedRead } = {
  listReference: { thread: 'lists' },
  searchProducts: { thread: 'lists', isShort: isNearPage, endpoint: listProducts },
  listProductPrices: { thread: 'lists', endpoint: listProductPrices },
  listStock: { thread: 'lists', isShort: isNearPage, endpoint: listStock },
  listCustomers: { thread: 'lists', endpoint: listCustomers },
  findCustomer: { thread: 'lists' },
  listOrders: { thread: 'lists', endpoint: listOrders },
  readDiscountOrders: { thread: 'drains', endpoint: listDiscountOrders },
  readChanges: { thread: 'drains', isShort: (_feed, query) => isOfFeedEnd(query) },
  listOrderItems: { thread: 'figures', endpoint: listOrderItems },
  listOrderPayments: { thread: 'figures', endpoint: listOrderPayments },
  readReport: { thread: 'figures' },
};

/** Null for a call that is so short that the thread of the caller answers it. */
export function threadOf({ name, args }: ThreadedCall): ThreadName | null {
  const [asked] = args;
  const { thread = null, isShort } = THREADED_CALLS[name] ?? {};
  if (isShort?.(...args)) return null;
  // Of the reference lists only this one counts many rows.
  if (name === 'listReference' && asked !== ('segments' satisfies ReferenceKind)) return null;
  // Reads every item of its period: seconds, where the other reports read totals.
  if (name === 'readReport' && asked === ('productSales' satisfies ReportKind)) return 'sales';
  return thread === 'lists' && isBigPage(asked) ? 'drains' : thread;
}

/** A call to a thread: all of it is copied. */
export type ThreadedCall = PortCall<PlatformCalls>;

/** A key of the calling user. */
export function userOf({ caller: { accountId, userId } }: ThreadedCall): string {
  return `${accountId} ${userId}`;
}
