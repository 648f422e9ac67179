import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { stockOfPage } from '../../electron/store/stock-queries.ts';

describe('stockOfPage', () => {
  let store: Store;

  beforeAll(async () => {
    store = await openStore({ file: ':memory:' });
    return () => store.close();
  });

  it.each([null, 11])('reads stock by product and never sorts, of location %j', async (locationId) => {
    const scope = { accountId: 1, locationId };
    const query = stockOfPage(store.db, scope, { q: 'vaas' }, { start: 0, limit: 100 });
    const plan = await query.explain<{ detail: string }>(undefined, sql`query plan`);
    const details = plan.map(({ detail }) => detail).join('\n');

    expect(details).toContain('SEARCH stock USING COVERING INDEX');
    expect(details).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});
