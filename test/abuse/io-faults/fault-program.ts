import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { createAccessTokens } from '../../../electron/service/security/access-tokens.ts';
import { createApiKeys } from '../../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import { createExportsRepository } from '../../../electron/store/accounts/exports-repository.ts';
import { createLedgersRepository } from '../../../electron/store/accounts/ledgers-repository.ts';
import { createPreferencesRepository } from '../../../electron/store/accounts/preferences-repository.ts';
import { createTokensRepository } from '../../../electron/store/accounts/tokens-repository.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { insertOrders } from '../../../electron/store/orders/order-writer.ts';
import { ErrorBody } from '../../../shared/contract/errors.ts';
import type { ExportManifest } from '../../../shared/contract/exports.ts';
import { listMismatches } from '../../support/contract-check.ts';
import { createFurtherOrder } from '../../support/copied-order.ts';
import { startFixtureService } from '../../support/fixture-service.ts';
import type { Answer } from '../../support/http-exchange.ts';
import { CALLER, CREDENTIALS, ORDER, seedFixtureShop, USER } from '../../support/shop-fixture.ts';
import { createStoreWrites, type StoreWrite } from '../../support/store-writes.ts';
import { openDiskControl } from '../failing-disk/disk-control.ts';
import {
  type Attempt,
  attempting,
  diskFaults,
  type Fault,
  type FaultOutcome,
  type FaultReport,
  limitFaults,
  type Operation,
  type ShopUnderFault,
  tryFault,
} from './try-fault.ts';

/** The process with the failing disk. Its own file is watched. */

export interface FaultOrders {
  readonly folder: string;
  /** The file that controls the disk; `null` if that is impossible. */
  readonly control: string | null;
}

/** What it sends: a part of the report, its progress, or how it ended. */
export type FaultMessage =
  | {
      [Name in keyof FaultReport]: { readonly kind: Name; readonly given: Parameters<FaultReport[Name]> };
    }[keyof FaultReport]
  | { readonly kind: 'at'; readonly sentence: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'broke'; readonly error: string };

const MAX_SECRETS = 25;

/** More than any operation needs. */
const MAX_CALLS = 3_000;

const send = (message: FaultMessage) => void process.send?.(message);

const secrets = new Map<string, number>();

let faultsBrought = 0;

const run: FaultReport = {
  count(...given) {
    if (given[0] === 'faults') faultsBrought += 1;
    send({ kind: 'count', given });
  },
  breach: (...given) => send({ kind: 'breach', given }),
  hear: (...given) => send({ kind: 'hear', given }),
  /** Only the first ones of each kind: there would be thousands, and each is searched for at the end. */
  keepSecret(kind, text) {
    const count = (secrets.get(kind) ?? 0) + 1;
    secrets.set(kind, count);
    if (count <= MAX_SECRETS) send({ kind: 'keepSecret', given: [kind, text] });
  },
};

async function tryEverything({ folder, control }: FaultOrders): Promise<void> {
  mkdirSync(join(folder, 'store'));
  const file = join(folder, 'store', 'tilldesk.sqlite');
  const seeded = await openStore({ file });
  await seedFixtureShop(seeded.db);
  await seeded.close();
  const service = await startFixtureService({ file });
  const shop: ShopUnderFault = {
    file,
    send: (method, target, sending) => service.send(method, target, { token: service.tokens.owner, ...sending }),
  };
  const { store, clock } = service;
  const operations = [...httpOperations(shop, store), ...(await innerOperations(store, clock))];
  const disk = control === null ? null : openDiskControl(control);
  const faults = [...limitFaults(file), ...(disk === null ? [] : diskFaults(disk))];
  try {
    for (const operation of operations) {
      const before = faultsBrought;
      for (const fault of faults) {
        // The next operation would still suffer from the fault.
        if ((await tryAll(shop, operation, fault)) === 'stuck') return;
      }
      if (faultsBrought === before) run.breach('without a fault', operation.name);
      run.count('operations');
    }
    disk?.close();
    await service.stop();
  } finally {
    writeFileSync(join(folder, 'service.log'), JSON.stringify(service.records));
  }
}

/**
 * Lets each of the first eight calls fail, then fewer and fewer of the later ones, until the operation ends before the
 * fault.
 */
async function tryAll(shop: ShopUnderFault, operation: Operation, fault: Fault): Promise<FaultOutcome> {
  for (let n = 1; n > 0; n = fault.isNumbered ? n + Math.max(1, Math.floor(n / 4)) : 0) {
    send({ kind: 'at', sentence: `${operation.name}, ${fault.name} (${n})` });
    const outcome = await tryFault(run, shop, { operation, fault, n });
    if (outcome !== 'recovered') return outcome;
    if (n > MAX_CALLS) throw new Error(`${operation.name} never succeeds`);
  }
  return 'recovered';
}

async function answer(orders: string): Promise<FaultMessage> {
  try {
    await tryEverything(JSON.parse(orders));
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'broke', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const REFUSED_SIGN_IN = 401;

/** What an answer must never reveal about a fault. */
const LEAKS = /sqlite|disk|i\/o|errno|database|locked|readonly|constraint|\.ts\b|\bat \S+ \(/i;

/** The statuses for a failed service or platform. */
const FAILED = [500, 502];

const RECEIVER = {
  url: 'https://hooks.receiver.example/faults',
  events: ['order.updated'],
  description: 'under faults',
};

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

/** Long enough for separate pages. */
const LONG_PATH = `/${'folder/'.repeat(3_000)}export.csv`;

/** The operations that each one needs before it. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'the lease of a delivery': ['a delivery'],
  'an attempt': ['a delivery', 'the lease of a delivery'],
};

const MANY_ORDERS = 8;

/** The operations of the API that write. */
function httpOperations(shop: ShopUnderFault, { db }: Store): readonly Operation[] {
  let number = 0;
  let webhook = 0;

  const signIn = (password: string) =>
    shop.send('POST', '/api/auth/login', { body: { ...CREDENTIALS.accountant, password } });
  const subscribe = () => {
    number += 1;
    return shop.send('POST', '/api/webhooks', { headers: { 'idempotency-key': `faults-${number}` }, body: RECEIVER });
  };
  const removeAll = () => db.deleteFrom('webhooks').where('description', '=', RECEIVER.description).execute();
  const subscribeOne = async () => {
    await removeAll();
    const made = await subscribe();
    if (made.status !== 201) throw new Error(`no webhook to work with: ${made.text}`);
    webhook = JSON.parse(made.text).id;
  };

  return [
    {
      // An attempt counts as failed until it succeeds.
      ...{ name: 'sign in', db, leaves: ['sign_in_failures'] },
      async prepare() {
        const user = { account_id: 1, user_id: USER.accountant };
        // A fault leaves them, and a sixth one would have to wait.
        await db.deleteFrom('sign_in_failures').execute();
        await db.deleteFrom('tokens').where('user_id', '=', user.user_id).execute();
        await db
          .insertInto('tokens')
          .values({ ...user, token_hash: 'expired', issued_at: 0, expires_at: 1 })
          .execute();
      },
      attempt: async () => judged(await signIn(CREDENTIALS.accountant.password), 200),
    },
    {
      // Two spellings of the names are counted, each in a separate transaction.
      ...{ name: 'a sign-in that is refused', db, leaves: ['sign_in_failures'] },
      prepare: () => db.deleteFrom('sign_in_failures').execute(),
      attempt: async () => judged(await signIn('not the password'), REFUSED_SIGN_IN),
    },
    {
      ...{ name: 'subscribe a webhook', db },
      prepare: removeAll,
      attempt: async () => judged(await subscribe(), 201),
    },
    {
      ...{ name: 'rotate a secret', db },
      prepare: subscribeOne,
      attempt: async () => judged(await shop.send('POST', `/api/webhooks/${webhook}/rotate-secret`), 200),
    },
    {
      ...{ name: 'enable a webhook', db },
      async prepare() {
        await subscribeOne();
        await db
          .updateTable('webhooks')
          .set({ disabled_reason: 'gone', disabled_at: 1 })
          .where('id', '=', webhook)
          .execute();
        const failed = {
          ...({ webhook_id: webhook, kind: 'batch', status: 'failed', body: '{}', event_count: 1 } as const),
          ...{ created_at: 1, next_attempt_at: null, replay_of: null, ended_at: 2 },
        };
        await db
          .insertInto('webhook_deliveries')
          .values(['a', 'b', 'c'].map((message_id) => ({ ...failed, message_id })))
          .execute();
      },
      attempt: async () => judged(await shop.send('POST', `/api/webhooks/${webhook}/enable`), 200),
    },
    {
      ...{ name: 'remove a webhook', db },
      prepare: subscribeOne,
      attempt: async () => judged(await shop.send('DELETE', `/api/webhooks/${webhook}`), 204),
    },
  ];
}

/** `done` is the status of success. */
function judged({ status, text }: Answer, done: number): Attempt {
  const body: unknown = text === '' ? null : JSON.parse(text);
  if (status === done && status !== REFUSED_SIGN_IN) {
    if (hasText(body, 'token')) run.keepSecret('token', body.token);
    if (hasText(body, 'secret')) run.keepSecret('webhook secret', body.secret);
    return { isDone: true, wrong: null };
  }
  run.hear('a reply under a fault', text);
  const isDone = status === done;
  if (!isDone && !FAILED.includes(status)) return { isDone, wrong: `was answered with ${status}: ${text}` };
  const departures = listMismatches(ErrorBody, body);
  if (departures.length > 0) return { isDone, wrong: `has another form than errors: ${departures.join('; ')}` };
  return { isDone, wrong: LEAKS.test(text) ? `leaks the inside: ${text}` : null };
}

function hasText<Name extends string>(body: unknown, name: Name): body is Record<Name, string> {
  return typeof body === 'object' && body !== null && name in body && typeof Reflect.get(body, name) === 'string';
}

/** What the window and the program itself write. */
async function innerOperations(store: Store, clock: Clock): Promise<readonly Operation[]> {
  const { db } = store;
  const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
  const tokens = createAccessTokens({ tokens: createTokensRepository(db), platform, clock });
  const keys = createApiKeys({ keys: createApiKeysRepository(db), platform, clock });
  const preferences = createPreferencesRepository(db, () => undefined);
  const ledgers = createLedgersRepository(db);
  const history = createExportsRepository(db, clock, () => undefined);
  const { owner } = CALLER;
  let number = 1_000;
  let token = '';
  let key = 0;

  return [
    {
      ...{ name: 'sign out', db },
      prepare: async () => {
        ({ token } = await tokens.issue(owner));
        run.keepSecret('token', token);
      },
      attempt: attempting(() => tokens.revoke(token)),
    },
    {
      ...{ name: 'make a key', db },
      attempt: attempting(async () => {
        const made = await keys.create(owner, { name: 'under faults', expiresAt: null, personalData: true });
        run.keepSecret('api key', made.key);
      }),
    },
    {
      ...{ name: 'revoke a key', db },
      prepare: async () => {
        ({ id: key } = (
          await keys.create(owner, { name: 'under faults', expiresAt: null, personalData: true })
        ).record);
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
      ...{ name: 'remember an export', db },
      attempt: attempting(() => history.add({ accountId: 1, userId: 31, manifest: MANIFEST, path: LONG_PATH })),
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
        const first = number;
        return insertOrders(
          db,
          Array.from({ length: MANY_ORDERS }, (_, index) => createFurtherOrder(ORDER.saleWithTip, first + index)),
        );
      }),
    },
  ];
}

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

// Handles left open by a stuck operation would keep the process alive.
process.send?.(await answer(process.argv[2] ?? ''), () => process.exit(0));
