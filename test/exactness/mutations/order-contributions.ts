import type { Kysely } from 'kysely';
import type { OrderItemsTable, OrdersTable, StoreSchema } from '../../../electron/store/schema.ts';

/** By table, key and column, what an order adds to the kept totals of its day, or of its month. */
export type Contributions = ReadonlyMap<string, number>;

type Keys = Readonly<Record<string, number | string>>;

/** Names a sum of a row of totals; the same for the keys of a difference in any order. */
export function sumName(table: string, keys: Keys, column: string): string {
  const inOrder = Object.entries(keys).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([table, inOrder, column]);
}

/** What the order comes to in the tables of totals, written from what these are to hold. */
export async function readContributions(db: Kysely<StoreSchema>, orderId: number): Promise<Contributions> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const items = await db.selectFrom('order_items').selectAll().where('order_id', '=', orderId).execute();
  const payments = await db
    .selectFrom('order_payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute();
  const sums = new Map<string, number>();
  const counts = ['processing', 'complete', 'refunded'].includes(order.status);
  const { account_id, shop_id, local_day: day } = order;
  for (const [unit, period] of [
    ['day', { day }],
    ['month', { month: Math.floor(day / 100) }],
  ] as const) {
    const add = (table: string, keys: Keys, values: Readonly<Record<string, number>>) => {
      for (const [column, value] of Object.entries(values)) {
        const name = sumName(`${table}_by_${unit}`, { account_id, shop_id, ...period, ...keys }, column);
        sums.set(name, (sums.get(name) ?? 0) + value);
      }
    };
    if (counts) for (const item of items) add('item_totals', ...itemTotal(order, item));
    if (counts && order.payment_term === 'direct')
      for (const { provider_id, amount } of payments)
        add('payment_totals', { provider_id }, { payments: 1, amount });
    add('order_totals', ...orderTotal(order, items));
  }
  return sums;
}

type Added = [keys: Keys, values: Readonly<Record<string, number>>];

function itemTotal({ payment_term, is_paid }: OrdersTable, item: OrderItemsTable): Added {
  const { type, quantity, value_ex, value_wt, discount_wt, cost_ex } = item;
  const is_return = quantity < 0 ? 1 : 0;
  const [product_group_id, tax_rate_id] = [item.product_group_id ?? 0, item.tax_rate_id ?? 0];
  return [
    { payment_term, is_paid, type, product_group_id, tax_rate_id, is_return },
    { items: 1, quantity, value_ex, value_wt, discount_wt, cost_ex },
  ];
}

function orderTotal(order: OrdersTable, items: readonly OrderItemsTable[]): Added {
  const { status, payment_term, is_paid, discount_wt, value_ex, value_wt } = order;
  const isReturn = items.some(({ type, quantity }) => type === 'product' && quantity < 0);
  return [
    { status, payment_term, is_paid },
    {
      orders: 1,
      returns: isReturn ? 1 : 0,
      discounted_orders: discount_wt > 0 ? 1 : 0,
      ...{ discount_wt, value_ex, value_wt },
    },
  ];
}

/** What changed from one to the other, sums that did not left out. */
export function changesBetween(before: Contributions, after: Contributions): Map<string, number> {
  const names = new Set([...before.keys(), ...after.keys()]);
  const changes = [...names].map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)] as const);
  return new Map(changes.filter(([, change]) => change !== 0));
}
