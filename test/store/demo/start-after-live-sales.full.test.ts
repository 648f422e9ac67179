import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../electron/store/open-store.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { differencesBetween, openAt, SHOPS, storeOpenedAt } from './demo-store.ts';
import { expectAllToHold, liveIds, sellLive, TILL } from './live-sales.ts';

const START = '2026-08-30T17:12:00+02:00';
const LIVE_FROM = '2026-08-30T17:20:00+02:00';
const LIVE_MS = 90_000;

describe('a start after live sales', { timeout: 240_000 }, () => {
  const store = openPerTest(() => openTestStore({ contents: { name: 'quiet_demo_sold_live', fill: openAndSell } }));
  let earlierIds: number[];

  beforeEach(async () => {
    earlierIds = await liveIds(store);
    expect(earlierIds.length).toBeGreaterThan(60);
  });

  async function openAndSell(filled: Store): Promise<void> {
    await openAt(filled, START, SHOPS);
    await sellFrom(filled, LIVE_FROM);
  }

  async function sellFrom(sold: Store, time: string): Promise<void> {
    const sales = await sellLive(sold, time, TILL);
    await sales.advance(LIVE_MS);
    await sales.stop();
  }

  async function expectToSellOnAt(time: string): Promise<void> {
    const remaining = new Set(await liveIds(store));
    await sellFrom(store, time);
    const later = (await liveIds(store)).filter((id) => !remaining.has(id));
    expect(later.length).toBeGreaterThan(60);
    expect(later.filter((id) => earlierIds.includes(id))).toEqual([]);
    await expectAllToHold(store);
  }

  it.each([
    ['a minute later', '2026-08-30T17:25:00+02:00'],
    ['after everything that was planned at that time', '2026-11-20T13:00:00+01:00'],
  ])('%s keeps them, and the till continues to sell', async (_, time) => {
    await openAt(store, time, SHOPS);
    expect(await liveIds(store)).toEqual(earlierIds);
    await expectToSellOnAt(time);
  });

  it('a year and a half later removes them with the period of the demo, and reuses none of their ids', async () => {
    const time = '2028-02-10T10:00:00+01:00';
    await openAt(store, time, SHOPS);
    expect(await liveIds(store)).toEqual([]);
    await expectToSellOnAt(time);
  });

  it('with the clock set back to before the last live sale recreates the orders', async () => {
    const time = '2026-08-30T17:21:00+02:00';
    await openAt(store, time, SHOPS);
    expect(await liveIds(store)).toEqual([]);
    await expectSameOrdersAsFresh(time);
    await expectToSellOnAt(time);
  });

  async function expectSameOrdersAsFresh(time: string): Promise<void> {
    const fresh = await storeOpenedAt(time, SHOPS);
    const differences = await differencesBetween(store, fresh);
    expect(differences.filter((line) => / order/.test(line.slice(0, 20)))).toEqual([]);
    await fresh.close();
  }
});
