import {
  type FollowableOrder,
  readFollowableOrders,
  readOrderLines,
} from '../../../store/demo/live-shop-queries.ts';
import { changeOrder } from '../../../store/orders/order-writer.ts';
import type { ShopsTable } from '../../../store/schema.ts';
import {
  canComeBackWhole,
  goodsOf,
  isProduct,
  RETURNED_TO_A_TILL,
  RETURNED_WHOLE,
} from '../orders/follow-ups.ts';
import { dueFor, returned } from '../orders/item-lines.ts';
import { payBackAsPaid } from '../orders/payments.ts';
import { soldDirectly } from '../orders/purchase.ts';
import { FOLLOWED_DAYS } from './closed-plans.ts';
import type { LiveGround } from './live-action.ts';
import { purchaseNow, writeOrder } from './write-order.ts';

const MS_PER_DAY = 24 * 60 * 60 * 1_000;

/** A customer brings back a line of an earlier sale, or all of it: then the sale is refunded. */
export async function takeBack(ground: LiveGround): Promise<boolean> {
  const { db, model, random, now } = ground;
  const found = await findReturnable(ground);
  if (!found) return false;
  const { sale, lines } = found;
  const all = lines.items.filter(isProduct);
  const back = random.chance(RETURNED_WHOLE) ? all : [random.pick(goodsOf(lines))];
  const items = back.map(returned);
  const purchase = purchaseNow(ground, shopOf(ground, sale), sale.customer_id);
  const settlement = payBackAsPaid(model, dueFor(items), lines.payments);
  await writeOrder(ground, soldDirectly(purchase, items, settlement), sale.id);
  if (back.length === all.length && canComeBackWhole(lines)) {
    await changeOrder(db, {
      account_id: model.profile.ids.account,
      id: sale.id,
      status: 'refunded',
      date_updated: now,
    });
  }
  return true;
}

/** Most that comes back was bought a short time ago. */
async function findReturnable({ db, model, random, now, isClosed }: LiveGround) {
  const { account } = model.profile.ids;
  const before = now - Math.floor(random.fraction() ** 2 * FOLLOWED_DAYS * MS_PER_DAY);
  const from = now - FOLLOWED_DAYS * MS_PER_DAY;
  const sales = await readFollowableOrders(db, account, { term: 'direct', from, before });
  for (const sale of sales.filter(({ id }) => isClosed(id))) {
    const lines = await readOrderLines(db, account, sale.id);
    if (goodsOf(lines).length > 0) return { sale, lines };
  }
  return null;
}

/** Where it was bought; what the webshop sent now and then to a till. */
function shopOf({ model, random }: LiveGround, sale: FollowableOrder): ShopsTable {
  const shop = model.shops.find(({ id }) => id === sale.shop_id);
  if (!shop) throw new RangeError(`order ${sale.id} is of no shop`);
  const tills = model.shops.filter(({ type }) => type === 'pos');
  return shop.type === 'webshop' && random.chance(RETURNED_TO_A_TILL) ? random.pick(tills) : shop;
}
