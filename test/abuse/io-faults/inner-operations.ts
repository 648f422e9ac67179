import { sql } from 'kysely';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { createAccessTokens } from '../../../electron/service/security/access-tokens.ts';
import { createApiKeys } from '../../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import { createExportsRepository } from '../../../electron/store/accounts/exports-repository.ts';
import { createLedgersRepository } from '../../../electron/store/accounts/ledgers-repository.ts';
import { createPreferencesRepository } from '../../../electron/store/accounts/preferences-repository.ts';
import { createTokensRepository } from '../../../electron/store/accounts/tokens-repository.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { insertOrders } from '../../../electron/store/orders/order-writer.ts';
import type { ExportManifest } from '../../../shared/contract/exports.ts';
import { furtherOrder } from '../../support/copied-order.ts';
import { CALLER, ORDER } from '../../support/shop-fixture.ts';
import { createStoreWrites, type StoreWrite } from '../../support/store-writes.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { attempting, type Operation } from './operation.ts';
import type { ShopUnderFault } from './shop-under-fault.ts';

/** Long enough for pages of its own. */
const LONG_PATH = `/${'folder/'.repeat(3_000)}export.csv`;
const MANY_ORDERS = 8;
const MANIFEST: ExportManifest = {
  request: { dataset: 'price-list', filters: {}, format: 'csv', profile: 'excel', language: 'nl' },
  fileName: 'price list.csv',
  columns: ['sku'],
  account: CALLER.owner.account,
  user: CALLER.owner.email,
  asOf: '2026-11-21T13:00:00+01:00',
  ...{ place: null, period: null, filters: [], rows: 3, total: 3, shortfall: null, sums: {} },
  ...{ bytes: 99, sha256: 'ab'.repeat(32) },
};

/** What the window and the program itself write. */
export async function innerOperations(
  { store, writer }: ShopUnderFault,
  { keepSecret }: Pick<SuiteRun, 'keepSecret'>,
): Promise<readonly Operation[]> {
  const { db } = store;
  const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
  const tokens = createAccessTokens({ tokens: createTokensRepository(db), platform, clock });
  const keys = createApiKeys({ keys: createApiKeysRepository(db), platform, clock });
  const preferences = createPreferencesRepository(db, () => undefined);
  const ledgers = createLedgersRepository(db);
  const history = createExportsRepository(writer.db, clock, () => undefined);
  const { owner } = CALLER;
  let number = 1_000;
  let token = '';
  let key = 0;

  return [
    {
      ...{ name: 'sign out', db },
      prepare: async () => {
        ({ token } = await tokens.issue(owner));
        keepSecret('token', token);
      },
      attempt: attempting(() => tokens.revoke(token)),
    },
    {
      ...{ name: 'make a key', db },
      attempt: attempting(async () => {
        const made = await keys.create(owner, { name: 'of the suite', expiresAt: null });
        keepSecret('api key', made.key);
      }),
    },
    {
      ...{ name: 'revoke a key', db },
      prepare: async () => {
        ({ id: key } = (await keys.create(owner, { name: 'of the suite', expiresAt: null })).record);
      },
      attempt: attempting(() => keys.revoke(owner, key)),
    },
    {
      ...{ name: 'change preferences', db },
      prepare: () => preferences.change(owner, { isTourDone: false }),
      attempt: attempting(() => preferences.change(owner, { isTourDone: true })),
    },
    {
      ...{ name: 'change ledgers', db },
      prepare: () => db.deleteFrom('ledger_accounts').execute(),
      attempt: attempting(() => ledgers.change(owner, { 'revenue:21': '8000', 'revenue:9': '8010' })),
    },
    {
      ...{ name: 'remember an export', db: writer.db },
      attempt: attempting(() =>
        history.add({ accountId: 1, userId: 31, manifest: MANIFEST, path: LONG_PATH, snapshot: null }),
      ),
    },
    ...(await ownWrites(store)),
    {
      ...{ name: 'write the log back', db },
      attempt: attempting(() => sql`pragma wal_checkpoint(truncate)`.execute(db)),
    },
    {
      ...{ name: 'write many orders', db },
      attempt: attempting(() => {
        number += MANY_ORDERS;
        const orders = Array.from({ length: MANY_ORDERS }, (_, index) =>
          furtherOrder(ORDER.saleWithTip, number + index),
        );
        return insertOrders(db, orders);
      }),
    },
  ];
}

/** Each with what has to be there before it. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'the lease of a delivery': ['a delivery'],
  'an attempt': ['a delivery', 'the lease of a delivery'],
};

async function ownWrites(store: Store): Promise<readonly Operation[]> {
  const writes = await createStoreWrites(store);
  let number = 0;
  const write = async (one: StoreWrite) => {
    number += 1;
    await one.write(number);
  };
  return writes.map((one) => ({
    ...{ name: one.name, db: store.db },
    prepare: async () => {
      for (const other of writes) if (NEEDED[one.name]?.includes(other.name)) await write(other);
    },
    attempt: attempting(() => write(one)),
  }));
}
