import type { NewOrder } from '../../electron/store/order-writer.ts';
import { fixtureOrders } from './shop-fixture-orders.ts';

/** An order like one of the fixture, under ids of its own. */
export function copyOf(id: number, changes: Partial<NewOrder['order']>): NewOrder {
  const model = fixtureOrders().find(({ order }) => order.id === id);
  if (!model) throw new Error(`the fixture has no order ${id}`);
  return {
    order: { ...model.order, id: 9_000, order_number: 'copy', ...changes },
    items: model.items.map((item, index) => ({ ...item, id: 90_000 + index })),
    payments: model.payments.map((paid, index) => ({ ...paid, id: 90_000 + index })),
  };
}
