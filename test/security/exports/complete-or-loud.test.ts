import { describe, expect, it } from 'vitest';
import { FAST_HISTORIES, PAGED, SLOW_HISTORIES, tallyOutcomes } from '../support/exports/judged-export.ts';
import { upstreamPlatform } from '../support/exports/upstream-platform.ts';

const RUNS = { seed: 20_261_121, numRuns: 150 };

describe.each(PAGED)('$dataset, read from a list that changes meanwhile', (listed) => {
  it.each([
    ['moves slowly', SLOW_HISTORIES],
    ['races', FAST_HISTORIES],
  ])('is complete or reports that it is not, if the list %s', async (_how, histories) => {
    const tally = await tallyOutcomes(listed, histories, RUNS, upstreamPlatform);

    expect(Math.min(...Object.values(tally))).toBeGreaterThan(5);
  });
});
