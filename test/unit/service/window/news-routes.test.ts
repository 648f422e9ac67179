import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { FeedName, Platform } from '../../../../electron/platform/platform.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { createDeltaCursors } from '../../../../electron/service/security/delta-cursors.ts';
import { readNews } from '../../../../shared/contract/window.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { FEED_KEY, NOW, windowDouble } from './window-double.ts';

/** Feeds whose position is the number of changes. `onRead` runs after a feed was read, before its page is returned. */
function countedFeeds(onRead: (feed: FeedName) => void = () => {}) {
  const ends = { products: 4, orders: 7 };
  const callers: Caller[] = [];
  const readChanges: Platform['readChanges'] = async (caller, feed, { after }) => {
    callers.push(caller);
    const end = ends[feed];
    const from = 'since' in after ? end : Number(after.position);
    if (from > end) throw new PlatformError('position_lost', 'There is no such position.');
    onRead(feed);
    return { rows: [], total: end - from, next: String(end), hasMore: end > from };
  };
  return { ends, callers, platform: createStandInPlatform({ readChanges }) };
}

const cursors = createDeltaCursors({ key: FEED_KEY, clock: { now: () => NOW } });

function sealed(caller: Caller, { products, orders }: Record<FeedName, string>): string {
  return JSON.stringify({
    products: cursors.write(caller, 'products', products),
    orders: cursors.write(caller, 'orders', orders),
  });
}

function seenBy(caller: Caller, seen: string): Record<FeedName, string | null> {
  const { products, orders } = JSON.parse(seen);
  return { products: cursors.read(caller, 'products', products), orders: cursors.read(caller, 'orders', orders) };
}

/** Returns the news. Fails the test if the call fails. */
async function newsAfter({ call }: ReturnType<typeof windowDouble>, seen: string | null) {
  const { status, body } = await call(readNews, { body: { seen } });
  if (status !== 200) throw new Error(body.message);
  return body as { changed: string[]; seen: string };
}

describe('readNews', () => {
  it('returns no figure of the account to staff of one location, and a state that does not work for other locations', async () => {
    const { platform } = countedFeeds();
    const staff: Caller = {
      ...STAND_IN_CALLER,
      roles: ['staff'],
      lockedLocation: { id: 3, title: 'Utrecht' },
    };
    const window = windowDouble({ platform, caller: staff });
    const first = await newsAfter(window, null);
    expect(first.seen).not.toMatch(/"[47]"/);
    expect(seenBy(STAND_IN_CALLER, first.seen)).toEqual({ products: null, orders: null });
    const later = await newsAfter(window, null);
    expect(later.seen).not.toBe(first.seen);
    expect(seenBy(staff, first.seen)).toEqual({ products: '4', orders: '7' });
  });

  it('treats a state that somebody else saw, or that is long ago, as changed', async () => {
    const { platform } = countedFeeds();
    const other = { ...STAND_IN_CALLER, accountId: 2 };
    const seen = sealed(other, { products: '4', orders: '7' });
    expect((await newsAfter(windowDouble({ platform }), seen)).changed).toEqual(['products', 'orders']);
  });

  it('returns the positions of the feeds to a new client, and no news', async () => {
    const { platform, callers } = countedFeeds();
    const news = await newsAfter(windowDouble({ platform }), null);
    expect(news.changed).toEqual([]);
    expect(seenBy(STAND_IN_CALLER, news.seen)).toEqual({ products: '4', orders: '7' });
    expect(callers).toEqual([STAND_IN_CALLER, STAND_IN_CALLER]);
  });

  it.each([
    [{ products: 4, orders: 7 }, []],
    [{ products: 4, orders: 8 }, ['orders']],
    [{ products: 9, orders: 7 }, ['products']],
    [{ products: 5, orders: 9 }, ['products', 'orders']],
  ])('reports which feeds continued to %j: %j', async (later, changed) => {
    const { platform, ends } = countedFeeds();
    const window = windowDouble({ platform });
    const first = await newsAfter(window, null);
    Object.assign(ends, later);

    const second = await newsAfter(window, first.seen);
    expect(second.changed).toEqual(changed);
    expect((await newsAfter(window, second.seen)).changed).toEqual([]);
  });

  it('reads only the positions of the feeds while nothing changes', async () => {
    const { platform, callers } = countedFeeds();
    const window = windowDouble({ platform });
    const first = await newsAfter(window, null);
    callers.length = 0;
    expect((await newsAfter(window, first.seen)).changed).toEqual([]);
    expect(callers).toHaveLength(2);
  });

  it('misses no change during a call', async () => {
    let mayChange = false;
    const { platform, ends } = countedFeeds((feed) => {
      if (mayChange && feed === 'orders') ends.orders += 1;
    });
    const window = windowDouble({ platform });
    const first = await newsAfter(window, null);
    mayChange = true;
    const second = await newsAfter(window, first.seen);
    mayChange = false;

    const third = await newsAfter(window, second.seen);
    expect([second.changed, third.changed]).toEqual([[], ['orders']]);
    expect(seenBy(STAND_IN_CALLER, third.seen).orders).toBe(String(ends.orders));
  });

  it('treats a position that the platform no longer knows as a change', async () => {
    const { platform } = countedFeeds();
    const seen = sealed(STAND_IN_CALLER, { products: '4', orders: '900' });
    expect((await newsAfter(windowDouble({ platform }), seen)).changed).toEqual(['orders']);
  });

  it('fails when the platform fails', async () => {
    const readChanges = () => Promise.reject(new PlatformError('unavailable', 'The platform is away.'));
    const window = windowDouble({ platform: createStandInPlatform({ readChanges }) });
    const seen = sealed(STAND_IN_CALLER, { products: '4', orders: '7' });
    expect((await window.call(readNews, { body: { seen } })).status).toBe(502);
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"products":"4"}',
    '{"products":4,"orders":7}',
    '{"products":"4","orders":"7","x":"1"}',
  ])('refuses %j as a seen state', async (seen) => {
    const { platform, callers } = countedFeeds();
    expect((await windowDouble({ platform }).call(readNews, { body: { seen } })).status).toBe(400);
    expect(callers).toEqual([]);
  });
});
