import type { NewOrder } from '../../electron/store/orders/order-writer.ts';
import { fixtureOrders } from './shop-fixture-orders.ts';

/** Copies an order of the fixture under new ids. */
export function copyOf(id: number, changes: Partial<NewOrder['order']>): NewOrder {
  const model = fixtureOrders().find(({ order }) => order.id === id);
  if (!model) throw new Error(`the fixture has no order ${id}`);
  return {
    order: { ...model.order, id: 9_000, order_number: 'copy', ...changes },
    items: model.items.map((item, index) => ({ ...item, id: 90_000 + index })),
    payments: model.payments.map((paid, index) => ({ ...paid, id: 90_000 + index })),
  };
}

/** The same with ids that only this number has, so that any number of copies can be written. */
export function furtherOrder(model: number, number: number): NewOrder {
  const id = FIRST_FURTHER_ID + number;
  const { order, items, payments } = copyOf(model, { id, order_number: `further ${number}` });
  return {
    order,
    items: items.map((item, index) => ({ ...item, id: id * LINES_AT_MOST + index })),
    payments: payments.map((payment, index) => ({ ...payment, id: id * LINES_AT_MOST + index })),
  };
}

const FIRST_FURTHER_ID = 10_000;
const LINES_AT_MOST = 10;
