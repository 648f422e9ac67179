import { describe, expect, it } from 'vitest';
import { createAccountsRepository } from '../../electron/store/accounts-repository.ts';
import { insertRows } from '../../electron/store/insert-rows.ts';
import { openStore } from '../../electron/store/open-store.ts';

describe('createAccountsRepository', () => {
  it('lists the accounts by name', async () => {
    const store = await openStore({ file: ':memory:' });
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
