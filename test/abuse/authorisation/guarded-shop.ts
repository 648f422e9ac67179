import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { createApiKeys } from '../../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { cheapHasher } from '../../support/cheap-cost.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { NOW, type RunningService, startService } from '../../support/running-service.ts';
import { ACCOUNT, LOCATION, seedFixtureShop } from '../../support/shop-fixture.ts';
import { type Asker, plantMarks, type RecordRegister, readRegister } from './authorisation-matrix.ts';

/** The password of every user here. */
export const PASSWORD = 'matrix-password';

/** Every kind of user: two accounts, every role, locked to each kind of location or to none. */
const USERS = [
  { id: 61, account: 'alpha', roles: 'owner', lock: null },
  { id: 62, account: 'alpha', roles: 'accountant', lock: null },
  { id: 63, account: 'alpha', roles: 'staff', lock: LOCATION.utrecht },
  { id: 64, account: 'alpha', roles: 'owner', lock: LOCATION.amsterdam },
  { id: 65, account: 'alpha', roles: 'staff', lock: LOCATION.arnhem },
  { id: 66, account: 'beta', roles: 'owner', lock: null },
  { id: 67, account: 'beta', roles: 'staff', lock: LOCATION.beta },
  { id: 68, account: 'alpha', roles: 'accountant', lock: LOCATION.utrecht },
  { id: 69, account: 'beta', roles: 'owner', lock: LOCATION.beta },
] as const;

export interface SignedInAsker extends Asker {
  /** Whether they sign in with a token or an API key. */
  readonly by: 'token' | 'api key';
  readonly secret: string;
  /** Whether they are an owner or accountant. */
  readonly mayManage: boolean;
}

export interface GuardedShop {
  readonly service: RunningService;
  readonly store: Store;
  readonly askers: readonly SignedInAsker[];
  /** The current records. */
  readRegister(): Promise<RecordRegister>;
  stop(): Promise<void>;
}

/** The service with the fixture shop, with marks in all its texts. */
export async function openGuardedShop(): Promise<GuardedShop> {
  const store = await openStore({ file: ':memory:' });
  const clock = createFixedClock(NOW);
  await seedFixtureShop(store.db);
  await insertUsers(store, await cheapHasher.hash(PASSWORD));
  await plantMarks(store.db);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: cheapHasher });
  const service = await startService({ platform, clock, store });
  const apiKeys = createApiKeys({ keys: createApiKeysRepository(store.db), platform, clock });

  const askers: SignedInAsker[] = [];
  for (const user of USERS) {
    const account = ACCOUNT[user.account];
    const mayManage = user.roles !== 'staff';
    const asker = { name: nameOf(user), account, user: user.id, lock: user.lock, mayManage };
    const token = await service.signIn({
      account: `${user.account}~a${account}~`,
      email: emailOf(user),
      password: PASSWORD,
    });
    askers.push({ ...asker, by: 'token', secret: token });
    const { key } = await apiKeys.create(
      { accountId: account, userId: user.id },
      { name: 'matrix', expiresAt: null, personalData: true },
    );
    askers.push({ ...asker, by: 'api key', secret: key });
  }
  const stop = async () => {
    await service.stop();
    await store.close();
  };
  return { service, store, askers, readRegister: () => readRegister(store.db), stop };
}

function insertUsers({ db }: Store, password_hash: string): Promise<void> {
  const rows = USERS.map((user) => ({
    id: user.id,
    account_id: ACCOUNT[user.account],
    email: emailOf(user),
    name: nameOf(user),
    password_hash,
    roles: user.roles,
    locked_location_id: user.lock,
    is_active: 1 as const,
  }));
  return insertRows(db, 'users', rows);
}

function nameOf({ account, roles, lock }: (typeof USERS)[number]): string {
  return `${roles} of ${account}${lock === null ? '' : ` locked to ${lock}`}`;
}

function emailOf({ id }: { id: number }): string {
  return `${id}@matrix.example`;
}
