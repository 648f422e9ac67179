import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateShops } from '../../electron/platform/demo/generate-shops.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { openBulkLoad } from '../../electron/store/demo/bulk-load.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { cheapHasher } from '../support/cheap-cost.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { NOW, startService } from '../support/running-service.ts';
import { pickBySize } from '../support/test-size.ts';
import { differenceLine } from './asked-reports.ts';
import { proveExactness, type WithService, withProgram } from './exactness-proof.ts';

const SIZE = { products: 500, orders: 3_000, days: 400, until: '2026-10-31', seed: 7 };

/** The same service in this process, which starts much faster. */
const withServiceHere: WithService = async (folder, use) => {
  const store = await openStore({ file: join(folder, 'tilldesk.sqlite') });
  const clock = createFixedClock(NOW);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: cheapHasher });
  const service = await startService({ platform, store, clock });
  try {
    await use(service.port);
  } finally {
    await service.stop();
    await store.close();
  }
};

const PROOF = {
  seed: 4870,
  log: () => undefined,
  withService: pickBySize({ quick: withServiceHere, full: withProgram }),
};

let dataDir: string;
const file = () => join(dataDir, 'tilldesk.sqlite');

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tilldesk-exact-shops-'));
  const load = await openBulkLoad({ file: file() });
  await generateShops(SIZE, { load, hasher: cheapHasher, onProgress: () => undefined });
  await load.close();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

describe('proveExactness', { timeout: 240_000 }, () => {
  it('finds no difference in the figures of a generated store', async () => {
    const { comparisons, differences } = await proveExactness({ ...PROOF, dataDir, rounds: 10 });
    expect(differences.map(differenceLine)).toEqual([]);
    expect(comparisons).toBeGreaterThan(150_000);
  });

  it('finds day totals that are wrong by one cent', async () => {
    const store = await openStore({ file: file() });
    await sql`update item_totals_by_day set value_ex = value_ex + 100 where rowid in
      (select rowid from item_totals_by_day where day = 20261025 and type = 'product' limit 1)`.execute(store.db);
    await store.close();
    const { differences } = await proveExactness({ ...PROOF, dataDir, rounds: 0 });
    const lines = differences.map(differenceLine);
    expect(lines).toContainEqual(expect.stringMatching(/2026-10-25, .*: revenue\.total_turnover is .*, ought to be /));
    expect(lines).toContainEqual(expect.stringMatching(/turnover by day: \d+\.turnover is /));
  });
});
