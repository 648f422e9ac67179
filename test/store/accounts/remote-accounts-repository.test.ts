import { describe, expect, it } from 'vitest';
import { isRemoteAccount } from '../../../electron/base/remote-accounts.ts';
import {
  createRemoteAccountsRepository,
  createRemoteUsersRepository,
} from '../../../electron/store/accounts/accounts-repository.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openPerTest } from '../../support/test-scope.ts';

const ALPHA = { platform: 'https://one.example', account: 'alpha' };
const NAMESAKE = { platform: 'https://other.example', account: 'alpha' };

const store = openPerTest(openTestStore);
const accounts = openPerTest(() => createRemoteAccountsRepository(store.db));

describe('accounts of other deployments', () => {
  it('are distinguished by platform and exact name', async () => {
    const all = [ALPHA, NAMESAKE, { ...ALPHA, account: 'Alpha' }];
    const ids = await Promise.all(all.map((account) => accounts.getId(account)));

    expect(new Set(ids).size).toBe(3);
    expect(await Promise.all(ids.map((id) => accounts.find(id)))).toEqual(all);
  });

  it('have one permanent number, even if first seen concurrently', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => accounts.getId(ALPHA)));

    expect(new Set(ids).size).toBe(1);
    expect(await accounts.getId(ALPHA)).toBe(ids[0]);
  });

  it('are numbered from 1 000 000 001, above the built-in accounts', async () => {
    const id = await accounts.getId(ALPHA);

    expect(id).toBe(1_000_000_001);
    expect([isRemoteAccount(id), isRemoteAccount(id - 1)]).toEqual([true, false]);
  });

  it.each([0, 1, 1_000_000_000, 1_000_000_002])('do not include number %i, which is unassigned', async (id) => {
    await accounts.getId(ALPHA);
    expect(await accounts.find(id)).toBeNull();
  });
});

describe('users of platforms that give no numbers', () => {
  it('are distinguished by account and full identity, and have one permanent number each', async () => {
    const users = createRemoteUsersRepository(store.db);
    const all = [
      [1_000_000_001, '["anna@x.example"]'],
      [1_000_000_002, '["anna@x.example"]'],
      [1_000_000_001, '["Anna@x.example"]'],
    ] as const;
    const ids = await Promise.all([...all, ...all].map(([accountId, identity]) => users.getId(accountId, identity)));

    expect(new Set(ids).size).toBe(3);
    expect(ids.slice(3)).toEqual(ids.slice(0, 3));
  });

  it('have numbers above the 31-bit numbers of earlier versions', async () => {
    expect(await createRemoteUsersRepository(store.db).getId(1_000_000_001, '[]')).toBeGreaterThan(0x7fff_ffff);
  });
});
