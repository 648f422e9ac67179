import { readFollowableOrders } from '../../../store/demo/live-shop-queries.ts';
import { plainLine } from '../orders/item-lines.ts';
import { payBy } from '../orders/payments.ts';
import { soldDirectly } from '../orders/purchase.ts';
import { FOLLOWED_DAYS } from './closed-plans.ts';
import type { LiveGround } from './live-action.ts';
import { purchaseNow, writeOrder } from './write-order.ts';

const MS_PER_DAY = 24 * 60 * 60 * 1_000;

/** A company pays one of the invoices that nobody has paid. */
export async function collectInvoice(ground: LiveGround): Promise<boolean> {
  const { db, model, random, now, isClosed } = ground;
  const from = now - FOLLOWED_DAYS * MS_PER_DAY;
  const open = await readFollowableOrders(db, model.profile.ids.account, {
    term: 'invoice',
    from,
    before: now,
  });
  const unpaid = open.filter(({ id }) => isClosed(id));
  if (unpaid.length === 0) return false;
  const invoice = random.pick(unpaid);
  const shop = model.shops.find(({ id }) => id === invoice.shop_id);
  if (!shop) return false;
  const way = shop.type === 'pos' ? random.pick(['pin', 'bank_transfer'] as const) : 'bank_transfer';
  const line = plainLine('invoice_payment', 'Betaling factuur', invoice.value_wt);
  const purchase = purchaseNow(ground, shop, invoice.customer_id);
  await writeOrder(ground, soldDirectly(purchase, [line], payBy(model, way, invoice.value_wt)), invoice.id);
  return true;
}
