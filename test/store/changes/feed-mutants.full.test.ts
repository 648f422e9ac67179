import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { feedHistories, followFeeds } from './model/feed-histories.ts';
import { MUTANTS } from './model/mutants.ts';
import { prepareSharedShops, type SharedShops } from './model/shared-shop.ts';

const MOST_RUNS = 300;
const SEED = 4_870;
const TIMEOUT_MS = 120_000;

describe('the model test fails where', () => {
  let shops: SharedShops;
  beforeAll(async () => {
    shops = await prepareSharedShops();
    return shops.remove;
  });

  it.each(MUTANTS.map((make) => ({ make, name: make().name })))(
    '$name',
    async ({ make }) => {
      const property = fc.asyncProperty(feedHistories, (history) => followFeeds(shops, history, make()));
      const { failed, error } = await fc
        .check(property, { seed: SEED, numRuns: MOST_RUNS, endOnFailure: true })
        .then(({ failed, errorInstance }) => ({ failed, error: errorInstance }));
      expect(failed).toBe(true);
      expect(error).toHaveProperty('name', 'AssertionError');
    },
    TIMEOUT_MS,
  );
});
