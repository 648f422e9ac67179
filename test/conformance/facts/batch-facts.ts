import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { KeyedListName, KeyedLists, Platform } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { ORDER_ITEM_SORTS, ORDER_PAYMENT_SORTS } from '../../../shared/contract/order-rows.ts';
import { ORDER_SORTS } from '../../../shared/contract/orders.ts';
import { LOCATION, PROVIDER, SHOP } from '../../support/shop-fixture.ts';
import { type Area, fact, factOfEach, factOfEachViewer } from '../fact.ts';
import { ALWAYS, OCTOBER } from '../known-shop.ts';
import { batchesOf, drained } from '../laws/lists.ts';

type Queries = { readonly [L in KeyedListName]: readonly KeyedLists[L]['query'][] };

const PLACES = [{ shop_id: [SHOP.utrecht1, SHOP.amsterdam] }, { location_id: [LOCATION.utrecht] }];

const QUERIES: Queries = {
  orders: [
    ...ORDER_SORTS.map((sort) => ({ ...ALWAYS, sort })),
    ...PLACES.map((place) => ({ ...ALWAYS, ...place })),
    { ...OCTOBER, status: ['complete', 'refunded'] },
    { ...OCTOBER, q: 'a', sort: '-date_purchased' },
  ],
  orderItems: [
    ...ORDER_ITEM_SORTS.map((sort) => ({ ...ALWAYS, sort })),
    ...PLACES.map((place) => ({ ...ALWAYS, ...place })),
    { ...OCTOBER, type: 'product', sign: 'negative' },
  ],
  orderPayments: [
    ...ORDER_PAYMENT_SORTS.map((sort) => ({ ...ALWAYS, sort })),
    ...PLACES.map((place) => ({ ...ALWAYS, ...place })),
    { ...OCTOBER, provider_method_type_id: PROVIDER.pin },
  ],
};

const FORGED = [
  '',
  ' ',
  '1',
  '{}',
  '[]',
  '[1]',
  '[{},1]',
  '[1.5,1]',
  'null',
  "' or 1=1 --",
  'A'.repeat(10_000),
  '\u0000',
];

export const KEYED_BATCHES: Area = {
  area: 'lists in batches by key',
  facts: [
    ...factOfEachViewer(
      'are, for the %s, the rows of the pages in the same order',
      async ({ platform, callers }, user) => {
        const caller = callers[user];
        for (const list of await keyedLists(platform, caller)) {
          for (const query of QUERIES[list]) {
            const rows = await rowsInBatches(platform, caller, list, query);
            expect(rows, `${list} ${JSON.stringify(query)}`).toEqual(await rowsInPages(platform, caller, list, query));
          }
        }
      },
    ),
    fact('are not offered for other lists', async ({ platform, callers }) => {
      const offered = await keyedLists(platform, callers.owner);
      for (const list of (Object.keys(QUERIES) as KeyedListName[]).filter((name) => !offered.includes(name))) {
        await expect(platform.readBatch(callers.owner, list, ALWAYS, null)).rejects.toMatchObject({
          code: 'not_offered',
        });
      }
    }),
    ...factOfEach(
      FORGED,
      (key) => `are refused after the forged key ${JSON.stringify(key.slice(0, 20))}`,
      async ({ platform, callers }, key) => {
        for (const list of await keyedLists(platform, callers.owner)) {
          const failure = await platform.readBatch(callers.owner, list, ALWAYS, key).catch((error: unknown) => error);
          expect(failure, list).toBeInstanceOf(PlatformError);
          expect(failure, list).toMatchObject({ code: 'rejected' });
        }
      },
    ),
  ],
};

async function keyedLists(platform: Platform, caller: Caller): Promise<readonly KeyedListName[]> {
  const { keyedLists: offered = [] } = await platform.getCapabilities(caller);
  return offered;
}

async function rowsInBatches<L extends KeyedListName>(
  platform: Platform,
  caller: Caller,
  list: L,
  query: KeyedLists[L]['query'],
) {
  const batches = await batchesOf((after) => platform.readBatch(caller, list, query, after));
  return batches.flatMap(({ rows }) => [...rows]);
}

function rowsInPages<L extends KeyedListName>(
  platform: Platform,
  caller: Caller,
  list: L,
  query: KeyedLists[L]['query'],
): Promise<readonly unknown[]> {
  const pages: Readonly<Record<KeyedListName, () => Promise<readonly unknown[]>>> = {
    orders: () => drained((page) => platform.listOrders(caller, { ...query, ...page } as never)),
    orderItems: () => drained((page) => platform.listOrderItems(caller, { ...query, ...page } as never)),
    orderPayments: () => drained((page) => platform.listOrderPayments(caller, { ...query, ...page } as never)),
  };
  return pages[list]();
}
