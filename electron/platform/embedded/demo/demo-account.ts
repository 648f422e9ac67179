import type { Kysely } from 'kysely';
import { insertRows } from '../../../store/insert-rows.ts';
import type { StoreSchema, UsersTable } from '../../../store/schema.ts';
import type { PasswordHasher } from '../password-hasher.ts';
import type { DemoModel } from './model.ts';
import type { DemoProfile } from './profile/demo-profile.ts';
import { paymentProviderRows } from './reference/payment-providers.ts';
import { locationIdOf } from './reference/sites.ts';

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

/** Everything of the account but its name, its users and its orders. `db` has to be a transaction. */
export async function insertShop(db: Kysely<StoreSchema>, model: DemoModel): Promise<void> {
  const { profile, catalog, segments } = model;
  await insertRows(db, 'locations', model.locations);
  await insertRows(db, 'shops', model.shops);
  await insertRows(db, 'turnover_groups', model.groups);
  await insertRows(db, 'tax_rates', model.rates);
  await insertRows(db, 'payment_providers', paymentProviderRows(profile.ids));
  await insertRows(db, 'products', catalog.products);
  await insertRows(db, 'product_prices', catalog.prices);
  await insertRows(db, 'stock', catalog.stock);
  await insertRows(db, 'customers', model.customers.rows);
  await insertRows(db, 'segments', segments.rows);
  await insertRows(db, 'customer_segments', segments.members);
}
