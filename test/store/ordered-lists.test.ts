import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createOrderedLists } from '../../electron/store/create-ordered-lists.ts';
import type { OrderedLists } from '../../electron/store/ordered-lists.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { perTest } from '../support/test-scope.ts';
import { addCustomers, customersByName, namesIn, seedAccounts } from './orders/listed-customers.ts';

const store = perTest(openTestStore);
let lists: OrderedLists;

beforeEach(async () => {
  lists = createOrderedLists(store.db, { lists: 3, rows: 10 });
  await seedAccounts(store.db);
});

describe('createOrderedLists', () => {
  it('reads any page like a query with an offset', async () => {
    await addCustomers(store.db, 1, ['d', 'a', 'c', 'b', 'e']);
    for (const start of [0, 1, 3, 4, 5, 99]) {
      for (const limit of [1, 2, 250]) {
        const { names, total } = await namesIn(lists, customersByName(1), { start, limit });
        expect({ names, total }).toEqual({ names: ['a', 'b', 'c', 'd', 'e'].slice(start, start + limit), total: 5 });
      }
    }
  });

  it('reads a list without rows', async () => {
    await addCustomers(store.db, 1, ['a']);
    expect(await namesIn(lists, customersByName(2))).toMatchObject({ total: 0, names: [] });
    expect(await namesIn(lists, customersByName(1))).toMatchObject({ total: 1, names: ['a'] });
    expect(await namesIn(lists, customersByName(2))).toMatchObject({ total: 0, names: [] });
  });

  it('rebuilds a list after a change of its subject', async () => {
    await addCustomers(store.db, 1, ['b', 'c']);
    await namesIn(lists, customersByName(1));
    await addCustomers(store.db, 1, ['a']);
    expect(await namesIn(lists, customersByName(1))).toMatchObject({ total: 3, names: ['a', 'b', 'c'] });
  });

  it('never mixes two accounts', async () => {
    await addCustomers(store.db, 1, ['a', 'b']);
    await addCustomers(store.db, 2, ['x']);
    expect(await namesIn(lists, customersByName(1))).toMatchObject({ names: ['a', 'b'] });
    expect(await namesIn(lists, customersByName(2))).toMatchObject({ names: ['x'] });
    await addCustomers(store.db, 2, ['y']);
    expect(await namesIn(lists, customersByName(1))).toMatchObject({ names: ['a', 'b'] });
    expect(await namesIn(lists, customersByName(2))).toMatchObject({ names: ['x', 'y'] });
  });

  it('sums every row, whatever the page', async () => {
    await addCustomers(store.db, 1, ['b', 'a', 'c']);
    const list = { ...customersByName(1), sums: { ids: sql.ref<number>('customers.id') } };
    const sums = () => lists.read(list, (_, places) => places.sums());
    expect(await sums()).toEqual({ ids: 101 + 102 + 103 });
    await addCustomers(store.db, 1, ['d']);
    expect(await sums()).toEqual({ ids: 101 + 102 + 103 + 104 });
  });

  it('stays usable after an error inside, and passes it on', async () => {
    await addCustomers(store.db, 1, ['b', 'a']);
    await namesIn(lists, customersByName(1));
    const failing = lists.read(customersByName(1, 'other'), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await namesIn(lists, customersByName(1))).toMatchObject({ total: 2, names: ['a', 'b'] });
    expect(await namesIn(lists, customersByName(1, 'other'))).toMatchObject({ total: 2, names: ['a', 'b'] });
  });

  it('answers concurrent requests for lists', async () => {
    await addCustomers(store.db, 1, ['b', 'a']);
    const asked = ['1', '2', '1', '3', '4', '1'].map((key) => namesIn(lists, customersByName(1, key)));
    for (const { names } of await Promise.all(asked)) expect(names).toEqual(['a', 'b']);
  });
});
