import { expect, it, onTestFinished } from 'vitest';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { createOffers } from '../../../../electron/platform/storekeeper/offers.ts';
import { createOrderIdsTask } from '../../../../electron/platform/storekeeper/order-ids.ts';
import { changeListing, orderListing } from '../../../../electron/platform/storekeeper/order-listing.ts';
import type { SyncContext } from '../../../../electron/platform/storekeeper/sync-context.ts';
import { openStoreKeeperCopy, storeKeeperDb } from '../../../../electron/store/copies/storekeeper-copy-store.ts';
import { nameOrders } from '../../../../electron/store/copies/storekeeper-orders.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

it('orders below a cut list are found across gaps of more than 500 ids', async () => {
  const clock = createFixedClock('2026-11-21T12:00:00Z');
  const store = await openStoreKeeperCopy(`${temporaryFolder()}/copy.sqlite`, clock);
  onTestFinished(() => store.close());
  const db = storeKeeperDb(store.db);
  await nameOrders(db, [4_000], { state: 'wanted' });
  await changeListing(db, { allAt: clock.now(), newAt: clock.now(), window: '2000-01-01' });
  const cut = [2_000, 2_600, 1_000];
  const call = async (_name: string, { id }: { readonly id: number }) => {
    if (!cut.includes(id)) throw new PlatformError('rejected', 'There is no such order.');
    return { record: { id, date_purchased: '2026-01-05T10:00:00+01:00' } };
  };
  const context: Partial<SyncContext> = {
    ...{ db, clock, signal: new AbortController().signal, offers: createOffers(db, clock) },
    ...{ expectOn() {}, noteOutcome() {} },
    session: { isChannel: false, call } as unknown as SyncContext['session'],
  };
  const task = createOrderIdsTask(context as SyncContext);
  for (let steps = 0; steps < 300 && !(await orderListing.read(db)).isWhole; steps += 1) await task.step();

  expect((await orderListing.read(db)).isWhole).toBe(true);
  const known = await db.selectFrom('sk_orders').select('order_id').orderBy('order_id').execute();
  expect(known.map(({ order_id }) => order_id)).toEqual([1_000, 2_000, 2_600, 4_000]);
});
