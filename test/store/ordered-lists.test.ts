import { expressionBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import {
  createOrderedLists,
  ORDERED_ROWS,
  type OrderedList,
  type OrderedLists,
  placesOfPage,
} from '../../electron/store/ordered-lists.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { raiseVersion } from '../../electron/store/versions.ts';

const ALL = { start: 0, limit: 1_000 };

let store: Store;
let lists: OrderedLists;

beforeEach(async () => {
  store = await openStore({ file: ':memory:' });
  lists = createOrderedLists(store.db, { lists: 3, rows: 10 });
  for (const id of [1, 2])
    await store.db
      .insertInto('accounts')
      .values({ id, name: `shop ${id}` })
      .execute();
  return () => store.close();
});

async function addCustomers(accountId: number, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await sql`insert into customers
      (account_id, name, folded_name, email, phone, city, country_iso2, date_created)
      values (${accountId}, ${name}, ${name}, '', '', '', 'NL', 0)`.execute(store.db);
  }
}

function customersByName(accountId: number, key = 'by name'): OrderedList {
  return {
    name: 'customers',
    scope: { accountId, locationId: null },
    selection: { key },
    subjects: ['customers'],
    rows: expressionBuilder<StoreSchema>()
      .selectFrom('customers')
      .select(['id', 'name as detail'])
      .where('account_id', '=', accountId)
      .orderBy('name'),
  };
}

function read(list: OrderedList, page = ALL) {
  return lists.read(list, async (db, places) => {
    const { from, before } = placesOfPage(places, page);
    const rows = await db
      .selectFrom(ORDERED_ROWS)
      .select('detail')
      .where('place', '>=', from)
      .where('place', '<', before)
      .orderBy('place')
      .execute();
    return { total: places.total, first: places.first, names: rows.map(({ detail }) => detail) };
  });
}

async function rowsKept(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from temp.ordered_rows`.execute(store.db);
  return rows[0]?.n ?? 0;
}

describe('createOrderedLists', () => {
  it('reads any page as a query with an offset would', async () => {
    await addCustomers(1, ['d', 'a', 'c', 'b', 'e']);
    for (const start of [0, 1, 3, 4, 5, 99]) {
      for (const limit of [1, 2, 250]) {
        const { names, total } = await read(customersByName(1), { start, limit });
        expect({ names, total }).toEqual({
          names: ['a', 'b', 'c', 'd', 'e'].slice(start, start + limit),
          total: 5,
        });
      }
    }
  });

  it('reads a list without rows', async () => {
    await addCustomers(1, ['a']);
    expect(await read(customersByName(2))).toMatchObject({ total: 0, names: [] });
    expect(await read(customersByName(1))).toMatchObject({ total: 1, names: ['a'] });
    expect(await read(customersByName(2))).toMatchObject({ total: 0, names: [] });
  });

  it('keeps a list for as long as its subjects do not change', async () => {
    await addCustomers(1, ['b', 'a']);
    const { first } = await read(customersByName(1));
    await raiseVersion(store.db, 1, 'orders');
    expect(await read(customersByName(1))).toMatchObject({ first });
  });

  it('makes a list anew after a change of its subject', async () => {
    await addCustomers(1, ['b', 'c']);
    await read(customersByName(1));
    await addCustomers(1, ['a']);
    expect(await read(customersByName(1))).toMatchObject({ total: 3, names: ['a', 'b', 'c'] });
    expect(await rowsKept()).toBe(3);
  });

  it('never mixes two accounts', async () => {
    await addCustomers(1, ['a', 'b']);
    await addCustomers(2, ['x']);
    expect(await read(customersByName(1))).toMatchObject({ names: ['a', 'b'] });
    expect(await read(customersByName(2))).toMatchObject({ names: ['x'] });
    await addCustomers(2, ['y']);
    expect(await read(customersByName(1))).toMatchObject({ names: ['a', 'b'] });
    expect(await read(customersByName(2))).toMatchObject({ names: ['x', 'y'] });
  });

  it('keeps no more lists than it may, and drops the one that was read longest ago', async () => {
    await addCustomers(1, ['a']);
    const { first } = await read(customersByName(1, '1'));
    await read(customersByName(1, '2'));
    await read(customersByName(1, '3'));
    expect(await read(customersByName(1, '1'))).toMatchObject({ first });
    await read(customersByName(1, '4'));
    expect(await rowsKept()).toBe(3);
    expect(await read(customersByName(1, '1'))).toMatchObject({ first, names: ['a'] });
  });

  it('keeps no more rows than it may, but always the list that is read', async () => {
    await addCustomers(1, ['a', 'b', 'c', 'd', 'e', 'f']);
    await read(customersByName(1, '1'));
    expect(await read(customersByName(1, '2'))).toMatchObject({ total: 6 });
    expect(await rowsKept()).toBe(6);
    await addCustomers(1, ['g', 'h', 'i', 'j', 'k']);
    expect(await read(customersByName(1, '3'))).toMatchObject({ total: 11 });
    expect(await rowsKept()).toBe(11);
  });

  it('stays usable after an error inside, and passes it on', async () => {
    await addCustomers(1, ['b', 'a']);
    await read(customersByName(1));
    const failing = lists.read(customersByName(1, 'other'), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await read(customersByName(1))).toMatchObject({ total: 2, names: ['a', 'b'] });
    expect(await read(customersByName(1, 'other'))).toMatchObject({ total: 2, names: ['a', 'b'] });
    expect(await rowsKept()).toBe(4);
  });

  it('reads lists asked for at the same time one after the other', async () => {
    await addCustomers(1, ['b', 'a']);
    const answers = await Promise.all(['1', '2', '1', '3'].map((key) => read(customersByName(1, key))));
    for (const answer of answers) expect(answer.names).toEqual(['a', 'b']);
    expect(answers[0]?.first).toBe(answers[2]?.first);
  });
});
