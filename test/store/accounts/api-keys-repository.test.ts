import { beforeEach, describe, expect, it } from 'vitest';
import { createRemoteAccountsRepository } from '../../../electron/store/accounts/accounts-repository.ts';
import {
  type ApiKeysRepository,
  createApiKeysRepository,
} from '../../../electron/store/accounts/api-keys-repository.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { openTestStore } from '../../support/open-test-store.ts';

describe('API keys repository', () => {
  let store: Store;
  let keys: ApiKeysRepository;
  const owner = { account_id: 1, user_id: 31 };
  const other = { account_id: 2, user_id: 31 };

  beforeEach(async () => {
    store = await openTestStore();
    keys = createApiKeysRepository(store.db);
    return () => store.close();
  });

  const insert = (key_hash: string, of = owner, expires_at: number | null = null) =>
    keys.insert({ ...of, name: `key ${key_hash}`, key_hash, created_at: 5, expires_at, personal_data: 1 });
  const hashes = (found: readonly { key_hash: string }[]) => found.map(({ key_hash }) => key_hash);

  it('finds a key only by its hash, expired or not', async () => {
    const stored = await insert('a', owner, 7);
    expect(stored).toEqual({
      id: 1,
      ...owner,
      name: 'key a',
      key_hash: 'a',
      key_prefix: null,
      personal_data: 1,
      created_at: 5,
      expires_at: 7,
      last_used_at: null,
      sealed_grant: null,
    });
    expect(await keys.find('a')).toEqual(stored);
    expect(await keys.find('A')).toBeUndefined();
  });

  it('lists the keys of one user of one account, newest first', async () => {
    await insert('a');
    await insert('b', other);
    await insert('c');
    expect(hashes(await keys.listByOwner(owner))).toEqual(['c', 'a']);
    expect(hashes(await keys.listByOwner(other))).toEqual(['b']);
  });

  it('lists every key with the names of its user, or without them', async () => {
    await store.db.insertInto('accounts').values({ id: 1, name: 'alpha' }).execute();
    const user = { name: 'O', password_hash: 'x', roles: 'owner', locked_location_id: null, is_active: 1 as const };
    await store.db
      .insertInto('users')
      .values({ ...user, id: 31, account_id: 1, email: 'owner@alpha.example' })
      .execute();
    await insert('a');
    await insert('b', other);
    expect(await keys.listAll()).toMatchObject([
      { id: 2, key_hash: 'b', account_name: null, user_email: null },
      { id: 1, key_hash: 'a', account_name: 'alpha', user_email: 'owner@alpha.example' },
    ]);
  });

  it('lists a key for another deployment with the account name there', async () => {
    const accounts = createRemoteAccountsRepository(store.db);
    const account_id = await accounts.getId({ platform: 'https://one.example', account: 'gamma' });
    await insert('a', { ...owner, account_id });

    expect(await keys.listAll()).toMatchObject([
      { key_hash: 'a', account_name: 'gamma', user_email: null, platform: 'https://one.example' },
    ]);
  });

  it('removes a key only for its owner, or any key for the operator', async () => {
    const { id } = await insert('a');
    expect(await keys.remove(other, id)).toBe(false);
    expect(await keys.remove({ ...owner, user_id: 32 }, id)).toBe(false);
    expect(await keys.remove(owner, id)).toBe(true);
    expect(await keys.removeById(id)).toBe(false);
    expect(await keys.removeById((await insert('b')).id)).toBe(true);
    expect(await keys.listAll()).toEqual([]);
  });

  it('records the first of parallel uses, and later ones unless they were read in between', async () => {
    const first = await insert('a');
    await keys.recordUse(first, 10);
    await keys.recordUse(first, 11);
    const second = await keys.find('a');
    expect(second?.last_used_at).toBe(10);
    await keys.recordUse({ id: first.id, last_used_at: 10 }, 12);
    expect((await keys.find('a'))?.last_used_at).toBe(12);
  });
});
