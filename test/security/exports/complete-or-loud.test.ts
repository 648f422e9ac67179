import { describe, expect, it } from 'vitest';
import { PAGED, tallyOutcomes } from '../support/exports/judged-export.ts';
import { FAST_HISTORIES, SLOW_HISTORIES } from '../support/exports/moving-list.ts';
import { upstreamPlatform } from '../support/exports/upstream-platform.ts';

const RUNS = { seed: 20_261_121, numRuns: 150 };

describe.each(PAGED)('$dataset, drained from a list that works against it', (listed) => {
  it.each([
    ['moves slowly', SLOW_HISTORIES],
    ['races', FAST_HISTORIES],
  ])('is the whole list, or says that it is not, where the list %s', async (_how, histories) => {
    const tally = await tallyOutcomes(listed, histories, RUNS, upstreamPlatform);

    expect(Math.min(...Object.values(tally))).toBeGreaterThan(5);
  });
});
