import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Batch, Platform, PriceListQuery, PriceListRow } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import { STOCK_STATES } from '../../../shared/contract/products.ts';
import { GROUP, PRODUCT, RATE } from '../../support/shop-fixture.ts';
import { type Area, fact, factOfEach, factOfEachViewer } from '../fact.ts';
import { UNKNOWN_IDS } from '../known-shop.ts';
import { ascending, batchesOf, drained, pagingFacts } from '../laws/lists.ts';

const { beta: _, ...OWN_PRODUCTS } = PRODUCT;

const ALL_IDS = Object.values(PRODUCT);

const readAll = (platform: Platform, caller: Caller, product_ids: number[]) =>
  drained((page) => platform.listProductPrices(caller, { ...page, product_ids }));

export const PRICES: Area = {
  area: 'product prices',
  facts: [
    ...pagingFacts<ProductPrice>({
      name: 'listProductPrices',
      read: (platform, caller, page) =>
        platform.listProductPrices(caller, { ...page, product_ids: ALL_IDS.toReversed() }),
      compare: ascending(
        (row) => row.product_id,
        (row) => row.product_price_type_id,
        (row) => row.from_qty ?? Number.NEGATIVE_INFINITY,
        (row) => row.id,
      ),
    }),
    ...factOfEach(
      Object.entries(OWN_PRODUCTS),
      ([name]) => `those of the product ${name} are the same alone and among others`,
      async ({ platform, callers }, [, id]) => {
        const among = await readAll(platform, callers.owner, ALL_IDS);
        const alone = await readAll(platform, callers.owner, [id]);
        expect(alone).toEqual(among.filter((row) => row.product_id === id));
      },
    ),
    fact('are sale prices if their type says so', async ({ platform, callers }) => {
      const rows = await readAll(platform, callers.owner, ALL_IDS);
      expect(rows.filter((row) => row.is_sale_price !== (row.product_price_type_id === 1))).toEqual([]);
      expect(new Set(rows.map((row) => row.is_sale_price))).toEqual(new Set([true, false]));
    }),
    fact('keep four decimals of a unit price', async ({ platform, callers }) => {
      const rows = await readAll(platform, callers.owner, [PRODUCT.apple]);
      const odd = rows.find(({ ppu }) => ppu === 1.2345);
      expect(odd).toMatchObject({ ppu: 1.2345, ppu_wt: 1.4938, currency: 'EUR' });
    }),
    fact('have no row for an unknown product or one of another account', async ({ platform, callers }) => {
      expect(await readAll(platform, callers.owner, [...UNKNOWN_IDS, PRODUCT.beta])).toEqual([]);
      const all = await readAll(platform, callers.owner, ALL_IDS);
      expect(await readAll(platform, callers.owner, [...ALL_IDS, ...UNKNOWN_IDS])).toEqual(all);
      const ofBeta = await readAll(platform, callers.beta, ALL_IDS);
      expect(new Set(ofBeta.map((row) => row.product_id))).toEqual(new Set([PRODUCT.beta]));
    }),
    fact('are the same for a locked caller', async ({ platform, callers }) => {
      const all = await readAll(platform, callers.owner, ALL_IDS);
      expect(await readAll(platform, callers.staff, ALL_IDS)).toEqual(all);
    }),
  ],
};

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
    ...factOfEachViewer(
      'is, for the %s, the list of products by id, each with its sale price',
      async ({ platform, callers }, user) => {
        for (const query of QUERIES) {
          const rows = (await readBatches(platform, callers[user], query)).flatMap((batch) => batch.rows);
          expect(rows, JSON.stringify(query)).toEqual(await joined(platform, callers[user], query));
        }
      },
    ),
    fact(
      'uses the sale price with the lowest id if there are several, and null if there is none',
      async ({ platform, callers }) => {
        const rows = (await readBatches(platform, callers.owner, {})).flatMap((batch) => batch.rows);
        const prices = new Map(rows.map(({ id, salePrice }) => [id, salePrice]));
        expect(prices.get(PRODUCT.apple)).toEqual({ ppu: 1, ppu_wt: 1.09, tax_rate_id: RATE.nl9 });
        expect(prices.get(PRODUCT.cafe)).toEqual({ ppu: 10, ppu_wt: 12.1, tax_rate_id: RATE.nl21 });
        expect(prices.get(PRODUCT.course)).toBeNull();
      },
    ),
    fact('ends, and has rows in every batch but the last', async ({ platform, callers }) => {
      const batches = await readBatches(platform, callers.owner, {});
      expect(batches.slice(0, -1).filter(({ rows }) => rows.length === 0)).toEqual([]);
    }),
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

function readBatches(platform: Platform, caller: Caller, query: PriceListQuery): Promise<Batch<PriceListRow>[]> {
  return batchesOf((after) => platform.readPriceList(caller, query, after));
}

/** The same from the two lists of the API, joined as the specification describes. */
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
