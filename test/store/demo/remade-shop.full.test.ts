import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../electron/store/open-store.ts';
import { differencesBetween, openAt, plainHasher, SHOPS, storeOpenedAt } from './demo-store.ts';

const FIRST_START = '2026-08-30T17:12:00+02:00';
const LATER_START = '2026-11-21T13:00:00+01:00';
const OTHER_HASHER = { ...plainHasher, hash: async () => 'another hash' };

async function storeOfAnEarlierPlan(): Promise<Store> {
  const store = await storeOpenedAt(FIRST_START, SHOPS);
  await store.db.deleteFrom('segments').execute();
  await store.db.deleteFrom('product_prices').where('account_id', '=', 1).execute();
  await store.db.updateTable('customers').set({ name: 'of an earlier plan' }).execute();
  await store.db.updateTable('demo_shops').set({ plan_version: 0 }).execute();
  return store;
}

describe('a demo shop of an earlier plan, at the next start', () => {
  let store: Store;

  beforeAll(async () => {
    store = await storeOfAnEarlierPlan();
    await store.db.insertInto('tokens').values(TOKEN).execute();
    await store.db.insertInto('api_keys').values(API_KEY).execute();
    await openAt(store, LATER_START, { ...SHOPS, hasher: OTHER_HASHER, seed: 99 });
  });
  afterAll(() => store.close());

  it('is rebuilt from its own seed: it equals a fresh one, row for row, with the passwords of its users', async () => {
    const fresh = await storeOpenedAt(LATER_START, SHOPS);
    const differences = await differencesBetween(store, fresh);

    expect(differences.filter((difference) => !difference.includes('tokens'))).toEqual([]);
    await fresh.close();
  });

  it('keeps the tokens and the API keys of its users', async () => {
    expect(await store.db.selectFrom('tokens').selectAll().execute()).toEqual([TOKEN]);
    expect(await store.db.selectFrom('api_keys').selectAll().execute()).toEqual([API_KEY]);
  });

  it('is not rebuilt twice', async () => {
    await store.db.updateTable('segments').set({ title: 'renamed' }).execute();
    await openAt(store, LATER_START, SHOPS);

    const titles = await store.db.selectFrom('segments').select('title').distinct().execute();
    expect(titles).toEqual([{ title: 'renamed' }]);
  });
});

describe('a demo shop that cannot be rebuilt', () => {
  it('does not change', async () => {
    const store = await storeOfAnEarlierPlan();
    const ordersIn = () => store.db.selectFrom('orders').select('id').orderBy('id').execute();
    const before = await ordersIn();
    const refusal = `create trigger refuse before insert on segments begin select raise(abort, 'disk full'); end`;
    await sql.raw(refusal).execute(store.db);

    await expect(openAt(store, LATER_START, SHOPS)).rejects.toThrow('disk full');
    expect(await ordersIn()).toEqual(before);
    await store.close();
  });
});

const TOKEN = { token_hash: 'ab', account_id: 1, user_id: 11, issued_at: 1, expires_at: 2, sealed_grant: null };
const API_KEY = {
  id: 3,
  account_id: 1,
  user_id: 11,
  name: 'boekhouding',
  key_hash: 'cd',
  key_prefix: 'tdk_abcd',
  personal_data: 0,
  created_at: 1,
  expires_at: null,
  last_used_at: null,
  sealed_grant: null,
};
