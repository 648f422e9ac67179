import { type Credentials, ROLES, type Role } from '../../../shared/contract/auth.ts';
import type { Caller, UserReference } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { PasswordHasher } from '../../base/password-hasher.ts';
import { createUsersRepository, type StoredUser } from '../../store/accounts/accounts-repository.ts';
import { createListReader } from '../../store/list-reader.ts';
import type { StoreDb } from '../../store/schema.ts';
import { isDatabaseFailure } from '../../store/store-error.ts';
import type { Platform, PlatformCapabilities } from '../platform.ts';
import { wrapPlatform } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import { createEmbeddedBatches } from './embedded-batches.ts';
import { createEmbeddedCatalog, readEmbeddedPriceList } from './embedded-catalog.ts';
import { createEmbeddedChanges } from './embedded-changes.ts';
import { createEmbeddedCustomers, createEmbeddedOrderLines, createEmbeddedOrders } from './embedded-orders.ts';
import { createReferenceLists } from './embedded-reference.ts';
import { createEmbeddedReports } from './embedded-reports.ts';
import { BACKOFFICE_HOST } from './order-mapper.ts';

const CAPABILITIES: PlatformCapabilities = {
  backofficeHosts: [BACKOFFICE_HOST],
  webhooks: 'here',
  apiKeys: 'own',
  feeds: ['products', 'orders'],
  reports: ['financial', 'turnoverByDay', 'payments', 'dayClosing', 'productSales'],
  missingParameters: [],
  keyedLists: ['orders', 'orderItems', 'orderPayments'],
};

export function createEmbeddedPlatform(deps: {
  readonly db: StoreDb;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
}): Platform {
  const { db, clock, hasher } = deps;
  const readPage = createListReader();
  const access = createEmbeddedSignIn(db, hasher);
  const reference = createReferenceLists(db);
  const catalog = createEmbeddedCatalog(db, readPage);
  const customers = createEmbeddedCustomers(db, readPage);
  const orders = createEmbeddedOrders(db, readPage);
  const lines = createEmbeddedOrderLines(db, readPage);
  const changes = createEmbeddedChanges(db);
  const reports = createEmbeddedReports(db, readPage, clock);

  const platform: Platform = {
    getCapabilities: async () => CAPABILITIES,
    signIn: (credentials) => translateFailures(() => access.signIn(credentials)),
    async signInWithKey() {
      throw new PlatformError('not_offered', 'The built-in platform has no separate API keys.');
    },
    identify: (user) => translateFailures(() => access.identify(user)),
    listReference: (caller, kind, country) => reference[kind](caller, country),
    ...catalog,
    readPriceList: (caller, query, after) => readEmbeddedPriceList(db, caller, query, after),
    ...customers,
    ...orders,
    ...lines,
    ...createEmbeddedBatches(db),
    ...changes,
    readReport: (caller, kind, query) => reports[kind](caller, query),
  };
  return wrapPlatform(platform, translateFailures);
}

/** Runs a platform call. A database failure becomes a `PlatformError`; other errors are rethrown. */
export async function translateFailures<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error;
    throw new PlatformError('unavailable', 'The shop data cannot be read. Try again later.', { cause: error });
  }
}

function createEmbeddedSignIn(db: StoreDb, hasher: PasswordHasher) {
  const users = createUsersRepository(db);

  /** Must run during sign-in, because the password is not stored. */
  async function rehash(user: StoredUser, password: string): Promise<void> {
    await users.replacePasswordHash(user, await hasher.hash(password));
  }

  return {
    async signIn({ account, email, password }: Credentials): Promise<Caller> {
      const user = await users.findBySignIn(account, email);
      // Hash in every case, so that timing does not reveal whether account and e-mail exist.
      const matches = user
        ? await hasher.verify(password, user.password_hash)
        : await hasher.verifyAgainstNothing(password);
      if (!user || !matches || user.is_active !== 1) throw createRefusal();
      if (hasher.isOutdated(user.password_hash)) await rehash(user, password);
      return toCaller(user);
    },

    async identify({ accountId, userId }: UserReference): Promise<Caller | null> {
      const user = await users.findByReference(accountId, userId);
      return user?.is_active === 1 ? toCaller(user) : null;
    },
  };
}

function createRefusal(): PlatformError {
  return new PlatformError('credentials_refused', 'Account, e-mail or password is wrong.');
}

function toCaller(user: StoredUser): Caller {
  return {
    accountId: user.account_id,
    userId: user.id,
    account: user.account_name,
    name: user.name,
    email: user.email,
    roles: user.roles.split(',').map(toRole),
    lockedLocation: getLockedLocation(user),
    ...(user.demo_account_id !== null && { isDemo: true }),
  };
}

// Never `null` for a user with a location, even if the location was deleted: `null` would show them everything.
function getLockedLocation(user: StoredUser): Caller['lockedLocation'] {
  if (user.locked_location_id === null) return null;
  return { id: user.locked_location_id, title: user.locked_location_title ?? '' };
}

function toRole(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (role) return role;
  throw new Error(`unknown user role "${text}"`);
}
