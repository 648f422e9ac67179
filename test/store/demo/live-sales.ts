import { sql } from 'kysely';
import { expect } from 'vitest';
import { createLiveTill, type WeightedProfile } from '../../../electron/platform/demo/live/live-till.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { checkInvoices, checkRefunds } from '../../../electron/store/orders/follow-up-rules.ts';
import { checkOrder } from '../../../electron/store/orders/order-rules.ts';
import { verifyStock } from '../../../electron/store/totals/store-verification.ts';
import { recordedLog } from '../../unit/session/recorded-log.ts';
import { standingClock } from '../../unit/session/standing-clock.ts';
import { differencesIn } from '../totals/differences-in.ts';
import { SHOPS } from './demo-store.ts';
import { readStoredOrders, readStrangeReferences } from './generated-store.ts';

export const LIVE_IDS_BEGIN = 200_000_000;
const PER_MINUTE = 120;
/** Each shop is as busy as the demo shop. */
export const TILL: readonly WeightedProfile[] = [
  [SHOPS.profiles[0], 9],
  [SHOPS.profiles[1], 1],
];

/** The live till of a store with open demo shops, which sells from this time on. Any failure fails the test. */
export async function sellLive({ db }: Pick<Store, 'db'>, time: string, profiles?: readonly WeightedProfile[]) {
  const clock = standingClock(Date.parse(time));
  const log = recordedLog();
  const till = await createLiveTill({ db, clock, log, perMinute: PER_MINUTE, ...(profiles && { profiles }) });
  if (till === null) throw new Error('there is no live till');
  await till.change({ isSelling: true, perMinute: PER_MINUTE });
  return {
    now: clock.now,
    /** Advances the clock, with about two actions a second. */
    async advance(ms: number) {
      await clock.advance(ms);
      expect(log.text()).toBe('[]');
    },
    stop: till.stop,
  };
}

/** Checks every rule of an order on everything stored, and every total and stock. */
export async function expectAllToHold(store: Pick<Store, 'db'>): Promise<void> {
  const { db } = store;
  const orders = await readStoredOrders(store);
  for (const order of orders) checkOrder(order);
  await checkInvoices(db, orders);
  const refunded = orders.filter(({ order }) => order.status === 'refunded').map(({ order }) => order.id);
  await checkRefunds(db, refunded);
  expect(await readStrangeReferences(db)).toEqual([]);
  const names = orders.map(({ order }) => `${order.account_id} ${order.order_number}`);
  expect(new Set(names).size).toBe(names.length);
  const early = await sql`
    select orders.id from orders inner join orders as followed on followed.id = orders.follows_order_id
    where followed.date_purchased >= orders.date_purchased`.execute(db);
  expect(early.rows).toEqual([]);
  expect(await differencesIn(db)).toEqual([]);
  expect(await verifyStock(db)).toEqual([]);
}

/** Ids of the orders that a live till wrote, in both accounts. */
export async function liveIds({ db }: Pick<Store, 'db'>): Promise<number[]> {
  const rows = await db.selectFrom('orders').select('id').where('id', '>', LIVE_IDS_BEGIN).execute();
  return rows.map(({ id }) => id);
}
