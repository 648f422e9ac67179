import { expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { createChangedKeysReader } from '../../../../electron/platform/embedded/embedded-changes.ts';
import { type FeedName, type FeedStart, readFeedEnd } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { shopChanges } from '../../../support/shop-changes.ts';
import { CALLER, LOCATION, ORDER, PRODUCT } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';

const at = await perFile(openFixturePlatform);
const { platform, store } = at;
const readChangedKeys = createChangedKeysReader(store.db);
const FEEDS: readonly FeedName[] = ['products', 'orders'];
const UTRECHT: Caller = { ...CALLER.accountant, lockedLocation: { id: LOCATION.utrecht, title: 'Utrecht' } };

/** Reads every page of a feed from a start on, once as keys and once as records. */
async function readBoth(caller: Caller, feed: FeedName, start: FeedStart, limit: number) {
  const keys: unknown[] = [];
  const changes: unknown[] = [];
  let after = start;
  for (let hasMore = true; hasMore; ) {
    const page = await readChangedKeys(caller, feed, { after, limit });
    const whole = await platform.readChanges(caller, feed, { after, limit });
    keys.push(page);
    changes.push({
      rows: whole.rows.map(({ id, version, changed_at }) => ({ id, version, changed_at })),
      ...{ next: whole.next, hasMore: whole.hasMore },
    });
    hasMore = page.hasMore;
    after = { position: page.next };
  }
  return { keys, changes };
}

it.each([
  ['the owner', CALLER.owner],
  ['a user locked to Utrecht', UTRECHT],
  ['another account', CALLER.beta],
])('returns to %s the same changes as the feed, page by page', async (_, caller) => {
  const change = shopChanges(store.db, () => Date.now());
  for (const feed of FEEDS) {
    const position = await readFeedEnd(platform, caller, feed);
    await change.rename(PRODUCT.cafe, `Naam ${position}`);
    await change.restock(PRODUCT.cafe, LOCATION.amsterdam, 1_000);
    await change.restock(PRODUCT.apple, LOCATION.utrecht, 2_000);
    await change.changeStatus(ORDER.saleWithTip, 'complete');
    await change.changeStatus(ORDER.fullDiscount, 'complete');
    for (const start of [{ position }, { position: 'none.0' }, { since: 0 }]) {
      for (const limit of [1, 3, 100]) {
        const { keys, changes } = await readBoth(caller, feed, start, limit);
        expect(keys).toEqual(changes);
      }
    }
  }
});

it('reads the feed once if nothing changed, and refuses a position of another store', async () => {
  const position = await readFeedEnd(platform, CALLER.owner, 'orders');
  const read = (from: string) => readChangedKeys(CALLER.owner, 'orders', { after: { position: from }, limit: 100 });
  expect(await read(position)).toEqual({ rows: [], next: position, hasMore: false });
  await expect(read(`${'0'.repeat(16)}.1`)).rejects.toMatchObject({ code: 'position_lost' });
});
