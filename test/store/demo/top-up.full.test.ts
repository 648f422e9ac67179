import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../electron/store/open-store.ts';
import { differencesBetween, openAt, SHOPS, storeOpenedAt } from './demo-store.ts';

const FIRST_START = '2026-08-30T17:12:00+02:00';
/** In sequence: no time at all, minutes, over the end of a month, during a clock change. */
const LATER_STARTS = [
  FIRST_START,
  '2026-08-30T17:19:30+02:00',
  '2026-09-01T00:45:00+02:00',
  '2026-10-25T02:45:00+01:00',
];

describe('a top-up', { timeout: 240_000 }, () => {
  let store: Store;
  const others: Store[] = [];
  const fresh = async (time: string) => {
    const other = await storeOpenedAt(time, SHOPS);
    others.push(other);
    return other;
  };

  beforeEach(async () => {
    store = await storeOpenedAt(FIRST_START, SHOPS);
  });
  afterEach(async () => {
    for (const open of [store, ...others.splice(0)]) await open.close();
  });

  it('equals a fresh start at the same time, row for row, whatever starts preceded it', async () => {
    for (const time of LATER_STARTS) {
      await openAt(store, time, SHOPS);
      expect(await differencesBetween(store, await fresh(time))).toEqual([]);
    }
  });

  it('equals a fresh start after years without a start', async () => {
    await openAt(store, '2029-01-15T09:00:00+01:00', SHOPS);
    expect(await differencesBetween(store, await fresh('2029-01-15T09:00:00+01:00'))).toEqual([]);
  });

  it('recreates the orders if the clock was set back', async () => {
    await openAt(store, '2026-06-10T12:00:00+02:00', SHOPS);
    expect(await differencesBetween(store, await fresh('2026-06-10T12:00:00+02:00'))).toEqual([]);
  });
});

describe('a later start', () => {
  it('keeps the seed of an account', async () => {
    const store = await storeOpenedAt(FIRST_START, SHOPS);
    const seeds = () => store.db.selectFrom('demo_shops').select('seed').execute();
    const before = await seeds();
    await openAt(store, '2026-08-31T09:00:00+02:00', { ...SHOPS, seed: 99 });
    expect(await seeds()).toEqual(before);
    await store.close();
  });
});
