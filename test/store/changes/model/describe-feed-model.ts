import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { isOnPostgres } from '../../../support/is-on-postgres.ts';
import { sized } from '../../../support/test-size.ts';
import { feedHistories, followFeeds } from './feed-histories.ts';
import { prepareSharedShops, type SharedShops } from './shared-shop.ts';

/** In PostgreSQL each takes a database of its own. */
const RUNS = isOnPostgres() ? sized({ quick: 5, full: 40 }) : sized({ quick: 25, full: 500 });
const TIMEOUT_MS = 300_000;

/** A part of the histories: in files of their own they run beside each other. */
export function describeFeedModel(seed: number): void {
  describe('a replica built from a feed', () => {
    let shops: SharedShops;
    beforeAll(async () => {
      shops = await prepareSharedShops();
      return shops.remove;
    });

    it(
      `equals the source after ${RUNS} histories with seed ${seed}`,
      () =>
        fc.assert(
          fc.asyncProperty(feedHistories, (history) => followFeeds(shops, history)),
          // In PostgreSQL a shorter history of the same kind would be looked for for minutes.
          { seed, numRuns: RUNS, endOnFailure: isOnPostgres() },
        ),
      TIMEOUT_MS,
    );
  });
}
