import { expect, it, onTestFinished } from 'vitest';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { createOffers } from '../../../../electron/platform/storekeeper/offers.ts';
import { createOrderIdsTask } from '../../../../electron/platform/storekeeper/order-ids.ts';
import { orderListing } from '../../../../electron/platform/storekeeper/order-listing.ts';
import type { SyncContext } from '../../../../electron/platform/storekeeper/sync-context.ts';
import {
  openStoreKeeperCopy,
  type StoreKeeperDb,
  toStoreKeeperDb,
} from '../../../../electron/store/copies/storekeeper-copy-store.ts';
import { addKnownOrders } from '../../../../electron/store/copies/storekeeper-known-orders.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';

const clock = createFixedClock('2026-11-21T12:00:00Z');

async function openCopy(): Promise<StoreKeeperDb> {
  const store = await openStoreKeeperCopy(`${createTemporaryFolder()}/copy.sqlite`, clock);
  onTestFinished(() => store.close());
  return toStoreKeeperDb(store.db);
}

/** Returns what is known about the orders after the list named some of them and the account has others too. */
async function search(db: StoreKeeperDb, named: readonly number[], others: readonly number[] = []) {
  await addKnownOrders(db, named, { state: 'wanted' });
  await orderListing.change(db, { allAt: clock.now(), newAt: clock.now(), window: '2000-01-01' });
  const asked: number[] = [];
  const call = async (_name: string, { id }: { readonly id: number }) => {
    asked.push(id);
    if (!others.includes(id)) throw new PlatformError('rejected', 'There is no such order.');
    return { record: { id, date_purchased: '2026-01-05T10:00:00+01:00' } };
  };
  const context: Partial<SyncContext> = {
    ...{ db, clock, signal: new AbortController().signal, offers: createOffers(db, clock) },
    ...{ assertCanContinue() {}, reportOutcome() {} },
    session: { isChannel: false, call } as unknown as SyncContext['session'],
  };
  const task = createOrderIdsTask(context as SyncContext);
  for (let steps = 0; steps < 300 && !(await orderListing.read(db)).isWhole; steps += 1) await task.runStep();
  const known = await db.selectFrom('sk_orders').select('order_id').orderBy('order_id').execute();
  return { ...(await orderListing.read(db)), known: known.map(({ order_id }) => order_id), asked };
}

it('orders below a truncated list are found across gaps of more than 500 ids', async () => {
  const found = await search(await openCopy(), [4_000], [2_000, 2_600, 1_000]);
  expect(found).toMatchObject({ isWhole: true, known: [1_000, 2_000, 2_600, 4_000] });
});

it('an order below a truncated list is found even if ids are far apart', async () => {
  const named = Array.from({ length: 30 }, (_, at) => 700_000 + at * 100);
  const found = await search(await openCopy(), named, [699_900]);
  expect(found.known).toContain(699_900);
});

it.each([
  { how: 'orders lie close together', named: [9_000, 9_004, 9_010], isKnown: true, mostAsked: 30 },
  { how: 'there are hardly any ids below', named: [400, 40_000], isKnown: true, mostAsked: 400 },
  { how: 'orders lie too far apart', named: [500_000, 501_000, 502_000], isKnown: false, mostAsked: 520 },
  { how: 'one order alone is named', named: [500_000], isKnown: false, mostAsked: 520 },
  { how: 'no order is named', named: [], isKnown: false, mostAsked: 0 },
])('it is known whether there are older orders: $isKnown, if $how', async ({ named, isKnown, mostAsked }) => {
  const { unprovenBefore, asked } = await search(await openCopy(), named);
  expect(unprovenBefore === null).toBe(isKnown);
  expect(asked.length).toBeLessThanOrEqual(mostAsked);
});

it('orders are searched for again once an order with a lower id is known', async () => {
  const db = await openCopy();
  await search(db, [9_000, 9_004, 9_010]);
  await addKnownOrders(db, [8_000], { state: 'read' });
  await db.updateTable('sk_orders').set({ state: 'read' }).execute();
  const due = () =>
    createOrderIdsTask({ db, clock, offers: createOffers(db, clock) } as unknown as SyncContext).getDueAt();
  expect(await due()).toBe(0);
});
