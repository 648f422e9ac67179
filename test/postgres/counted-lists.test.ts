import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCountedLists } from '../../electron/store/counted-lists.ts';
import type { Store } from '../../electron/store/open-store.ts';
import type { OrderedList, OrderedLists } from '../../electron/store/ordered-lists.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { addCustomers, customersByName, seedAccounts } from '../store/orders/listed-customers.ts';
import { openTestStore } from '../support/open-test-store.ts';

const NAMES = ['d', 'a', 'c', 'b', 'e'];

let store: Store;
let lists: OrderedLists;
let asked: string[];

beforeEach(async () => {
  store = await openTestStore();
  asked = [];
  lists = createCountedLists(noting(store.db), 2);
  await seedAccounts(store.db);
  await addCustomers(store.db, 1, NAMES);
  return () => store.close();
});

/** The same store; notes which of its tables queries name. */
function noting(db: Kysely<StoreSchema>): Kysely<StoreSchema> {
  return db.withPlugin({
    transformQuery({ node }) {
      asked.push(JSON.stringify(node).includes('"name":"customers"') ? 'customers' : 'versions');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

async function pageOf(list: OrderedList, start: number, limit: number): Promise<unknown[]> {
  const { rows } = await lists.read(list, (_, places) => places.page({ start, limit }));
  return (JSON.parse(rows) as { place: number; detail: string }[]).map(({ place, detail }) => [place, detail]);
}

describe('createCountedLists', () => {
  it('numbers the rows of a page by their offset', async () => {
    expect(await pageOf(customersByName(1), 0, 2)).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(await pageOf(customersByName(1), 3, 9)).toEqual([
      [3, 'd'],
      [4, 'e'],
    ]);
    expect(await pageOf(customersByName(1), 9, 9)).toEqual([]);
  });

  it('sorts a list once for each reader who continues in it', async () => {
    await pageOf(customersByName(1), 0, 1);
    await pageOf(customersByName(1), 1, 1);
    asked = [];
    expect(await pageOf(customersByName(1), 2, 2)).toEqual([
      [2, 'c'],
      [3, 'd'],
    ]);
    expect(asked).toEqual(['versions']);
  });

  it('reads nothing ahead after the first page', async () => {
    await pageOf(customersByName(1), 0, 1);
    asked = [];
    await pageOf(customersByName(1), 1, 1);
    expect(asked).toContain('customers');
  });

  it('drops what it read ahead when the data changed', async () => {
    await pageOf(customersByName(1), 1, 1);
    await addCustomers(store.db, 1, ['aa']);
    expect(await pageOf(customersByName(1), 2, 1)).toEqual([[2, 'b']]);
    expect(await lists.read(customersByName(1), async (_, { total }) => total)).toBe(6);
  });

  it('caches no more lists than its limit: the most recently read', async () => {
    for (const key of ['1', '2', '1', '3']) await pageOf(customersByName(1, key), 1, 1);
    asked = [];
    await pageOf(customersByName(1, '1'), 2, 1);
    expect(asked).toEqual(['versions']);
    await pageOf(customersByName(1, '2'), 2, 1);
    expect(asked).toContain('customers');
  });
});
