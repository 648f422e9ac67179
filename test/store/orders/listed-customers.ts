import { expressionBuilder, type Kysely, sql } from 'kysely';
import { listedRows, type OrderedList, type OrderedLists } from '../../../electron/store/ordered-lists.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';

type Db = Kysely<StoreSchema>;

/** Accounts 1 and 2. */
export async function seedAccounts(db: Db): Promise<void> {
  for (const id of [1, 2]) {
    await db
      .insertInto('accounts')
      .values({ id, name: `shop ${id}` })
      .execute();
  }
}

/** The first customer of account 1 has id 101. */
export async function addCustomers(db: Db, accountId: number, names: readonly string[]): Promise<void> {
  const { count } = await db
    .selectFrom('customers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const empty = { email: '', phone: '', city: '', country_iso2: 'NL', date_created: 0 };
  for (const [index, name] of names.entries()) {
    const id = accountId * 100 + count + index + 1;
    await db
      .insertInto('customers')
      .values({ ...empty, id, account_id: accountId, name, folded_name: name })
      .execute();
  }
}

/** The list keeps the names; `key` is something else that may be asked for. */
export function customersByName(accountId: number, key = 'by name'): OrderedList {
  return {
    name: 'customers',
    scope: { accountId, locationId: null },
    selection: { key },
    subjects: ['customers'],
    rows: expressionBuilder<StoreSchema>()
      .selectFrom('customers')
      .select(['id', 'name as detail'])
      .where('account_id', '=', accountId),
    order: [{ by: sql.ref('name'), direction: 'asc' }],
  };
}

/** A page of the list, and where it begins. */
export function namesIn(lists: OrderedLists, list: OrderedList, page = { start: 0, limit: 1_000 }) {
  return lists.read(list, async (db, places) => {
    const { from, before, rows } = await places.page(page);
    const found = await db
      .selectFrom(listedRows({ rows }))
      .select('detail')
      .where('place', '>=', from)
      .where('place', '<', before)
      .orderBy('place')
      .execute();
    return { total: places.total, from, names: found.map(({ detail }) => detail) };
  });
}
