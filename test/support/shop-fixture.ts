import type { Kysely } from 'kysely';
import type { Caller } from '../../electron/base/caller.ts';
import type { PasswordHasher } from '../../electron/base/password-hasher.ts';
import { fillShop } from '../../electron/store/demo/demo-shops-repository.ts';
import { insertRows } from '../../electron/store/insert-rows.ts';
import { insertOrders } from '../../electron/store/orders/order-writer.ts';
import type { StoreSchema, UsersTable } from '../../electron/store/schema.ts';
import { inWriteTransaction } from '../../electron/store/transactions.ts';
import { cheapHasher } from './cheap-cost.ts';
import { seedFixtureCatalog, seedFixtureReference } from './shop-fixture-catalog.ts';
import { ACCOUNT, LOCATION } from './shop-fixture-ids.ts';
import { fixtureOrders } from './shop-fixture-orders.ts';

export * from './shop-fixture-ids.ts';

const PASSWORD = 'fixture-password';

/** The users who can sign in, and `gone`, who was deactivated and cannot. */
export const CREDENTIALS = {
  owner: { account: 'alpha', email: 'owner@alpha.example', password: PASSWORD },
  accountant: { account: 'alpha', email: 'accountant@alpha.example', password: PASSWORD },
  /** Is locked to Utrecht. */
  staff: { account: 'alpha', email: 'staff@alpha.example', password: PASSWORD },
  gone: { account: 'alpha', email: 'gone@alpha.example', password: PASSWORD },
  beta: { account: 'beta', email: 'owner@beta.example', password: PASSWORD },
} as const;

export const USER = { owner: 31, accountant: 32, staff: 33, gone: 34, beta: 35 } as const;

/** The same users as callers of a platform, for tests that call it directly. */
export const CALLER = {
  owner: caller('owner', 'Olga Eigenaar', 'owner'),
  accountant: caller('accountant', 'Aad Boekhouder', 'accountant'),
  staff: {
    ...caller('staff', 'Stef Kassa', 'staff'),
    lockedLocation: { id: LOCATION.utrecht, title: 'Utrecht' },
  },
  beta: caller('beta', 'Bea Eigenaar', 'owner'),
} satisfies Record<string, Caller>;

/** A small shop whose figures can be checked by hand: see shop-fixture-orders.ts. */
export async function seedFixtureShop(db: Kysely<StoreSchema>, hasher: PasswordHasher = cheapHasher): Promise<void> {
  await insertRows(db, 'accounts', [
    { id: ACCOUNT.alpha, name: 'alpha' },
    { id: ACCOUNT.beta, name: 'beta' },
  ]);
  await seedFixtureReference(db);
  await insertRows(db, 'users', usersWith(await hasher.hash(PASSWORD)));
  await inWriteTransaction(db, async (transaction) => {
    await fillShop(transaction, ACCOUNT.alpha, () => seedFixtureCatalog(transaction));
    await fillShop(transaction, ACCOUNT.beta, async () => undefined);
  });
  await insertOrders(db, fixtureOrders());
}

function usersWith(password_hash: string): UsersTable[] {
  return (['owner', 'accountant', 'staff', 'gone', 'beta'] as const).map((name) => {
    const known = name === 'gone' ? CALLER.owner : CALLER[name];
    return {
      id: USER[name],
      account_id: known.accountId,
      email: CREDENTIALS[name].email,
      name: known.name,
      password_hash,
      roles: known.roles.join(','),
      locked_location_id: known.lockedLocation?.id ?? null,
      is_active: name === 'gone' ? 0 : 1,
    };
  });
}

function caller(user: 'owner' | 'accountant' | 'staff' | 'beta', name: string, role: Caller['roles'][number]): Caller {
  const { account, email } = CREDENTIALS[user];
  const roles = [role];
  return {
    accountId: ACCOUNT[account],
    userId: USER[user],
    account,
    name,
    email,
    roles,
    lockedLocation: null,
  };
}
