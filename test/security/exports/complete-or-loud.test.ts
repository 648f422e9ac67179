import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { expectWhole } from '../support/exports/expect-whole.ts';
import { judgedExport, type Outcome, PAGED } from '../support/exports/judged-export.ts';
import { movingList } from '../support/exports/moving-list.ts';
import { FAST_HISTORIES, SLOW_HISTORIES } from '../support/exports/upstream-history.ts';
import { upstreamPlatform } from '../support/exports/upstream-platform.ts';

const RUNS = { seed: 20_261_121, numRuns: 150 };
/** Two drains of up to 6 pages, each of them repeated, with 3 repeats of one that fails. */
const MOST_CALLS = 60;

describe.each(PAGED)('$dataset, drained from a list that works against it', (listed) => {
  it.each([
    ['moves slowly', SLOW_HISTORIES],
    ['races', FAST_HISTORIES],
  ])('is the whole list, or says that it is not, where the list %s', async (_how, histories) => {
    const folder = temporaryFolder();
    const tally: Record<Outcome, number> = { whole: 0, marked: 0, 'no file': 0 };
    const property = fc.asyncProperty(histories, async (history) => {
      const list = movingList(history);
      const { outcome, ids } = await judgedExport(upstreamPlatform(list), listed, folder);
      tally[outcome] += 1;
      expect(list.calls.length).toBeLessThan(MOST_CALLS);
      if (outcome === 'whole') expectWhole(ids, list);
    });
    await fc.assert(property, RUNS);

    expect(Math.min(...Object.values(tally))).toBeGreaterThan(5);
  });
});
