import { describe, expect, it } from 'vitest';
import { createAccountsRepository } from '../../../electron/store/accounts/accounts-repository.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { openTestStore } from '../../support/open-test-store.ts';

describe('createAccountsRepository', () => {
  it('lists the accounts by name', async () => {
    const store = await openTestStore();
    const accounts = createAccountsRepository(store.db);
    expect(await accounts.list()).toEqual([]);
    await insertRows(store.db, 'accounts', [
      { id: 1, name: 'linde' },
      { id: 2, name: 'kluwen' },
    ]);
    expect(await accounts.list()).toEqual([
      { id: 2, name: 'kluwen' },
      { id: 1, name: 'linde' },
    ]);
    await store.close();
  });
});

const ELS = { account: 'alpha', email: 'els@alpha.example', name: 'Els', passwordHash: 'hash' };

describe('addOwner', () => {
  it('creates the account with its first owner, outside the number range of the demo', async () => {
    const store = await openTestStore();
    const accounts = createAccountsRepository(store.db);
    expect([await accounts.hasUsers(), await accounts.addOwner(ELS)]).toEqual([false, true]);
    expect([await accounts.hasUsers(), await accounts.list()]).toEqual([true, [{ id: 1001, name: 'alpha' }]]);
    expect(await accounts.listUsers()).toEqual([
      { account: 'alpha', email: 'els@alpha.example', name: 'Els', roles: 'owner', is_active: 1 },
    ]);
    await store.close();
  });

  it('adds an owner to an existing account, but not twice', async () => {
    const store = await openTestStore();
    const accounts = createAccountsRepository(store.db);
    await accounts.addOwner(ELS);
    expect(await accounts.addOwner({ ...ELS, email: 'piet@alpha.example' })).toBe(true);
    expect(await accounts.addOwner({ ...ELS, passwordHash: 'another' })).toBe(false);
    expect(await accounts.addOwner({ ...ELS, account: 'beta' })).toBe(true);
    const users = await store.db.selectFrom('users').selectAll().orderBy('id').execute();
    expect(users.map(({ id, account_id, email }) => [id, account_id, email])).toEqual([
      [1001, 1001, 'els@alpha.example'],
      [1002, 1001, 'piet@alpha.example'],
      [1003, 1002, 'els@alpha.example'],
    ]);
    expect(users.every(({ password_hash }) => password_hash === 'hash')).toBe(true);
    await store.close();
  });

  it('creates one account for several concurrent requests', async () => {
    const store = await openTestStore();
    const accounts = createAccountsRepository(store.db);
    const emails = ['a@alpha.example', 'b@alpha.example', 'c@alpha.example', 'a@alpha.example'];
    const made = await Promise.all(emails.map((email) => accounts.addOwner({ ...ELS, email })));
    expect(made.filter((isNew) => isNew)).toHaveLength(3);
    expect(await accounts.list()).toHaveLength(1);
    await store.close();
  });
});

describe('deactivate', () => {
  it('deactivates one user, or all of one account, but none of another', async () => {
    const store = await openTestStore();
    const accounts = createAccountsRepository(store.db);
    for (const email of ['a@x', 'b@x', 'c@x']) await accounts.addOwner({ ...ELS, email });
    await accounts.addOwner({ ...ELS, account: 'beta', email: 'a@x' });
    expect(await accounts.deactivate('alpha', 'a@x')).toBe(1);
    const active = async () =>
      (await accounts.listUsers()).filter((user) => user.is_active === 1).map((user) => user.email);
    expect(await active()).toEqual(['b@x', 'c@x', 'a@x']);
    expect(await accounts.deactivate('alpha', null)).toBe(3);
    expect(await active()).toEqual(['a@x']);
    expect([await accounts.deactivate('alpha', 'z@x'), await accounts.deactivate('gamma', null)]).toEqual([0, 0]);
    await store.close();
  });
});

describe('listPublished', () => {
  it('names the demo accounts with a user who may sign in', async () => {
    const store = await openTestStore();
    const accounts = createAccountsRepository(store.db);
    for (const account of ['demo', 'own']) await accounts.addOwner({ ...ELS, account });
    expect(await accounts.listDemoAccounts()).toEqual([]);
    const made = { seed: 1, topped_up_until: 0, plan_version: 1, is_fixed: 0 } as const;
    await insertRows(store.db, 'demo_shops', [{ account_id: 1001, ...made }]);
    expect(await accounts.listDemoAccounts()).toEqual(['demo']);
    await accounts.deactivate('demo', null);
    expect(await accounts.listDemoAccounts()).toEqual([]);
    await store.close();
  });
});
