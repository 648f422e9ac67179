import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createEmbeddedPlatform } from '../../../../electron/platform/embedded/embedded-platform.ts';
import { applyChanges, openCatalogCopy } from '../../../../electron/store/copies/catalog-copy-store.ts';
import { COPY_READER, readFact } from '../../../../electron/store/copies/copy-store.ts';
import type { ProductPrice } from '../../../../shared/contract/product-prices.ts';
import { cheapHasher } from '../../../support/cheap-cost.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { sampleProduct } from '../../../support/sample-product.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const PRODUCTS = 500;
const POSITION = { position: 'after the page' };
const noPause = async () => undefined;

const productOf = (id: number, title: string) => sampleProduct({ id, sku: `S${id}`, title, product_group_id: 1 });

const priceOf = (id: number, product_id: number): ProductPrice => ({
  ...{ id, product_id, product_price_type_id: 1, is_sale_price: true },
  ...{ ppu: 1, ppu_wt: 1.21, tax_rate_id: 1, currency: 'EUR', from_qty: null },
});

async function openCopy() {
  const clock = createFixedClock('2026-11-01T12:00:00+01:00');
  const { db, close } = await openCatalogCopy(join(temporaryFolder(), 'copy.sqlite'), clock);
  onTestFinished(close);
  const { searchProducts, listProductPrices } = createEmbeddedPlatform({ db, clock, hasher: cheapHasher });
  return {
    db,
    count: async (q: string) => (await searchProducts(COPY_READER, { q, start: 0, limit: 1 })).total,
    countPrices: async (id: number) =>
      (await listProductPrices(COPY_READER, { product_ids: [id], start: 0, limit: 1 })).total,
  };
}

const PAGE = {
  products: Array.from({ length: PRODUCTS }, (_, index) => productOf(index + 1, 'Gieter '.repeat(100))),
  prices: Array.from({ length: PRODUCTS }, (_, index) => priceOf(index + 1, index + 1)),
  removed: [],
};

it('a page that was interrupted is complete once it is applied again', async () => {
  const { db, count } = await openCopy();
  const stop = async () => {
    throw new Error('stopped');
  };

  await expect(applyChanges(db, PAGE, POSITION, stop)).rejects.toThrow('stopped');
  expect(await readFact(db, 'position')).toBeUndefined();
  await applyChanges(db, PAGE, POSITION, noPause);

  expect(await count('gieter')).toBe(PRODUCTS);
});

it('a very long title is found by its beginning', async () => {
  const { db, count } = await openCopy();
  const title = `Gieter ${'x'.repeat(30_000)} Schep`;

  await applyChanges(db, { products: [productOf(1, title)], prices: [], removed: [] }, {}, noPause);

  expect([await count('gieter'), await count('schep')]).toEqual([1, 0]);
});
