import { expect, it, onTestFinished } from 'vitest';
import { openStoreKeeperCopy, storeKeeperDb } from '../../../electron/store/copies/storekeeper-copy-store.ts';
import { changeKnownOrder, nameOrders, readTurns } from '../../../electron/store/copies/storekeeper-orders.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

const DAY_MS = 24 * 60 * 60_000;

async function openOrders() {
  const store = await openStoreKeeperCopy(`${temporaryFolder()}/copy.sqlite`, createFixedClock(NOW));
  onTestFinished(store.close);
  return storeKeeperDb(store.db);
}

it('an order that was written by a clock that was ahead is due after a week at most', async () => {
  const db = await openOrders();
  await nameOrders(db, [1], { state: 'read' });
  await changeKnownOrder(db, 1, { state: 'read', last_read: NOW, next_read: NOW + 8 * DAY_MS });
  expect(await readTurns(db, { now: NOW, againBefore: 0, most: 10 })).toEqual([1]);
});
