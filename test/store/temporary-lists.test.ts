import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../electron/store/open-store.ts';
import type { OrderedLists } from '../../electron/store/ordered-lists.ts';
import { createTemporaryLists } from '../../electron/store/temporary-lists.ts';
import { raiseVersion } from '../../electron/store/versions.ts';
import { perTest } from '../support/test-scope.ts';
import { addCustomers, customersByName, namesIn, seedAccounts } from './orders/listed-customers.ts';

const store = perTest(() => openStore({ file: ':memory:' }));
let lists: OrderedLists;

beforeEach(async () => {
  lists = createTemporaryLists(store.db, { lists: 3, rows: 10 });
  await seedAccounts(store.db);
});

async function rowsKept(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from temp.ordered_rows`.execute(store.db);
  return rows[0]?.n ?? 0;
}

describe('createTemporaryLists', () => {
  it('caches a list until its data changes', async () => {
    await addCustomers(store.db, 1, ['b', 'a']);
    const { from } = await namesIn(lists, customersByName(1));
    await raiseVersion(store.db, 1, 'orders');
    expect(await namesIn(lists, customersByName(1))).toMatchObject({ from });
  });

  it('drops a list whose data changed', async () => {
    await addCustomers(store.db, 1, ['b', 'c']);
    await namesIn(lists, customersByName(1));
    await addCustomers(store.db, 1, ['a']);
    await namesIn(lists, customersByName(1));
    expect(await rowsKept()).toBe(3);
  });

  it('caches no more lists than its limit, and drops the least recently read', async () => {
    await addCustomers(store.db, 1, ['a']);
    const { from } = await namesIn(lists, customersByName(1, '1'));
    await namesIn(lists, customersByName(1, '2'));
    await namesIn(lists, customersByName(1, '3'));
    expect(await namesIn(lists, customersByName(1, '1'))).toMatchObject({ from });
    await namesIn(lists, customersByName(1, '4'));
    expect(await rowsKept()).toBe(3);
    expect(await namesIn(lists, customersByName(1, '1'))).toMatchObject({ from, names: ['a'] });
  });

  it('caches no more rows than its limit, but always the list being read', async () => {
    await addCustomers(store.db, 1, ['a', 'b', 'c', 'd', 'e', 'f']);
    await namesIn(lists, customersByName(1, '1'));
    expect(await namesIn(lists, customersByName(1, '2'))).toMatchObject({ total: 6 });
    expect(await rowsKept()).toBe(6);
    await addCustomers(store.db, 1, ['g', 'h', 'i', 'j', 'k']);
    expect(await namesIn(lists, customersByName(1, '3'))).toMatchObject({ total: 11 });
    expect(await rowsKept()).toBe(11);
  });

  it('begins with an empty table after an error inside', async () => {
    await addCustomers(store.db, 1, ['b', 'a']);
    await namesIn(lists, customersByName(1));
    const failing = lists.read(customersByName(1, 'other'), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    await namesIn(lists, customersByName(1));
    await namesIn(lists, customersByName(1, 'other'));
    expect(await rowsKept()).toBe(4);
  });

  it('creates a list once for concurrent readers', async () => {
    await addCustomers(store.db, 1, ['b', 'a']);
    const asked = ['1', '2', '1'].map((key) => namesIn(lists, customersByName(1, key)));
    const [first, , again] = await Promise.all(asked);
    expect(again?.from).toBe(first?.from);
  });
});
