import { LRUCache } from 'lru-cache';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { UserReference } from '../../base/caller.ts';
import { dayOf } from './list-rules.ts';

const MAX_ORDERS = 20_000;

/** An order, or a line that names one. */
interface OrderOfList {
  readonly id: number;
  readonly order_id?: number;
  readonly date_purchased: string;
}

/** The days of the orders that each user was listed lately: by its day, an order can be found in a list. */
export interface OrderDays {
  note(user: UserReference, rows: readonly OrderOfList[]): void;
  find(user: UserReference, orderId: number): CalendarDate | null;
}

export function createOrderDays(): OrderDays {
  const days = new LRUCache<string, CalendarDate>({ max: MAX_ORDERS });
  return {
    note(user, rows) {
      for (const { id, order_id = id, date_purchased } of rows) {
        days.set(nameOf(user, order_id), dayOf(date_purchased));
      }
    },
    find: (user, orderId) => days.get(nameOf(user, orderId)) ?? null,
  };
}

function nameOf({ accountId, userId }: UserReference, orderId: number): string {
  return `${accountId} ${userId} ${orderId}`;
}
