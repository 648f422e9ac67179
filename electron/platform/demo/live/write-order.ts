import { moveStock } from '../../../store/catalog/catalog-writer.ts';
import { readStockAt } from '../../../store/demo/live-shop-queries.ts';
import { insertOrders } from '../../../store/orders/order-writer.ts';
import type { ShopsTable } from '../../../store/schema.ts';
import { dayNumberAt, dayOf } from '../day.ts';
import { orderRowsAt } from '../orders/order-rows.ts';
import type { PlannedOrder } from '../orders/planned-order.ts';
import type { Purchase } from '../orders/purchase.ts';
import type { LiveGround } from './live-action.ts';
import { nextOrderName } from './order-numbers.ts';

/** A purchase of this moment. */
export function purchaseNow({ now }: LiveGround, shop: ShopsTable, customerId: number | null): Purchase {
  return { day: dayOf(dayNumberAt(now)), purchasedAt: now, shop, customerId };
}

/** Writes the order as it is now, and moves its goods out of or into the stock of its shop's location. */
export async function writeOrder(
  ground: LiveGround,
  plan: PlannedOrder,
  followsOrderId: number | null = null,
): Promise<void> {
  const { db, model, now } = ground;
  const name = await nextOrderName(db, model.profile.ids, now);
  const { order, ...lines } = orderRowsAt(model, { ...name, plan, follows: null }, now);
  await insertOrders(db, [{ order: { ...order, follows_order_id: followsOrderId }, ...lines }]);
  await moveGoods(ground, plan);
}

/** The webshop has no location, and what is not kept at one has no stock there. */
async function moveGoods({ db, model }: LiveGround, { shop, items }: PlannedOrder): Promise<void> {
  if (shop.location_id === null) return;
  const soldByProduct = new Map<number, number>();
  for (const { product_id, quantity } of items) {
    if (product_id !== null) soldByProduct.set(product_id, (soldByProduct.get(product_id) ?? 0) + quantity);
  }
  for (const [product_id, sold] of soldByProduct) {
    const place = { account_id: model.profile.ids.account, product_id, location_id: shop.location_id };
    if ((await readStockAt(db, place)) !== undefined) await moveStock(db, place, -sold);
  }
}
