import type { Kysely } from 'kysely';
import { DISCOUNT_ORDERS_BATCH } from '../../../shared/contract/discount-orders.ts';
import type { ORDER_INCLUDES, Order } from '../../../shared/contract/orders.ts';
import type { OrderedLists } from '../../store/ordered-lists.ts';
import { readDiscountedOrders } from '../../store/orders/discounted-orders-queries.ts';
import { readItemsOfOrders, readPaymentsOfOrders } from '../../store/orders/order-lines-queries.ts';
import {
  findOrderRecord,
  needsOrderedList,
  type OrderRecord,
  orderList,
  readListedOrders,
  readOrders,
} from '../../store/orders/orders-queries.ts';
import type { StoreSchema } from '../../store/schema.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { Platform } from '../platform.ts';
import { formatOrderKey, parseOrderKey } from './discount-order-key.ts';
import { scopeOf, withInstants } from './embedded-scope.ts';
import { toDiscountOrder, toOrderItem, toOrderPayment, toOrderRow } from './order-mapper.ts';

type Db = Kysely<StoreSchema>;
type Orders = Pick<Platform, 'listOrders' | 'findOrder' | 'readDiscountOrders'>;
type Include = (typeof ORDER_INCLUDES)[number];

export function createEmbeddedOrders(store: Db, lists: OrderedLists): Orders {
  return {
    listOrders(caller, query) {
      const scope = scopeOf(caller);
      const selection = withInstants(query);
      const { include = [] } = query;
      if (needsOrderedList(query)) {
        return lists.read(orderList(scope, selection), async (db, list) => {
          const orders = await readListedOrders(db, list, query);
          return { total: list.total, rows: await withDetails(db, orders, include) };
        });
      }
      return inTransaction(store, async (db) => {
        const { total, orders } = await readOrders(db, scope, selection, query);
        return { total, rows: await withDetails(db, orders, include) };
      });
    },

    findOrder: (caller, id) =>
      inTransaction(store, async (db) => {
        const order = await findOrderRecord(db, scopeOf(caller), id);
        if (!order) return null;
        const items = await readItemsOfOrders(db, [id]);
        const payments = await readPaymentsOfOrders(db, [id]);
        return {
          ...toOrderRow(order),
          items: items.map(toOrderItem),
          payments: payments.map(toOrderPayment),
        };
      }),

    async readDiscountOrders(caller, query, after) {
      const key = after === null ? null : parseOrderKey(after);
      // One more than a batch tells whether there is another.
      const limit = DISCOUNT_ORDERS_BATCH + 1;
      const found = await readDiscountedOrders(store, scopeOf(caller), withInstants(query), key, limit);
      const batch = found.slice(0, DISCOUNT_ORDERS_BATCH);
      const last = found.length > batch.length ? batch.at(-1) : undefined;
      return {
        rows: batch.map(toDiscountOrder),
        next: last ? formatOrderKey({ datePurchased: last.date_purchased, id: last.id }) : null,
      };
    },
  };
}

/** Rows of a page with the lines that were asked for, read in one query for the whole page. */
async function withDetails(db: Db, orders: OrderRecord[], include: readonly Include[]): Promise<Order[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const items = include.includes('items') ? byOrder(await readItemsOfOrders(db, ids)) : null;
  const payments = include.includes('payments') ? byOrder(await readPaymentsOfOrders(db, ids)) : null;
  return orders.map((order) => ({
    ...toOrderRow(order),
    ...(items && { items: (items.get(order.id) ?? []).map(toOrderItem) }),
    ...(payments && { payments: (payments.get(order.id) ?? []).map(toOrderPayment) }),
  }));
}

function byOrder<Line extends { order_id: number }>(lines: readonly Line[]): Map<number, Line[]> {
  return Map.groupBy(lines, (line) => line.order_id);
}
