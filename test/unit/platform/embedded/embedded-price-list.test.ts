import { describe, expect, it } from 'vitest';
import { PRICE_LIST_BATCH } from '../../../../electron/platform/embedded/embedded-catalog.ts';
import type { Platform, PriceListQuery, PriceListRow } from '../../../../electron/platform/platform.ts';
import { insertRows } from '../../../../electron/store/insert-rows.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { ACCOUNT, CALLER, GROUP, RATE } from '../../../support/shop-fixture.ts';
import { perTest } from '../../../support/test-scope.ts';

const FIRST_ID = 50_001;
const PRODUCTS = 2_500;

const fixture = perTest(openFixturePlatform);

/** Products of which every tenth has three sale prices, every fourth of those left has none. */
async function addProducts(): Promise<void> {
  const ids = Array.from({ length: PRODUCTS }, (_, index) => FIRST_ID + index);
  const pricesOf = (id: number) => (id % 10 === 0 ? 3 : id % 4 === 0 ? 0 : 1);
  const account_id = ACCOUNT.alpha;
  const products = ids.map((id) => {
    const named = { sku: `S-${id}`, title: `\u0001 "${id}" \\ é\n`, folded_sku: `s-${id}`, folded_title: 'e' };
    return { id, account_id, product_group_id: GROUP.toys, shop_product_id: id, ...named };
  });
  const prices = ids.flatMap((id) =>
    Array.from({ length: pricesOf(id) }, (_, nth) => {
      const price = { product_price_type_id: 1, from_qty: null, currency: 'EUR', tax_rate_id: RATE.nl21 };
      // The one that is valid comes last, so that the order of writing decides nothing.
      const value = { ppu: nth === 2 ? id : 1, ppu_wt: nth === 2 ? id + 1 : 1 };
      const own = pricesOf(id) === 3 ? value : { ppu: id, ppu_wt: id + 1 };
      return { id: 10 * id + 9 - nth, account_id, product_id: id, ...price, ...own };
    }),
  );
  await insertRows(fixture.store.db, 'products', products);
  await insertRows(fixture.store.db, 'product_prices', prices);
}

async function readAll(query: PriceListQuery = {}): Promise<{ rows: PriceListRow[]; batches: number[] }> {
  const rows: PriceListRow[] = [];
  const batches: number[] = [];
  let key: string | null = null;
  do {
    const batch: Awaited<ReturnType<Platform['readPriceList']>> = await fixture.platform.readPriceList(
      CALLER.owner,
      query,
      key,
    );
    rows.push(...batch.rows);
    batches.push(batch.rows.length);
    key = batch.next;
  } while (key !== null);
  return { rows, batches };
}

describe('readPriceList', () => {
  it('has every product once over all batches, with the sale price of the lowest id', async () => {
    await addProducts();

    const { rows, batches } = await readAll({ product_group_id: GROUP.toys });

    const added = rows.filter(({ id }) => id >= FIRST_ID);
    expect(added.map(({ id }) => id)).toEqual(Array.from({ length: PRODUCTS }, (_, at) => FIRST_ID + at));
    for (const { id, sku, title, salePrice } of added) {
      expect({ sku, title }).toEqual({ sku: `S-${id}`, title: `\u0001 "${id}" \\ é\n` });
      const isPriced = id % 10 === 0 || id % 4 !== 0;
      const price = { ppu: id / 10_000, ppu_wt: (id + 1) / 10_000, tax_rate_id: RATE.nl21 };
      expect(salePrice).toEqual(isPriced ? price : null);
    }
    expect(batches.length).toBeGreaterThan(2);
    expect(Math.max(...batches)).toBeLessThanOrEqual(PRICE_LIST_BATCH);
  });

  it('ends with a batch that another could have followed', async () => {
    const ids = Array.from({ length: PRICE_LIST_BATCH }, (_, index) => FIRST_ID + index);
    await insertRows(
      fixture.store.db,
      'products',
      ids.map((id) => {
        const named = { sku: `S-${id}`, title: 'a', folded_sku: `s-${id}`, folded_title: 'a' };
        return { id, account_id: ACCOUNT.alpha, product_group_id: GROUP.toys, shop_product_id: id, ...named };
      }),
    );

    const { batches } = await readAll({ product_group_id: GROUP.toys, priced: false, stock: 'none' });

    expect(batches.reduce((sum, rows) => sum + rows, 0)).toBeGreaterThanOrEqual(PRICE_LIST_BATCH);
    expect(batches.slice(0, -1)).not.toContain(0);
  });

  it('answers a key beyond the end with nothing', async () => {
    const beyond = await fixture.platform.readPriceList(CALLER.owner, {}, '999999999999999');
    expect(beyond).toEqual({ rows: [], next: null });
  });
});
