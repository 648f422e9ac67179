import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { CALLER } from '../../support/shop-fixture.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { OCTOBER, readFrom } from './datasets/read-dataset.ts';

const fixture = openPerTest(openFixturePlatform);
const options = { filters: OCTOBER, caller: CALLER.owner };

/** The fixture platform with other batches. */
function withBatches(readBatch: Platform['readBatch']): Platform {
  return { ...fixture.platform, readBatch };
}

const losesARow: Platform['readBatch'] = async (caller, list, query, after) => {
  const { rows, next } = await fixture.platform.readBatch(caller, list, query, after);
  return { rows: rows.slice(1), next };
};

describe('a list that is read in batches by key', () => {
  it.each(['order-items', 'order-payments'] as const)('is incomplete if a row is lost: %s', async (dataset) => {
    await expect(readFrom(withBatches(losesARow), dataset, options)).rejects.toMatchObject({ code: 'incomplete' });
    expect((await readFrom(fixture.platform, dataset, options)).rows.length).toBeGreaterThan(1);
  });

  it('has fewer orders than the platform counts if a row is lost', async () => {
    const { rows, total } = await readFrom(withBatches(losesARow), 'orders', options);
    const whole = await readFrom(fixture.platform, 'orders', options);

    expect(whole.total).toBe(whole.rows.length);
    expect(total).toBe(rows.length + 1);
  });

  it('has each order once, even if one moves while it is read', async () => {
    const twice: Platform['readBatch'] = async (caller, list, query, after) => {
      const { rows } = await fixture.platform.readBatch(caller, list, query, null);
      return { rows, next: after === null ? 'again' : null };
    };
    const filters = { ...OCTOBER, sort: '-value_wt' };
    const { rows } = await readFrom(withBatches(twice), 'orders', { ...options, filters });

    expect(rows).toEqual((await readFrom(fixture.platform, 'orders', { ...options, filters })).rows);
  });

  it('is incomplete if the batches never end', async () => {
    const endless: Platform['readBatch'] = async (caller, list, query) => ({
      ...(await fixture.platform.readBatch(caller, list, query, null)),
      next: 'again',
    });
    await expect(readFrom(withBatches(endless), 'orders', options)).rejects.toMatchObject({ code: 'incomplete' });
  });
});
