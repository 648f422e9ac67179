import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform, ProductQuery } from '../../../electron/platform/platform.ts';
import { PRODUCT_SORTS, type Product } from '../../../shared/contract/products.ts';
import { GROUP, PRODUCT, RATE } from '../../support/shop-fixture.ts';
import type { Area } from '../fact.ts';
import { UNKNOWN_IDS } from '../known-shop.ts';
import { drained } from '../laws/drained.ts';
import { filterFacts } from '../laws/filter-facts.ts';
import { folded, hasEveryWord } from '../laws/folded-words.ts';
import { pagingFacts } from '../laws/paging-facts.ts';
import { ascending, sortedBy } from '../laws/row-order.ts';

type Filters = Omit<ProductQuery, 'start' | 'limit'>;

const { beta: _, ...OWN_PRODUCTS } = PRODUCT;
const OWN_IDS = Object.values(OWN_PRODUCTS);
const SEARCHES = [
  'appel',
  'APPEL',
  'apple',
  'cafe',
  'CRÈME',
  'groot cafe',
  '0012345678905',
  'x%_*"-1',
  '%',
  '_',
  '"',
  '=SOM(A1)',
  'p',
  '   ',
];

const readAll = (platform: Platform, caller: Caller, filters: Filters) =>
  drained((page) => platform.searchProducts(caller, { ...filters, ...page }));

const keyOf = {
  id: ({ id }: Product) => id,
  sku: ({ sku }: Product) => folded(sku),
  title: ({ title }: Product) => folded(title),
  stock: ({ stock }: Product) => stock,
};

export const CATALOG: Area = {
  area: 'the catalog',
  facts: [
    ...pagingFacts<Product>({
      name: 'searchProducts without a sort',
      read: (platform, caller, page) => platform.searchProducts(caller, page),
      compare: ascending(({ id }) => id),
    }),
    ...PRODUCT_SORTS.flatMap((sort) =>
      pagingFacts<Product>({
        name: `searchProducts by ${sort}`,
        read: (platform, caller, page) => platform.searchProducts(caller, { ...page, sort }),
        compare: sortedBy(sort, keyOf[sort.replace('-', '') as keyof typeof keyOf], keyOf.id),
      }),
    ),
    ...filterFacts<Filters, Product>({
      name: 'searchProducts',
      readAll: async (platform, caller, filters) =>
        (await readAll(platform, caller, filters)).toSorted(ascending(({ id }) => id)),
      filters: [
        ...[...Object.values(GROUP), 0].map((id) => ({
          query: { product_group_id: id },
          selects: (row: Product) => row.product_group_id === id,
        })),
        { query: { stock: 'negative' }, selects: ({ stock }) => stock < 0 },
        { query: { stock: 'none' }, selects: ({ stock }) => stock === 0 },
        { query: { stock: 'positive' }, selects: ({ stock }) => stock > 0 },
        // By hand: which products of the fixture have a sale price, and under which rate.
        { query: { priced: true }, selects: ({ id }) => id === PRODUCT.cafe || id === PRODUCT.apple },
        { query: { priced: false }, selects: ({ id }) => id !== PRODUCT.cafe && id !== PRODUCT.apple },
        { query: { tax_rate_id: RATE.nl21 }, selects: ({ id }) => id === PRODUCT.cafe },
        { query: { tax_rate_id: RATE.nl9 }, selects: ({ id }) => id === PRODUCT.apple },
        { query: { tax_rate_id: RATE.beta }, selects: () => false },
        ...SEARCHES.map((q) => ({
          query: { q },
          selects: ({ title, sku }: Product) => hasEveryWord(q, title, sku),
        })),
      ],
    }),
    {
      name: 'a search puts the very SKU first, then SKUs and titles that begin so, then the rest',
      async check({ platform, callers }) {
        const ids = (await readAll(platform, callers.owner, { q: 'Appel' })).map(({ id }) => id);
        expect(ids).toEqual([PRODUCT.apple, PRODUCT.lamp, PRODUCT.course, PRODUCT.odd]);
      },
    },
    {
      name: 'products are those of the account',
      async check({ platform, callers }) {
        const idsFor = async (caller: Caller) => (await readAll(platform, caller, {})).map(({ id }) => id);
        expect(await idsFor(callers.owner)).toEqual(OWN_IDS);
        expect(await idsFor(callers.staff)).toEqual(OWN_IDS);
        expect(await idsFor(callers.beta)).toEqual([PRODUCT.beta]);
      },
    },
    {
      name: 'a product is found with what the lists say of it',
      async check({ platform, callers }) {
        for (const caller of [callers.owner, callers.staff]) {
          for (const row of await readAll(platform, caller, {})) {
            const query = { product_ids: [row.id], start: 0, limit: 500 };
            const { rows: prices } = await platform.listProductPrices(caller, query);
            expect(await platform.findProduct(caller, row.id)).toEqual({ ...row, prices });
          }
        }
      },
    },
    {
      name: 'a product that is unknown or of another account is null',
      async check({ platform, callers }) {
        for (const id of [...UNKNOWN_IDS, PRODUCT.beta]) {
          expect(await platform.findProduct(callers.owner, id)).toBeNull();
        }
        expect(await platform.findProduct(callers.beta, PRODUCT.cafe)).toBeNull();
      },
    },
  ],
};
