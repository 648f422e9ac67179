import { describe, expect, it, onTestFinished } from 'vitest';
import { openStoredCopy } from '../../../../electron/platform/copy/stored-copy.ts';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { createCatalogSource } from '../../../../electron/platform/remote/copied-catalog.ts';
import { COPY_READER } from '../../../../electron/store/copies/copy-store.ts';
import { cheapHasher } from '../../../support/cheap-cost.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const PRODUCTS = 20_000;
const PRICES_EACH = 3;
const AT_ONCE = 500;
/** What is held of it at once is a few; the rest is what has not been collected yet. */
const MOST_GROWN_MB = 250;

/** A deployment that makes its products up as it is asked for them. */
function createEndlessCatalog() {
  const seen = { rows: 0, pages: 0, most: 0 };
  const productOf = (id: number) => ({
    ...{ id, sku: `SKU-${id}`, title: `Gieter ${id} ${'x'.repeat(100)}`, product_group_id: 1 },
    ...{ stock: id % 7, shop_product_id: id },
  });
  const priceOf = (product_id: number, nth: number) => ({
    ...{ id: product_id * 10 + nth, product_id, product_price_type_id: 1 + nth, is_sale_price: nth === 0 },
    ...{ ppu: 1.5, ppu_wt: 1.815, tax_rate_id: 1, currency: 'EUR', from_qty: null },
  });
  const source = {
    async readChanges(_caller: unknown, _feed: unknown, { after, limit }: { after: object; limit: number }) {
      const from = 'position' in after ? Number(after.position) : 0;
      const count = Math.min(limit, PRODUCTS - from);
      const ids = Array.from({ length: count }, (_, index) => from + index + 1);
      seen.pages += 1;
      seen.most = Math.max(seen.most, count);
      const changed_at = '2026-11-01T12:00:00+01:00';
      return {
        rows: ids.map((id) => ({ id, change: 'upsert', version: id, changed_at, record: productOf(id) })),
        ...{ total: PRODUCTS - from, next: String(from + count), hasMore: from + count < PRODUCTS },
      };
    },
    async listProductPrices(_caller: unknown, query: { product_ids: number[]; start: number; limit: number }) {
      const all = query.product_ids.flatMap((id) => Array.from({ length: PRICES_EACH }, (_, nth) => priceOf(id, nth)));
      const rows = all.slice(query.start, query.start + query.limit);
      seen.rows += rows.length;
      return { rows, total: all.length };
    },
    searchProducts: async () => ({ rows: [], total: PRODUCTS }),
    listReference: async () => [LISTED],
  } as unknown as Platform;
  return { source, seen };
}

/** A group and a rate at once. */
const LISTED = { id: 1, code: '8000', title: 'Tuin', name: '21%', value: 21, country_iso2: 'NL', alias: 'nl_21' };

describe('a catalog of 20 000 products', () => {
  it('is filled a page at a time, which is all that is held of it, and searched', { timeout: 120_000 }, async () => {
    const clock = createFixedClock('2026-11-01T12:00:00+01:00');
    const hasher = cheapHasher;
    const { source, seen } = createEndlessCatalog();
    const copy = await openStoredCopy({
      ...{ folder: temporaryFolder(), mark: '0'.repeat(32), clock },
      source: createCatalogSource(source, (db) => createEmbeddedPlatform({ db, clock, hasher })),
    });
    onTestFinished(copy.close);
    const begun = performance.now();
    const before = process.memoryUsage().rss;
    await copy.readOn(COPY_READER);
    const filledMs = performance.now() - begun;
    const grownMb = (process.memoryUsage().rss - before) / 1e6;
    expect(grownMb).toBeLessThan(MOST_GROWN_MB);
    expect(seen).toMatchObject({ most: AT_ONCE, pages: PRODUCTS / AT_ONCE, rows: PRODUCTS * PRICES_EACH });
    const asked = performance.now();
    const query = { q: '1999', start: 0, limit: 50 };
    const found = await copy.answer('searchProducts', async (answers) => answers.searchProducts?.(COPY_READER, query));
    const searchMs = performance.now() - asked;
    expect(found?.answer?.total).toBe(12);
    const grown = `${Math.round(grownMb)} MB larger`;
    const figures = `filled in ${Math.round(filledMs)} ms, ${grown}, searched in ${searchMs.toFixed(1)} ms`;
    process.stdout.write(`a copy of ${PRODUCTS} products: ${figures}\n`);
  });
});
