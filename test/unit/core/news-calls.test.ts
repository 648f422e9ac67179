import { describe, expect, it } from 'vitest';
import type { Caller, FeedName, Platform } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { bridgeDouble, SIGNED_OUT } from './bridge-double.ts';

/** Feeds whose position is the number of changes so far. `onRead` runs after a feed was read, before it is answered. */
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

/** What a call answers; fails the test where it fails. */
async function newsAfter(bridge: ReturnType<typeof bridgeDouble>, seen: string | null) {
  const answer = await bridge.handle('readNews', { seen });
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.value as { changed: string[]; seen: string };
}

describe('readNews', () => {
  it('answers where the feeds are to who has seen nothing yet, and calls nothing news', async () => {
    const { platform, callers } = countedFeeds();
    const news = await newsAfter(bridgeDouble({ platform }), null);
    expect(news.changed).toEqual([]);
    expect(JSON.parse(news.seen)).toEqual({ products: '4', orders: '7' });
    expect(callers).toEqual([STAND_IN_CALLER, STAND_IN_CALLER]);
  });

  it.each([
    [{ products: 4, orders: 7 }, []],
    [{ products: 4, orders: 8 }, ['orders']],
    [{ products: 9, orders: 7 }, ['products']],
    [{ products: 5, orders: 9 }, ['products', 'orders']],
  ])('tells which feeds went on to %j: %j', async (later, changed) => {
    const { platform, ends } = countedFeeds();
    const bridge = bridgeDouble({ platform });
    const first = await newsAfter(bridge, null);
    Object.assign(ends, later);

    const second = await newsAfter(bridge, first.seen);
    expect(second.changed).toEqual(changed);
    expect((await newsAfter(bridge, second.seen)).changed).toEqual([]);
  });

  it('misses nothing that changes while it is asked', async () => {
    let mayChange = false;
    const { platform, ends } = countedFeeds((feed) => {
      if (mayChange && feed === 'orders') ends.orders += 1;
    });
    const bridge = bridgeDouble({ platform });
    const first = await newsAfter(bridge, null);
    mayChange = true;
    const second = await newsAfter(bridge, first.seen);
    mayChange = false;

    const third = await newsAfter(bridge, second.seen);
    expect([second.changed, third.changed]).toEqual([['orders'], ['orders']]);
    expect(JSON.parse(third.seen).orders).toBe(String(ends.orders));
  });

  it('takes a position that the platform no longer knows for a change', async () => {
    const { platform } = countedFeeds();
    const seen = JSON.stringify({ products: '4', orders: '900' });
    expect((await newsAfter(bridgeDouble({ platform }), seen)).changed).toEqual(['orders']);
  });

  it('fails when the platform fails', async () => {
    const readChanges = () => Promise.reject(new PlatformError('unavailable', 'The platform is away.'));
    const bridge = bridgeDouble({ platform: createStandInPlatform({ readChanges }) });
    const seen = JSON.stringify({ products: '4', orders: '7' });
    expect(await bridge.handle('readNews', { seen })).toMatchObject({ ok: false });
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"products":"4"}',
    '{"products":4,"orders":7}',
    '{"products":"4","orders":"7","x":"1"}',
  ])('refuses %j as something that was seen', async (seen) => {
    const { platform, callers } = countedFeeds();
    expect(await bridgeDouble({ platform }).handle('readNews', { seen })).toMatchObject({
      ok: false,
      failure: { code: 'invalid' },
    });
    expect(callers).toEqual([]);
  });

  it('is for those who are signed in', async () => {
    const { platform, callers } = countedFeeds();
    const bridge = bridgeDouble({ platform, session: { state: () => SIGNED_OUT, token: () => null } });
    expect(await bridge.handle('readNews', { seen: null })).toMatchObject({
      ok: false,
      failure: { code: 'refused', status: 401 },
    });
    expect(callers).toEqual([]);
  });
});
