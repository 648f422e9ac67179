import { setImmediate } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { PasswordHasher } from '../../base/password-hasher.ts';
import { recordFirstChanges } from '../../store/changes/first-changes.ts';
import { createDemoShopsRepository, fillShop } from '../../store/demo/demo-shops-repository.ts';
import { getClockToleranceMs } from '../../store/dialects/dialect.ts';
import { insertRows } from '../../store/insert-rows.ts';
import type { DemoShopsTable, StoreDb, StoreSchema, UsersTable } from '../../store/schema.ts';
import { inWriteTransaction, lockAccount } from '../../store/transactions.ts';
import { addCompany } from './company.ts';
import type { DemoProfile } from './demo-profile.ts';
import { addLedgers } from './ledgers.ts';
import { createModel, type DemoModel } from './model.ts';
import { moveWindow, planWindowMove } from './orders/order-rows.ts';
import { createPaymentProviderRows, getLocationId } from './reference-records.ts';
import { HET_KLUWEN, LINDE_EN_LOOF } from './shop-profiles.ts';

export interface DemoShopsDeps {
  readonly db: StoreDb;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  /** Used for new accounts. Existing accounts keep their seed. Default: the same shops every time. */
  readonly seed?: number;
  readonly profiles?: readonly DemoProfile[];
}

/** Raise this with every change to the rows that a seed creates; see the column of that name. */
export const PLAN_VERSION = 4;

export const DEFAULT_SEED = 4870;

const END_OF_TIME = Number.MAX_SAFE_INTEGER;

const PROFILES = [LINDE_EN_LOOF, HET_KLUWEN];

/**
 * Creates missing demo accounts, recreates shops with another plan version and adds orders up to now. The result
 * depends on seed and time only, not on earlier starts; only users stay. Each account is written in one transaction. If
 * several instances share a store and start at once, one of them does it.
 */
export async function openDemoShops(deps: DemoShopsDeps): Promise<void> {
  const { db, profiles = PROFILES } = deps;
  await updateShops(deps, profiles);
  for (const profile of profiles) {
    await addLedgers(db, profile);
    await addCompany(db, profile);
  }
}

/** Whether `openDemoShops` has almost nothing to do because the shops were generated and never change. */
export async function hasFixedShops(db: StoreDb): Promise<boolean> {
  const repository = createDemoShopsRepository(db);
  const shops = await Promise.all(PROFILES.map(({ ids }) => repository.find(ids.account)));
  return shops.some((shop) => shop?.is_fixed === 1);
}

async function updateShops(deps: DemoShopsDeps, profiles: readonly DemoProfile[]): Promise<void> {
  const now = deps.clock.now();
  const repository = createDemoShopsRepository(deps.db);
  const shops = await Promise.all(profiles.map(({ ids }) => repository.find(ids.account)));
  if (shops.some((shop) => shop?.is_fixed === 1)) return;
  const steps = profiles.map((profile, index) => {
    const shop = shops[index];
    if (!shop) return createAccount(deps, profile, now);
    const update = shop.plan_version === PLAN_VERSION ? topUp : recreateShop;
    return () => update(deps.db, profile, shop, now);
  });
  for (const finish of steps) await finish();
}

/** Starts hashing in other threads, and returns the work for this thread. */
function createAccount(deps: DemoShopsDeps, profile: DemoProfile, now: number): () => Promise<void> {
  const { db, hasher, seed = DEFAULT_SEED } = deps;
  const hashing = createUsers(profile, hasher);
  // Awaited at the end of the transaction. Until then a failure must not count as unhandled.
  hashing.catch(() => undefined);
  return async () => {
    const model = createModel(profile, seed);
    const move = planWindowMove(model, null, now);
    // Planning and writing are synchronous. Let the hasher start its next passwords first.
    await setImmediate();
    await inWriteTransaction(db, async (transaction) => {
      if (!(await isUnchanged(transaction, profile.ids.account, undefined))) return;
      await insertRows(transaction, 'accounts', [{ id: profile.ids.account, name: profile.accountName }]);
      await writeShop(transaction, model);
      await moveWindow(transaction, profile.ids.account, move);
      await recordFirstChanges(transaction, profile.ids.account);
      await insertRows(transaction, 'users', await hashing);
      await saveShop(transaction, profile, seed, now);
    });
  };
}

function writeShop(db: StoreDb, model: DemoModel): Promise<void> {
  return fillShop(db, model.profile.ids.account, async () => {
    await insertShop((table, rows) => insertRows(db, table, rows), model);
  });
}

/** Users keep their ids, so that tokens and API keys stay valid. */
async function recreateShop(db: StoreDb, profile: DemoProfile, shop: DemoShopsTable, now: number): Promise<void> {
  const { account_id, seed } = shop;
  const model = createModel(profile, seed);
  const move = planWindowMove(model, null, now);
  await inWriteTransaction(db, async (transaction) => {
    if (!(await isUnchanged(transaction, account_id, shop))) return;
    await createDemoShopsRepository(transaction).removeShop(account_id);
    await writeShop(transaction, model);
    await moveWindow(transaction, account_id, move);
    await saveShop(transaction, profile, seed, now);
  });
}

async function topUp(db: StoreDb, profile: DemoProfile, shop: DemoShopsTable, now: number): Promise<void> {
  // If the clock was set back, orders are dated after now. All of them are created again.
  const lastUpdate = await createDemoShopsRepository(db).readLastUpdate(shop.account_id);
  const isSetBack = now < Math.max(shop.topped_up_until, lastUpdate) - getClockToleranceMs(db);
  // Another instance with a clock ahead of this one has just done it.
  if (!isSetBack && now < shop.topped_up_until) return;
  const move = planWindowMove(createModel(profile, shop.seed), isSetBack ? null : shop.topped_up_until, now);
  await inWriteTransaction(db, async (transaction) => {
    if (!(await isUnchanged(transaction, shop.account_id, shop))) return;
    if (isSetBack) await createDemoShopsRepository(transaction).removeOrdersBefore(shop.account_id, END_OF_TIME);
    await moveWindow(transaction, shop.account_id, move);
    await saveShop(transaction, profile, shop.seed, now);
  });
}

/** False if another instance was quicker. Locks the account until the transaction ends. */
async function isUnchanged(
  transaction: StoreDb,
  accountId: number,
  read: DemoShopsTable | undefined,
): Promise<boolean> {
  await lockAccount(transaction, accountId);
  const shop = await createDemoShopsRepository(transaction).find(accountId);
  return shop?.topped_up_until === read?.topped_up_until && shop?.plan_version === read?.plan_version;
}

function saveShop(db: StoreDb, { ids }: DemoProfile, seed: number, now: number): Promise<void> {
  const shop = {
    account_id: ids.account,
    seed,
    topped_up_until: now,
    plan_version: PLAN_VERSION,
    is_fixed: 0,
  } as const;
  return createDemoShopsRepository(db).save(shop);
}

export const DEMO_PASSWORD = 'tilldesk-demo';

export async function createUsers(profile: DemoProfile, hasher: PasswordHasher): Promise<UsersTable[]> {
  const hashes = await Promise.all(profile.users.map(() => hasher.hash(DEMO_PASSWORD)));
  return profile.users.map(({ email, name, role, lockedTo }, index) => ({
    id: profile.ids.users + 1 + index,
    account_id: profile.ids.account,
    email,
    name,
    password_hash: hashes[index] ?? '',
    roles: role,
    locked_location_id: lockedTo === null ? null : getLocationId(profile.ids, lockedTo),
    is_active: 1,
  }));
}

/** Inserts rows into a table. Referenced rows must be inserted first. */
type RowsInsert = <Table extends keyof StoreSchema & string>(
  table: Table,
  rows: readonly Insertable<StoreSchema[Table]>[],
) => Promise<void> | void;

export async function insertShop(insert: RowsInsert, model: DemoModel): Promise<void> {
  const { profile, catalog, segments } = model;
  await insert('locations', model.locations);
  await insert('shops', model.shops);
  await insert('turnover_groups', model.groups);
  await insert('tax_rates', model.rates);
  await insert('payment_providers', createPaymentProviderRows(profile.ids));
  await insert('products', catalog.products);
  await insert('product_prices', catalog.prices);
  await insert('stock', catalog.stock);
  await insert('customers', model.customers.rows);
  await insert('segments', segments.rows);
  await insert('customer_segments', segments.members);
}
