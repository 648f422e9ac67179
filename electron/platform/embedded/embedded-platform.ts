import type { Clock } from '../../base/clock.ts';
import type { PasswordHasher } from '../../base/password-hasher.ts';
import { createOrderedLists } from '../../store/ordered-lists.ts';
import type { StoreDb } from '../../store/schema.ts';
import { isDatabaseFailure } from '../../store/store-error.ts';
import type { Platform, PlatformCapabilities } from '../platform.ts';
import { wrapPlatform } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import { createEmbeddedCatalog, createEmbeddedStock, readEmbeddedPriceList } from './embedded-catalog.ts';
import { createEmbeddedChanges } from './embedded-changes.ts';
import { createEmbeddedCustomers } from './embedded-customers.ts';
import { createEmbeddedOrderLines, createEmbeddedOrders } from './embedded-orders.ts';
import { createReferenceLists } from './embedded-reference.ts';
import { createEmbeddedReports } from './embedded-reports.ts';
import { createEmbeddedSignIn } from './embedded-sign-in.ts';
import { BACKOFFICE_HOST } from './order-mapper.ts';

const CAPABILITIES: PlatformCapabilities = {
  backofficeHosts: [BACKOFFICE_HOST],
  webhooks: 'here',
  apiKeys: 'own',
  feeds: ['products', 'orders'],
  reports: ['financial', 'turnoverByDay', 'payments', 'dayClosing', 'productSales'],
};

export function createEmbeddedPlatform(deps: {
  readonly db: StoreDb;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
}): Platform {
  const { db, clock, hasher } = deps;
  const lists = createOrderedLists(db);
  const access = createEmbeddedSignIn(db, hasher);
  const reference = createReferenceLists(db);
  const catalog = createEmbeddedCatalog(db, lists);
  const stock = createEmbeddedStock(db, lists);
  const customers = createEmbeddedCustomers(db, lists);
  const orders = createEmbeddedOrders(db, lists);
  const lines = createEmbeddedOrderLines(db, lists);
  const changes = createEmbeddedChanges(db);
  const reports = createEmbeddedReports(db, lists, clock);

  const platform: Platform = {
    capabilitiesOf: async () => CAPABILITIES,
    signIn: (credentials) => translatingFailures(() => access.signIn(credentials)),
    async signInWithKey() {
      throw new PlatformError('not_offered', 'The built-in platform has no API keys of its own.');
    },
    identify: (user) => translatingFailures(() => access.identify(user)),
    listReference: (caller, kind) => reference[kind](caller),
    ...catalog,
    readPriceList: (caller, query, after) => readEmbeddedPriceList(db, caller, query, after),
    ...stock,
    ...customers,
    ...orders,
    ...lines,
    ...changes,
    readReport: (caller, kind, query) => reports[kind](caller, query),
  };
  return wrapPlatform(platform, translatingFailures);
}

/** Runs a call of the platform; a failure of the database becomes a `PlatformError`, a fault stays what it is. */
export async function translatingFailures<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error;
    throw new PlatformError('unavailable', 'The shop data cannot be read at the moment.', { cause: error });
  }
}
