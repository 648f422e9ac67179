import { expect, it } from 'vitest';
import { openDemoShops } from '../../../electron/platform/demo/open-demo-shops.ts';
import { plainHasher } from '../../store/demo/demo-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { openInstances, reasonsOf } from './open-instances.ts';

const START = Date.parse('2026-11-21T13:00:00+01:00');
const TIMEOUT_MS = 240_000;

it(
  'demo shops are created by one of several instances that start concurrently, and topped up by one that starts later',
  async () => {
    const { dbs, atOnce } = await openInstances(2);
    const [db] = dbs;
    const startAt = (...moments: number[]) =>
      atOnce(2, (instance, number) =>
        openDemoShops({ ...{ db: instance, hasher: plainHasher }, clock: createFixedClock(moments[number] ?? START) }),
      );
    const countOrders = async () => (await db.selectFrom('orders').select('id').execute()).length;

    expect(reasonsOf(await startAt(START, START))).toEqual([]);
    const made = await countOrders();
    expect(made).toBeGreaterThan(1_000);
    // The clock of one of them is some seconds behind.
    expect(reasonsOf(await startAt(START, START - 5_000))).toEqual([]);
    expect(await countOrders()).toBe(made);
    const later = START + 3_600_000;
    expect(reasonsOf(await startAt(later, later - 5_000))).toEqual([]);
    expect(await countOrders()).toBeGreaterThanOrEqual(made);
  },
  TIMEOUT_MS,
);
