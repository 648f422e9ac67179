import type { CalendarDate } from '../../../shared/calendar.ts';
import type { UserReference } from '../../base/caller.ts';
import { setLatest } from '../../base/latest-entries.ts';
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
  const days = new Map<string, CalendarDate>();
  return {
    note(user, rows) {
      for (const { id, order_id = id, date_purchased } of rows) {
        setLatest(days, nameOf(user, order_id), dayOf(date_purchased), MAX_ORDERS);
      }
    },
    find: (user, orderId) => days.get(nameOf(user, orderId)) ?? null,
  };
}

function nameOf({ accountId, userId }: UserReference, orderId: number): string {
  return `${accountId} ${userId} ${orderId}`;
}
