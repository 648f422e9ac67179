import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { feedHistories } from './feed-histories.ts';
import { followFeeds } from './follow-feeds.ts';
import { NO_SABOTAGE } from './sabotages.ts';
import { makeShopTemplate } from './shop-template.ts';

const RUNS = 500;
const TIMEOUT_MS = 300_000;

/** A part of the 2,000 histories: in files of their own they run beside each other. */
export function describeFeedModel(seed: number): void {
  describe('a replica built from a feed', () => {
    let file: string;
    beforeAll(async () => {
      const template = await makeShopTemplate();
      file = template.file;
      return template.remove;
    });

    it(
      `equals the source after ${RUNS} histories with seed ${seed}`,
      () =>
        fc.assert(
          fc.asyncProperty(feedHistories, (history) => followFeeds(file, history, NO_SABOTAGE)),
          { seed, numRuns: RUNS },
        ),
      TIMEOUT_MS,
    );
  });
}
