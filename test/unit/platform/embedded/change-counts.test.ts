import { describe, expect, it } from 'vitest';
import { createChangeCounts } from '../../../../electron/platform/embedded/embedded-changes.ts';
import type { Store } from '../../../../electron/store/open-store.ts';

const SCOPE = { accountId: 1, locationId: null };
const CHANGES = 1_000_000;
const NO_DB = {} as Store['db'];

/** A feed of changes with the versions from 1. `wayTo` answers how many were counted to learn the total there. */
function countedFeed() {
  let way = 0;
  const countRest = createChangeCounts(async (_, __, ___, { after, last }) => {
    way += last - after;
    return last - after;
  });
  return async function wayTo(after: number, end = CHANGES): Promise<number> {
    way = 0;
    expect(await countRest(NO_DB, SCOPE, 'orders', { end, after })).toBe(end - after);
    return way;
  };
}

describe('counts of the changes that are left', () => {
  it('go through a page at each page', async () => {
    const wayTo = countedFeed();
    expect(await wayTo(0)).toBe(CHANGES);
    for (let after = 1_000; after <= 50_000; after += 1_000) expect(await wayTo(after)).toBe(1_000);
  });

  it('do so while others read the end in between', async () => {
    const wayTo = countedFeed();
    await wayTo(0);
    for (let after = 1_000; after <= 50_000; after += 1_000) {
      expect(await wayTo(CHANGES)).toBe(0);
      expect(await wayTo(CHANGES - 1)).toBeLessThanOrEqual(1);
      expect(await wayTo(after)).toBe(1_000);
    }
  });

  it('do so for two readers who are far from each other', async () => {
    const wayTo = countedFeed();
    await wayTo(0);
    await wayTo(300_000);
    for (let page = 1_000; page <= 50_000; page += 1_000) {
      expect([await wayTo(page), await wayTo(300_000 + page)]).toEqual([1_000, 1_000]);
    }
  });

  it('are right after the feed grew', async () => {
    const wayTo = countedFeed();
    await wayTo(0);
    await wayTo(500_000, CHANGES + 1);
    await wayTo(0, CHANGES + 2);
  });
});
