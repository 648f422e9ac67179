import { LRUCache } from 'lru-cache';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { UserReference } from '../../base/caller.ts';
import { getDate } from './list-rules.ts';

const MAX_ORDERS = 20_000;

/** An order, or a line with the id of its order. */
interface ListedOrder {
  readonly id: number;
  readonly order_id?: number;
  readonly date_purchased: string;
}

/** The dates of orders that each user recently saw in lists. With its date, an order can be found in a list. */
export interface OrderDays {
  add(user: UserReference, rows: readonly ListedOrder[]): void;
  find(user: UserReference, orderId: number): CalendarDate | null;
}

export function createOrderDays(): OrderDays {
  const days = new LRUCache<string, CalendarDate>({ max: MAX_ORDERS });
  return {
    add(user, rows) {
      for (const { id, order_id = id, date_purchased } of rows) {
        days.set(getKey(user, order_id), getDate(date_purchased));
      }
    },
    find: (user, orderId) => days.get(getKey(user, orderId)) ?? null,
  };
}

function getKey({ accountId, userId }: UserReference, orderId: number): string {
  return `${accountId} ${userId} ${orderId}`;
}
