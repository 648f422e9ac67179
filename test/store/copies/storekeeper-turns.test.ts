import { expect, it, onTestFinished } from 'vitest';
import { openStoreKeeperCopy, toStoreKeeperDb } from '../../../electron/store/copies/storekeeper-copy-store.ts';
import {
  addKnownOrders,
  changeKnownOrder,
  readDueOrders,
} from '../../../electron/store/copies/storekeeper-known-orders.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

const DAY_MS = 24 * 60 * 60_000;

async function openOrders() {
  const store = await openStoreKeeperCopy(`${createTemporaryFolder()}/copy.sqlite`, createFixedClock(NOW));
  onTestFinished(store.close);
  return toStoreKeeperDb(store.db);
}

const numbers = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

it('orders that were never read and a full re-read do not delay due orders', async () => {
  const db = await openOrders();
  await addKnownOrders(db, numbers(1, 100), { state: 'wanted' });
  await addKnownOrders(db, numbers(1_001, 100), { state: 'read' });
  for (const id of numbers(1_001, 100)) {
    await changeKnownOrder(db, id, { state: 'read', last_read: NOW - DAY_MS, next_read: NOW + DAY_MS });
  }
  for (const id of [1_050, 1_051, 1_052]) await changeKnownOrder(db, id, { next_read: NOW - 1 });

  const ids = await readDueOrders(db, { now: NOW, againBefore: NOW, limit: 10 });
  expect(ids).toHaveLength(10);
  expect(ids).toEqual(expect.arrayContaining([1_050, 1_051, 1_052, 100, 99]));
  expect(ids.filter((id) => id > 1_000)).toHaveLength(4);
});

it('an order written while the clock was ahead is due after at most a week', async () => {
  const db = await openOrders();
  await addKnownOrders(db, [1], { state: 'read' });
  await changeKnownOrder(db, 1, { state: 'read', last_read: NOW, next_read: NOW + 8 * DAY_MS });
  expect(await readDueOrders(db, { now: NOW, againBefore: 0, limit: 10 })).toEqual([1]);
});
