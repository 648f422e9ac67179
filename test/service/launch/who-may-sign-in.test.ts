import { describe, expect, it, onTestFinished } from 'vitest';
import { StartError } from '../../../electron/base/errors.ts';
import { composeAccounts } from '../../../electron/compose/store.ts';
import { readConfig } from '../../../electron/config/config.ts';
import { createAccountsRepository } from '../../../electron/store/accounts/accounts-repository.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { openTestStore } from '../../support/open-test-store.ts';

const SERVER = ['--headless', '--behind-proxy', '--public-host', 'till.example'];

const configOf = (...argv: string[]) =>
  readConfig({ argv, env: {}, platform: 'linux', homeFolder: '/home/els', workingFolder: '/work' });

async function emptyStore(): Promise<Store> {
  const store = await openTestStore();
  onTestFinished(store.close);
  return store;
}

/** With an owner in a demo account, whose password is public, and in an account that is not a demo. */
async function storeWith(...names: ('demo' | 'alpha')[]): Promise<Store> {
  const store = await emptyStore();
  const accounts = createAccountsRepository(store.db);
  for (const account of names) {
    await accounts.addOwner({ account, email: 'els@till.example', name: 'Els', passwordHash: 'hash' });
  }
  const demo = (await accounts.list()).find(({ name }) => name === 'demo');
  if (demo) {
    await store.db
      .insertInto('demo_shops')
      .values({ account_id: demo.id, seed: 7, topped_up_until: 0, plan_version: 1, is_fixed: 1 })
      .execute();
  }
  return store;
}

describe('a server that starts on a store with users of the demo', () => {
  it('is refused, with the names of those users and what to do', async () => {
    const refusal = composeAccounts(configOf(...SERVER), await storeWith('alpha', 'demo'));
    await expect(refusal).rejects.toThrow(StartError);
    await expect(refusal).rejects.toThrow(/users of the demo \(demo\), .* deactivate --account NAME, or .* --demo\.$/);
  });

  it('starts once they are deactivated', async () => {
    const store = await storeWith('alpha', 'demo');
    await createAccountsRepository(store.db).deactivate('demo', null);
    expect(await composeAccounts(configOf(...SERVER), store)).toEqual([]);
  });

  it('starts if an option allows it, and warns that anybody may sign in', async () => {
    expect(await composeAccounts(configOf(...SERVER, '--demo'), await storeWith('demo'))).toEqual([
      'Anyone who reaches this server can sign in to demo: that password is published.',
    ]);
  });
});

describe('a program for this computer only', () => {
  it('starts with them without a warning', async () => {
    expect(await composeAccounts(configOf(), await storeWith('demo'))).toEqual([]);
  });
});

describe('a server that starts on a store in which nobody may sign in', () => {
  it('says how to create the first owner', async () => {
    expect(await composeAccounts(configOf(...SERVER), await emptyStore())).toEqual([
      expect.stringContaining('npm run accounts -- create'),
    ]);
    const store = await storeWith('alpha');
    await createAccountsRepository(store.db).deactivate('alpha', 'els@till.example');
    expect(await composeAccounts(configOf(...SERVER), store)).toHaveLength(1);
  });

  it('says nothing if users sign in to another platform', async () => {
    const config = configOf(...SERVER, '--platform', 'https://chain.example');
    expect(await composeAccounts(config, await emptyStore())).toEqual([]);
  });
});
