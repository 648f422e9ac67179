import type { Caller } from '../base/caller.ts';
import type { JsonRows } from '../platform/json-rows.ts';
import type { Platform, ReferenceKind, ReportKind } from '../platform/platform.ts';

/** The threads of a platform. Each answers one call after the other, so what may take longest has one of its own. */
export type ThreadName = 'lists' | 'drains' | 'figures' | 'sales';

/** The calls that a thread may answer. */
const THREADED_CALLS = {
  listReference: 'lists',
  searchProducts: 'lists',
  listProductPrices: 'lists',
  listStock: 'lists',
  listCustomers: 'lists',
  findCustomer: 'lists',
  listOrders: 'lists',
  readDiscountOrders: 'drains',
  readChanges: 'drains',
  listOrderItems: 'figures',
  listOrderPayments: 'figures',
  readReport: 'figures',
} as const satisfies { readonly [Name in keyof Platform]?: ThreadName };

export type ThreadedCallName = keyof typeof THREADED_CALLS;

export const THREADED_CALL_NAMES = Object.keys(THREADED_CALLS) as ThreadedCallName[];

/** Null for a call that is so short that it is answered where it is made. */
export function threadOf({ name, args }: ThreadedCall): ThreadName | null {
  const [, kind] = args;
  const thread = THREADED_CALLS[name];
  // Of the reference lists this one alone counts many rows.
  if (name === 'listReference' && kind !== ('segments' satisfies ReferenceKind)) return null;
  // Reads every item of its period: seconds, where the other reports read totals.
  if (name === 'readReport' && kind === ('productSales' satisfies ReportKind)) return 'sales';
  return thread === 'lists' && isBigPage(args[1]) ? 'drains' : thread;
}

/** A call as it goes to a thread: all of it is copied. Every call of the port is made as a caller. */
export interface ThreadedCall {
  readonly name: ThreadedCallName;
  readonly args: readonly [caller: Caller, ...unknown[]];
}

/** Names the user who calls. */
export function userOf({ args: [{ accountId, userId }] }: ThreadedCall): string {
  return `${accountId} ${userId}`;
}

/** What comes back, as JSON: it is copied far faster than records. */
export interface ThreadedAnswer {
  /** All of a value; of an answer with rows all but these. */
  readonly json: string;
  /** They go on to the client as they are. */
  readonly rows?: JsonRows;
}

/** Rows of a page; whoever asks for more at once is likely to want the whole list. */
const MOST_OF_A_LOOK = 100;

/** Whether a query is for so many rows at once that nobody who looks at a list should wait for it. */
export function isBigPage(query: unknown): boolean {
  if (typeof query !== 'object' || query === null || !('limit' in query)) return false;
  return typeof query.limit === 'number' && query.limit > MOST_OF_A_LOOK;
}
