import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createApiClient } from '../../../electron/api-client/api-client.ts';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createKeyedPlatform } from '../../../electron/exports/keyed-platform.ts';
import { createKeyedReader } from '../../../electron/platform/remote/keyed-reader.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { expectWhole } from '../support/exports/expect-whole.ts';
import { startFakeService } from '../support/exports/fake-service.ts';
import { judgedExport, type Outcome, PAGED } from '../support/exports/judged-export.ts';
import { type MovingList, movingList } from '../support/exports/moving-list.ts';
import { FAST_HISTORIES, SLOW_HISTORIES } from '../support/exports/upstream-history.ts';
import { upstreamPlatform } from '../support/exports/upstream-platform.ts';

const RUNS = { seed: 7, numRuns: 40 };
const MOST_CALLS = 60;
const BY_ID = { dataset: 'price-list', filters: {}, columns: ['sku'] } as const;

/** A platform over the API of a service on a real port, whose list is that of the present history. */
async function servedLists() {
  let present: MovingList | null = null;
  const current = (): MovingList => {
    if (!present) throw new Error('there is no list yet');
    return present;
  };
  const list: MovingList = {
    get calls() {
      return current().calls;
    },
    page: (start, limit) => current().page(start, limit),
  };
  const baseAddress = await startFakeService(upstreamPlatform(list));
  const client = createApiClient({ baseAddress, clock });
  const readJson = createKeyedReader((path) => client.send({ method: 'GET', path }));
  const platform = createKeyedPlatform({ readJson });
  const serve = (next: MovingList) => {
    present = next;
  };
  return { platform, serve };
}

describe.each([
  ...PAGED.map((listed) => ({ ...listed, order: 'its order' })),
  { ...BY_ID, columns: [...BY_ID.columns], order: 'the order of ids' },
])('$dataset in $order, drained over HTTP from a list that works against it', ({ order: _, ...listed }) => {
  it('is the whole list, or says that it is not', async () => {
    const folder = temporaryFolder();
    const { platform, serve } = await servedLists();
    const tally: Record<Outcome, number> = { whole: 0, marked: 0, 'no file': 0 };
    const property = fc.asyncProperty(fc.oneof(SLOW_HISTORIES, FAST_HISTORIES), async (history) => {
      const list = movingList(history);
      serve(list);
      const { outcome, ids } = await judgedExport(platform, listed, folder);
      tally[outcome] += 1;
      expect(list.calls.length).toBeLessThan(MOST_CALLS);
      if (outcome === 'whole') expectWhole(ids, list);
    });
    await fc.assert(property, RUNS);

    expect(Math.min(...Object.values(tally))).toBeGreaterThan(1);
  });
});
