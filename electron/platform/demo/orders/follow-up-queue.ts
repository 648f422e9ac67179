import type { NumberedOrder, UnnumberedOrder } from './number-by-time.ts';

/** Orders that are known to come, until their day has come. */
export function createFollowUpQueue() {
  const ordersByDay = new Map<number, UnnumberedOrder[]>();
  return {
    add(order: NumberedOrder): void {
      for (const plan of order.plan.followUps) {
        const orders = ordersByDay.get(plan.day.number) ?? [];
        orders.push({ plan, follows: order });
        ordersByDay.set(plan.day.number, orders);
      }
    },

    /** Those of a day, which are in it no more. */
    take(dayNumber: number): readonly UnnumberedOrder[] {
      const orders = ordersByDay.get(dayNumber) ?? [];
      ordersByDay.delete(dayNumber);
      return orders;
    },
  };
}
