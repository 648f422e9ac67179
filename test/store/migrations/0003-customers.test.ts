import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { storeBefore } from './store-before.ts';

describe('migration 0003-customers', () => {
  let db: Kysely<StoreSchema>;

  beforeEach(async () => {
    db = await storeBefore('0003-customers');
    await db.insertInto('accounts').values({ id: 1, name: 'demo' }).execute();
    await sql`insert into demo_shops (account_id, seed, topped_up_until) values (1, 4870, 99)`.execute(db);
    await db.insertInto('customers').values(CUSTOMER).execute();
    return () => db.destroy();
  });

  it('keeps demo shops as shops without a plan, and leaves customers unchanged', async () => {
    await migrateStore(db, migrations);

    expect(await db.selectFrom('demo_shops').selectAll().execute()).toEqual([
      { account_id: 1, seed: 4870, topped_up_until: 99, plan_version: 0, is_fixed: 0 },
    ]);
    expect(await db.selectFrom('customers').selectAll().execute()).toEqual([CUSTOMER]);
  });
});

const CUSTOMER = {
  id: 7,
  account_id: 1,
  name: 'Jan',
  folded_name: 'jan',
  email: 'jan@post.example',
  phone: '',
  city: 'Utrecht',
  country_iso2: 'NL',
  date_created: 1,
};
