import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../../electron/store/open-store.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { insertWebhook } from '../support/webhook-rows.ts';

/** What it answers of a store that was opened for it alone. */
async function inStore<Answer>(work: (store: Store) => Promise<Answer>): Promise<Answer> {
  const store = await openTestStore();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function databaseOf({ db }: Store): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return rows[0]?.name;
}

/** As in a new store: no rows, and numbers from 1 on. */
async function expectNew({ db }: Store): Promise<void> {
  for (const table of ['accounts', 'webhooks', 'versions', 'feeds'] as const) {
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
  await db.insertInto('accounts').values({ id: 1, name: 'first' }).execute();
  expect(await insertWebhook(db)).toMatchObject({ id: 1 });
}

it('the database of a finished test is empty for the next one', async () => {
  const first = await inStore(async (store) => {
    await expectNew(store);
    return databaseOf(store);
  });
  await inStore(async (store) => {
    expect(await databaseOf(store)).toBe(first);
    await expectNew(store);
  });
});

it.each([
  'drop trigger if exists made_up on accounts; alter table accounts rename to lost_accounts',
  'alter table orders disable trigger user',
  'create function made_up() returns integer language sql as $$select 1$$',
  'drop index orders_by_customer',
  `update kysely_migration set name = '9999-made-up' where name like '0012%'`,
])('a database is never reused by another test after: %s', async (change) => {
  const changed = await inStore(async (store) => {
    for (const statement of change.split('; ')) await sql.raw(statement).execute(store.db);
    return databaseOf(store);
  });
  await inStore(async (store) => expect(await databaseOf(store)).not.toBe(changed));
});
