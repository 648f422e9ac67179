import type { Kysely } from 'kysely';
import type { Clock } from '../../../base/clock.ts';
import { readSalePrices } from '../../../store/demo/live-shop-queries.ts';
import type { DemoShopsTable, StoreSchema } from '../../../store/schema.ts';
import { inWriteTransaction, takeAccountTurn } from '../../../store/transactions.ts';
import { readVersions } from '../../../store/versions.ts';
import type { DemoProfile } from '../demo-profile.ts';
import { makeModel } from '../model.ts';
import type { Random } from '../prng.ts';
import { changePrices } from './change-prices.ts';
import { closedPlans } from './closed-plans.ts';
import { collectInvoice } from './collect-invoice.ts';
import { countStock } from './count-stock.ts';
import type { LiveAction } from './live-action.ts';
import { isLiveOrder } from './order-numbers.ts';
import { sell } from './sell.ts';
import { sendParcel } from './send-parcel.ts';
import { takeBack } from './take-back.ts';
import { withStorePrices } from './with-store-prices.ts';

/** Does one thing, whole or not at all. */
export type Seller = () => Promise<void>;

export interface SellerDeps {
  readonly db: Kysely<StoreSchema>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}

const ACTIONS: readonly (readonly [action: LiveAction, weight: number])[] = [
  [sell, 61],
  [sendParcel, 19],
  [takeBack, 6],
  [collectInvoice, 1],
  [changePrices, 5],
  [countStock, 8],
];
const MS_PER_SECOND = 1_000;

/** What goes on in the shops of one account. Where there is nothing to be sent, returned or paid, somebody buys. */
export function createSeller(
  { db, clock, random }: SellerDeps,
  profile: DemoProfile,
  { seed, topped_up_until }: DemoShopsTable,
): Seller {
  const { ids } = profile;
  const planned = makeModel(profile, seed);
  const closed = closedPlans(planned, topped_up_until);
  const isClosed = (id: number) => closed.has(id) || isLiveOrder(ids, id);
  let priced = { version: '', model: planned };

  return () =>
    inWriteTransaction(db, async (transaction) => {
      await takeAccountTurn(transaction, ids.account);
      const version = await readVersions(transaction, ids.account, ['catalog']);
      if (version !== priced.version) {
        const prices = await readSalePrices(transaction, ids.account);
        priced = { version, model: withStorePrices(planned, prices) };
      }
      const now = Math.floor(clock.now() / MS_PER_SECOND) * MS_PER_SECOND;
      const ground = { db: transaction, model: priced.model, random, now, isClosed };
      const isDone = await random.weighted(ACTIONS)(ground);
      if (!isDone) await sell(ground);
    });
}
