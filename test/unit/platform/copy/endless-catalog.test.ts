import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCopyDirectory } from '../../../../electron/platform/copy/copy-directory.ts';
import { openStoredCopy } from '../../../../electron/platform/copy/stored-copy.ts';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import type { ChangesQuery, Platform } from '../../../../electron/platform/platform.ts';
import { createCatalogSource } from '../../../../electron/platform/remote/copied-catalog.ts';
import { COPY_READER } from '../../../../electron/store/copies/copy-store.ts';
import { cheapHasher } from '../../../support/cheap-cost.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { createLogRecorder } from '../../../support/log-recorder.ts';
import { createProduct } from '../../../support/sample-product.ts';
import { createTemporaryFolder } from '../../../support/temporary-folder.ts';

const MB = 1_000_000;
const MAX_BYTES = 3 * MB;
/** Space that one more page and the log of the database may need beyond the maximum. */
const LEEWAY = 2 * MB;
const WIDE = 'x'.repeat(200);

/** Far more than a bounded reader asks for. */
const MAX_CALLS = 200;

/** A deployment that always has another page. */
function createEndless(pricesEach: number) {
  const seen = { pages: 0, prices: 0 };
  const expectBounds = () => {
    if (seen.pages + seen.prices > MAX_CALLS) throw new Error('it is asked without end');
  };
  const source = {
    async readChanges(_caller: unknown, _feed: unknown, { after, limit }: ChangesQuery) {
      seen.pages += 1;
      expectBounds();
      const from = 'position' in after ? Number(after.position) : 0;
      const rows = Array.from({ length: limit }, (_, index) => from + index + 1).map((id) => ({
        ...{ id, change: 'upsert', version: id, changed_at: '2026-11-01T12:00:00+01:00' },
        record: createProduct({ id, sku: `${id}`, title: WIDE, product_group_id: 1 }),
      }));
      return { rows, total: 1e9, next: String(from + limit), hasMore: true };
    },
    async listProductPrices(_caller: unknown, query: { product_ids: number[]; start: number; limit: number }) {
      seen.prices += 1;
      expectBounds();
      const total = pricesEach * query.product_ids.length;
      const rows = Array.from({ length: Math.min(query.limit, total) }, (_, index) => ({
        ...{ id: query.start + index + 1, product_id: query.product_ids[0], product_price_type_id: 1 },
        ...{ ppu: 1, ppu_wt: 1.21, tax_rate_id: 1, currency: 'EUR', from_qty: null, is_sale_price: true },
      }));
      return { rows, total };
    },
    searchProducts: async () => ({ rows: [], total: 1e9 }),
    listReference: async () => [{ id: 1 }],
  } as unknown as Platform;
  return { source, seen };
}

async function openCopyOf(remote: Platform, others = 0) {
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, 'the copy of somebody else'), 'x'.repeat(others));
  const { log } = createLogRecorder();
  const { assertRoom } = createCopyDirectory({ folder, clock, log, maxBytes: MAX_BYTES });
  const source = createCatalogSource(remote, (db) => createEmbeddedPlatform({ db, clock, hasher: cheapHasher }));
  const copy = await openStoredCopy({ file: join(folder, 'copy.sqlite'), clock, source, assertRoom });
  onTestFinished(copy.close);
  const bytes = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  return { copy, bytes };
}

describe('a deployment whose catalog never ends', () => {
  it('fills the disk up to the maximum size of a copy, and is then not read any more', async () => {
    const { source, seen } = createEndless(0);
    const { copy, bytes } = await openCopyOf(source);

    await expect(copy.continueReading(COPY_READER)).rejects.toMatchObject({ code: 'invalid_answer' });
    const { pages } = seen;
    await expect(copy.continueReading(COPY_READER)).rejects.toMatchObject({ code: 'invalid_answer' });

    expect(bytes()).toBeLessThan(MAX_BYTES + LEEWAY);
    expect(seen.pages).toBe(pages);
    expect(copy.isComplete()).toBe(false);
  });

  it('is not read if the copies of others have left no space', async () => {
    const { source, seen } = createEndless(0);
    const { copy } = await openCopyOf(source, MAX_BYTES);

    await expect(copy.continueReading(COPY_READER)).rejects.toThrow(
      'The copies on this computer reached their size limit. Remove some with npm run copies.',
    );
    expect(seen.pages).toBe(0);
  });

  it('does not fill the memory with the prices of one page', async () => {
    const { source, seen } = createEndless(51);
    const { copy } = await openCopyOf(source);

    await expect(copy.continueReading(COPY_READER)).rejects.toMatchObject({ code: 'invalid_answer' });

    expect(seen.prices).toBe(1);
  });

  it('is stopped in the middle of a page', async () => {
    const { source } = createEndless(0);
    const stopping = new AbortController();
    const stoppedSoon = async () => {
      setImmediate(() => stopping.abort());
      return { rows: [], total: 0 };
    };
    const { copy } = await openCopyOf({ ...source, listProductPrices: stoppedSoon });
    const control = { stop: stopping.signal, reportOutcome: () => undefined };

    await expect(copy.continueReading(COPY_READER, control)).rejects.toThrow('Reading was stopped.');

    const status = await copy.use((records) => records.getStatus());
    expect(status?.streams.find(({ name }) => name === 'products')?.progress?.done).toBeLessThan(500);
  });
});
