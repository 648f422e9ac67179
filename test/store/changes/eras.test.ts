import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import type { ChangesPage, FeedName, FeedStart } from '../../../electron/platform/platform.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { CALLER, seedFixtureShop } from '../../support/shop-fixture.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { plainHasher } from '../demo/demo-store.ts';

const END: FeedStart = { since: Number.MAX_SAFE_INTEGER };
const LOST = { name: 'PlatformError', code: 'position_lost' };
const FEEDS: readonly FeedName[] = ['products', 'orders'];

/** The fixture shop, or an empty store, always written at the same time. */
async function openShop(file: string | null = null, isEmpty = false) {
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  const store = file === null ? await openTestStore({ clock }) : await openStore({ file, clock });
  onTestFinished(() => store.close());
  const seed = () => seedFixtureShop(store.db, plainHasher);
  if (!isEmpty) await seed();
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: plainHasher });
  return {
    ...{ ...store, seed },
    read: (feed: FeedName, after: FeedStart): Promise<ChangesPage<unknown>> =>
      platform.readChanges(CALLER.owner, feed, { after, limit: 500 }),
  };
}

describe('a position', () => {
  it.each(FEEDS)('in the feed of %s is lost in a recreated store, at any version', async (feed) => {
    const [before, remade] = [await openShop(), await openShop()];
    const [end, same] = [await before.read(feed, END), await remade.read(feed, END)];
    const versionOf = (page: ChangesPage<unknown>) => page.next.split('.').at(-1);
    expect(versionOf(same)).toBe(versionOf(end));
    await expect(remade.read(feed, { position: end.next })).rejects.toMatchObject(LOST);
    const early = end.next.replace(/\d+$/, '1');
    await expect(remade.read(feed, { position: early })).rejects.toMatchObject(LOST);
    expect((await before.read(feed, { position: early })).rows.length).toBeGreaterThan(0);
  });

  it('is lost in the other feed and beyond the end', async () => {
    const shop = await openShop();
    const { next } = await shop.read('orders', END);
    await expect(shop.read('products', { position: next })).rejects.toMatchObject(LOST);
    const beyond = next.replace(/\d+$/, (version) => `${Number(version) + 1}`);
    await expect(shop.read('orders', { position: beyond })).rejects.toMatchObject(LOST);
  });

  it('is valid after reopening the store, and in a copy of its file', async () => {
    const folder = createTemporaryFolder();
    const [file, copy] = [join(folder, 'shop.sqlite'), join(folder, 'copy.sqlite')];
    const shop = await openShop(file);
    const { next } = await shop.read('orders', END);
    await shop.close();
    copyFileSync(file, copy);
    for (const again of [await openShop(file, true), await openShop(copy, true)]) {
      expect(await again.read('orders', { position: next })).toMatchObject({ total: 0, next });
    }
  });

  it('in an empty feed continues with the first change', async () => {
    const shop = await openShop(null, true);
    const { next, total } = await shop.read('products', END);
    expect([next, total]).toEqual(['none.0', 0]);
    expect(await shop.read('products', { position: next })).toMatchObject({ rows: [], total: 0, next });
    await shop.seed();
    const all = await shop.read('products', { since: 0 });
    expect(all.total).toBeGreaterThan(0);
    expect(await shop.read('products', { position: next })).toEqual(all);
  });
});
