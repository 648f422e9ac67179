import { planTillOrder } from '../orders/till-orders.ts';
import { planWebshopOrder } from '../orders/webshop-orders.ts';
import type { LiveGround } from './live-action.ts';
import { purchaseNow, writeOrder } from './write-order.ts';

/** One order of any kind. What its plan says of later days does not come: the live till draws that when it is time. */
export async function sell(ground: LiveGround): Promise<boolean> {
  const { model, random } = ground;
  const shop = random.weighted(model.weightedShops);
  const plan = shop.type === 'webshop' ? planWebshopOrder : planTillOrder;
  await writeOrder(ground, plan(random, model, purchaseNow(ground, shop, null)));
  return true;
}
