import { expect, it, onTestFinished } from 'vitest';
import { createOffers } from '../../../../electron/platform/storekeeper/offers.ts';
import { createOrderIdsTask } from '../../../../electron/platform/storekeeper/order-ids.ts';
import { orderListing } from '../../../../electron/platform/storekeeper/order-listing.ts';
import type { SyncContext } from '../../../../electron/platform/storekeeper/sync-context.ts';
import { openStoreKeeperCopy, toStoreKeeperDb } from '../../../../electron/store/copies/storekeeper-copy-store.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';

it('an order that appears after a long absence may be from any month since new ids were last read', async () => {
  const clock = createFixedClock('2027-03-22T12:00:00Z');
  const store = await openStoreKeeperCopy(`${createTemporaryFolder()}/copy.sqlite`, clock);
  onTestFinished(() => store.close());
  const db = toStoreKeeperDb(store.db);
  const lastAsked = Date.parse('2026-11-21T12:00:00Z');
  await orderListing.change(db, { allAt: lastAsked, newAt: lastAsked, window: '2000-01-01', isWhole: true });
  const context: Partial<SyncContext> = {
    ...{ db, clock, offers: createOffers(db, clock), assertCanContinue() {}, reportOutcome() {} },
    session: {
      isChannel: false,
      call: async () => ({ ids: [1001], unreadable: 0 }),
    } as unknown as SyncContext['session'],
  };

  await createOrderIdsTask(context as SyncContext).runStep();

  expect(await db.selectFrom('sk_orders').select(['order_id', 'first_month', 'last_month']).execute()).toEqual([
    { order_id: 1001, first_month: 202610, last_month: 202705 },
  ]);
});
