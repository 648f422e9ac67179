import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import { PRODUCT } from '../../support/shop-fixture.ts';
import { type Area, factOfEach } from '../fact.ts';
import { UNKNOWN_IDS } from '../known-shop.ts';
import { drained } from '../laws/drained.ts';
import { pagingFacts } from '../laws/paging-facts.ts';
import { ascending } from '../laws/row-order.ts';

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
    {
      name: 'are sale prices by their type alone',
      async check({ platform, callers }) {
        const rows = await readAll(platform, callers.owner, ALL_IDS);
        expect(rows.filter((row) => row.is_sale_price !== (row.product_price_type_id === 1))).toEqual([]);
        expect(new Set(rows.map((row) => row.is_sale_price))).toEqual(new Set([true, false]));
      },
    },
    {
      name: 'keep four decimals of a unit price',
      async check({ platform, callers }) {
        const rows = await readAll(platform, callers.owner, [PRODUCT.apple]);
        const odd = rows.find(({ ppu }) => ppu === 1.2345);
        expect(odd).toMatchObject({ ppu: 1.2345, ppu_wt: 1.4938, currency: 'EUR' });
      },
    },
    {
      name: 'have no row for an unknown product or one of another account',
      async check({ platform, callers }) {
        expect(await readAll(platform, callers.owner, [...UNKNOWN_IDS, PRODUCT.beta])).toEqual([]);
        const all = await readAll(platform, callers.owner, ALL_IDS);
        expect(await readAll(platform, callers.owner, [...ALL_IDS, ...UNKNOWN_IDS])).toEqual(all);
        const ofBeta = await readAll(platform, callers.beta, ALL_IDS);
        expect(new Set(ofBeta.map((row) => row.product_id))).toEqual(new Set([PRODUCT.beta]));
      },
    },
    {
      name: 'are the same for a locked caller',
      async check({ platform, callers }) {
        const all = await readAll(platform, callers.owner, ALL_IDS);
        expect(await readAll(platform, callers.staff, ALL_IDS)).toEqual(all);
      },
    },
  ],
};
