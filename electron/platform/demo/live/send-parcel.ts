import { readWaitingOrder } from '../../../store/demo/live-shop-queries.ts';
import { changeOrder } from '../../../store/orders/order-writer.ts';
import type { LiveGround } from './live-action.ts';
import { lastLiveOrders } from './order-numbers.ts';

/** The webshop order that waits longest is sent, or cancelled where nobody paid it. */
export async function sendParcel({ db, model, now }: LiveGround): Promise<boolean> {
  const { ids } = model.profile;
  const waiting = await readWaitingOrder(db, ids.account, await lastLiveOrders(db, ids), now);
  if (!waiting) return false;
  const isUnpaid = waiting.payment_term === 'direct' && waiting.is_paid === 0;
  await changeOrder(db, {
    account_id: ids.account,
    id: waiting.id,
    status: isUnpaid ? 'cancelled' : 'complete',
    date_updated: now,
  });
  return true;
}
