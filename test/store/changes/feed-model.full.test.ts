import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { feedHistories, followFeeds } from './model/feed-histories.ts';
import { prepareSharedShops, type SharedShops } from './model/shared-shop.ts';

/** On PostgreSQL each run needs a separate database. */
const RUNS = isOnPostgres() ? 40 : 200;
const TIMEOUT_MS = 300_000;

describe('a replica built from a feed', () => {
  let shops: SharedShops;
  beforeAll(async () => {
    shops = await prepareSharedShops();
    return shops.remove;
  });

  it(
    `equals the source after ${RUNS} histories, whoever wrote and read meanwhile`,
    () =>
      fc.assert(
        fc.asyncProperty(feedHistories, (history) => followFeeds(shops, history)),
        // On PostgreSQL shrinking a failed history would take minutes.
        { seed: 48_701, numRuns: RUNS, endOnFailure: isOnPostgres() },
      ),
    TIMEOUT_MS,
  );
});
