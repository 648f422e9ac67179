import type { Day } from '../day.ts';
import type { PlannedOrder } from './planned-order.ts';

export interface UnnumberedOrder {
  readonly plan: PlannedOrder;
  readonly follows: NumberedOrder | null;
}

export interface NumberedOrder extends UnnumberedOrder {
  readonly id: number;
  /** Unique in the account: the date, and the place of the order in it. */
  readonly orderNumber: string;
}

/** All orders of a day in the order of time, with ids that count on from the first. */
export function numberByTime(
  day: Day,
  orders: readonly UnnumberedOrder[],
  { firstId, digits }: { readonly firstId: number; readonly digits: number },
): NumberedOrder[] {
  const date = day.date.slice(2).replaceAll('-', '');
  return orders
    .toSorted((left, right) => left.plan.purchasedAt - right.plan.purchasedAt)
    .map((order, index) => ({
      ...order,
      id: firstId + index,
      orderNumber: `${date}${String(index + 1).padStart(digits, '0')}`,
    }));
}
