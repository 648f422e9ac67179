import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform, PriceListBatch, PriceListQuery, PriceListRow } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { STOCK_STATES } from '../../../shared/contract/products.ts';
import { GROUP, PRODUCT, RATE } from '../../support/shop-fixture.ts';
import { type Area, factOfEach } from '../fact.ts';
import { UNKNOWN_IDS } from '../known-shop.ts';
import { drained } from '../laws/drained.ts';

const FORGED = ['', ' ', 'x', '-1', '1.5', '1:1', '%', "' or 1=1 --", 'null', '9'.repeat(10_000), '\u0000'];

const QUERIES: readonly PriceListQuery[] = [
  {},
  ...[...Object.values(GROUP), ...UNKNOWN_IDS].map((product_group_id) => ({ product_group_id })),
  ...[...Object.values(RATE), ...UNKNOWN_IDS].map((tax_rate_id) => ({ tax_rate_id })),
  ...STOCK_STATES.map((stock) => ({ stock })),
  ...[true, false].flatMap((priced) => [{ priced }, { priced, stock: 'positive' as const }]),
];

export const PRICE_LIST: Area = {
  area: 'the price list',
  facts: [
    ...factOfEach(
      ['owner', 'staff', 'beta'] as const,
      (user) => `is, for the ${user}, the list of products by id, each with its sale price`,
      async ({ platform, callers }, user) => {
        for (const query of QUERIES) {
          const rows = (await batchesOf(platform, callers[user], query)).flatMap((batch) => batch.rows);
          expect(rows, JSON.stringify(query)).toEqual(await joined(platform, callers[user], query));
        }
      },
    ),
    {
      name: 'has of several sale prices the one with the lowest id, and of none null',
      async check({ platform, callers }) {
        const rows = (await batchesOf(platform, callers.owner, {})).flatMap((batch) => batch.rows);
        const prices = new Map(rows.map(({ id, salePrice }) => [id, salePrice]));
        expect(prices.get(PRODUCT.apple)).toEqual({ ppu: 1, ppu_wt: 1.09, tax_rate_id: RATE.nl9 });
        expect(prices.get(PRODUCT.cafe)).toEqual({ ppu: 10, ppu_wt: 12.1, tax_rate_id: RATE.nl21 });
        expect(prices.get(PRODUCT.course)).toBeNull();
      },
    },
    {
      name: 'comes to an end, and has rows in every batch but the last',
      async check({ platform, callers }) {
        const batches = await batchesOf(platform, callers.owner, {});
        expect(batches.slice(0, -1).filter(({ rows }) => rows.length === 0)).toEqual([]);
      },
    },
    ...factOfEach(
      FORGED,
      (key) => `is refused after the forged key ${JSON.stringify(key.slice(0, 20))}`,
      async ({ platform, callers }, key) => {
        const failure = await platform.readPriceList(callers.owner, {}, key).catch((error) => error);
        expect(failure).toBeInstanceOf(PlatformError);
        expect(failure).toMatchObject({ code: 'rejected' });
      },
    ),
  ],
};

async function batchesOf(platform: Platform, caller: Caller, query: PriceListQuery): Promise<PriceListBatch[]> {
  const batches: PriceListBatch[] = [];
  let key: string | null = null;
  do {
    const batch: PriceListBatch = await platform.readPriceList(caller, query, key);
    batches.push(batch);
    key = batch.next;
    expect(batches.length).toBeLessThan(100);
  } while (key !== null);
  return batches;
}

/** The same from the two lists of the API, joined as the specification has it. */
async function joined(platform: Platform, caller: Caller, query: PriceListQuery): Promise<PriceListRow[]> {
  const products = await drained((page) => platform.searchProducts(caller, { ...query, ...page }));
  const product_ids = products.map(({ id }) => id);
  if (product_ids.length === 0) return [];
  const prices = await drained((page) => platform.listProductPrices(caller, { product_ids, ...page }));
  return products.map(({ id, sku, title }) => {
    const own = prices.filter((price) => price.product_id === id && price.is_sale_price);
    const [price] = own.filter(({ from_qty }) => from_qty === null).toSorted((a, b) => a.id - b.id);
    const { ppu, ppu_wt, tax_rate_id } = price ?? {};
    const isPriced = ppu !== undefined && ppu_wt !== undefined && tax_rate_id !== undefined;
    return { id, sku, title, salePrice: isPriced ? { ppu, ppu_wt, tax_rate_id } : null };
  });
}
