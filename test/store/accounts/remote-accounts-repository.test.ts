import { describe, expect, it } from 'vitest';
import { isRemoteAccount } from '../../../electron/base/remote-accounts.ts';
import { createRemoteAccountsRepository } from '../../../electron/store/accounts/accounts-repository.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { perTest } from '../../support/test-scope.ts';

const ALPHA = { platform: 'https://one.example', account: 'alpha' };
const NAMESAKE = { platform: 'https://other.example', account: 'alpha' };

const store = perTest(openTestStore);
const accounts = perTest(() => createRemoteAccountsRepository(store.db));

describe('accounts of other deployments', () => {
  it('are told apart by their platform, and by every letter of their name', async () => {
    const all = [ALPHA, NAMESAKE, { ...ALPHA, account: 'Alpha' }];
    const ids = await Promise.all(all.map((account) => accounts.idOf(account)));

    expect(new Set(ids).size).toBe(3);
    expect(await Promise.all(ids.map((id) => accounts.find(id)))).toEqual(all);
  });

  it('have one number for ever, also when many see them first at once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => accounts.idOf(ALPHA)));

    expect(new Set(ids).size).toBe(1);
    expect(await accounts.idOf(ALPHA)).toBe(ids[0]);
  });

  it('are numbered from 1 000 000 001 on, above the accounts that are built in', async () => {
    const id = await accounts.idOf(ALPHA);

    expect(id).toBe(1_000_000_001);
    expect([isRemoteAccount(id), isRemoteAccount(id - 1)]).toEqual([true, false]);
  });

  it.each([0, 1, 1_000_000_000, 1_000_000_002])('are none of number %i, which nobody has', async (id) => {
    await accounts.idOf(ALPHA);
    expect(await accounts.find(id)).toBeNull();
  });
});
