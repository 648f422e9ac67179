import type { Insertable } from 'kysely';
import type { PasswordHasher } from '../../base/password-hasher.ts';
import type { StoreSchema, UsersTable } from '../../store/schema.ts';
import type { DemoProfile } from './demo-profile.ts';
import type { DemoModel } from './model.ts';
import { paymentProviderRows } from './payment-providers.ts';
import { locationIdOf } from './sites.ts';

/** Every demo user signs in with it. */
export const DEMO_PASSWORD = 'tilldesk-demo';

export async function makeUsers(profile: DemoProfile, hasher: PasswordHasher): Promise<UsersTable[]> {
  const hashes = await Promise.all(profile.users.map(() => hasher.hash(DEMO_PASSWORD)));
  return profile.users.map(({ email, name, role, lockedTo }, index) => ({
    id: profile.ids.users + 1 + index,
    account_id: profile.ids.account,
    email,
    name,
    password_hash: hashes[index] ?? '',
    roles: role,
    locked_location_id: lockedTo === null ? null : locationIdOf(profile.ids, lockedTo),
    is_active: 1,
  }));
}

/** Writes rows into a table, those that they refer to first. */
type RowsInsert = <Table extends keyof StoreSchema & string>(
  table: Table,
  rows: readonly Insertable<StoreSchema[Table]>[],
) => Promise<void> | void;

/** Everything of the account but its name, its users and its orders. */
export async function insertShop(insert: RowsInsert, model: DemoModel): Promise<void> {
  const { profile, catalog, segments } = model;
  await insert('locations', model.locations);
  await insert('shops', model.shops);
  await insert('turnover_groups', model.groups);
  await insert('tax_rates', model.rates);
  await insert('payment_providers', paymentProviderRows(profile.ids));
  await insert('products', catalog.products);
  await insert('product_prices', catalog.prices);
  await insert('stock', catalog.stock);
  await insert('customers', model.customers.rows);
  await insert('segments', segments.rows);
  await insert('customer_segments', segments.members);
}
