import type { NewOrder } from '../../electron/store/orders/order-writer.ts';
import { createFixtureOrders } from './shop-fixture-orders.ts';

/** Copies an order of the fixture under new ids. */
export function copyOrder(id: number, changes: Partial<NewOrder['order']>): NewOrder {
  const model = createFixtureOrders().find(({ order }) => order.id === id);
  if (!model) throw new Error(`the fixture has no order ${id}`);
  return {
    order: { ...model.order, id: 9_000, order_number: 'copy', ...changes },
    items: model.items.map((item, index) => ({ ...item, id: 90_000 + index })),
    payments: model.payments.map((paid, index) => ({ ...paid, id: 90_000 + index })),
  };
}

/** The same with ids that only this number has, so that any number of copies can be written. */
export function createFurtherOrder(model: number, number: number): NewOrder {
  const id = FIRST_COPY_ID + number;
  const { order, items, payments } = copyOrder(model, { id, order_number: `further ${number}` });
  return {
    order,
    items: items.map((item, index) => ({ ...item, id: id * MAX_LINES + index })),
    payments: payments.map((payment, index) => ({ ...payment, id: id * MAX_LINES + index })),
  };
}

/** Creates an order like one of the fixture, with this id, purchased and paid at this time. */
export function createOrderLike(
  model: number,
  id: number,
  time: number,
  changes: Partial<NewOrder['order']> = {},
): NewOrder {
  const { order, items, payments } = createFurtherOrder(model, id - FIRST_COPY_ID);
  return {
    order: { ...order, date_purchased: time, date_updated: time, ...changes },
    items,
    payments: payments.map((payment) => ({ ...payment, date_paid: time })),
  };
}

const FIRST_COPY_ID = 10_000;
const MAX_LINES = 10;
