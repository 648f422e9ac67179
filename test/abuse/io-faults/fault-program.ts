import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
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
import { ErrorBody } from '../../../shared/contract/errors.ts';
import type { ExportManifest } from '../../../shared/contract/exports.ts';
import { departuresFrom } from '../../support/contract-check.ts';
import { furtherOrder } from '../../support/copied-order.ts';
import type { Answer } from '../../support/http-exchange.ts';
import { CALLER, CREDENTIALS, ORDER, USER } from '../../support/shop-fixture.ts';
import { createStoreWrites, type StoreWrite } from '../../support/store-writes.ts';
import { type DiskControl, openDiskControl } from '../failing-disk/disk-control.ts';
import type { SecretKind, SuiteRun, SuiteSize } from '../harness/suite.ts';
import { diskFaults, type Fault, limitFaults } from './fault.ts';
import type { FaultMessage, FaultOrders } from './fault-messages.ts';
import { type Attempt, attempting, type Operation } from './operation.ts';
import { openShopUnderFault, type ShopUnderFault } from './shop-under-fault.ts';
import { type FaultOutcome, type FaultRun, tryFault } from './try-fault.ts';

/** The process whose disk fails. Its file is the one that is watched: see io-faults-suite.ts. */

const MOST_SECRETS = 25;

/** More than any operation makes. */
const MOST_CALLS = 3_000;

const say = (message: FaultMessage) => void process.send?.(message);

const run = {
  count: (...given: Parameters<FaultRun['count']>) => say({ kind: 'told', name: 'count', given }),
  breach: (...given: Parameters<FaultRun['breach']>) => say({ kind: 'told', name: 'breach', given }),
  keepSecret: secretKeeper(),
  hear: (where: string, content: string | Uint8Array) => say({ kind: 'told', name: 'hear', given: [where, content] }),
};

async function tryEverything({ size, folder, control }: FaultOrders): Promise<void> {
  mkdirSync(join(folder, 'store'));
  const shop = await openShopUnderFault(join(folder, 'store', 'tilldesk.sqlite'), folder);
  const operations = [...(await httpOperations(shop, run)), ...(await innerOperations(shop, run))];
  const disk: DiskControl | null = control === null ? null : openDiskControl(control);
  const faults = [...limitFaults(shop.file), ...(disk === null ? [] : diskFaults(disk))];
  for (const [index, operation] of operations.entries()) {
    const some = size === 'short' ? someOf(faults, index) : faults;
    for (const fault of some) {
      // What came next would tell of this one still.
      if ((await tryAll(shop, operation, fault, size)) === 'stuck') return;
    }
    run.count('operations');
  }
  disk?.close();
  await shop.stop();
}

/** Two for each operation, others for the next: all faults come up. */
function someOf(faults: readonly Fault[], index: number): readonly Fault[] {
  return faults.filter((_, place) => (place - index) % Math.ceil(faults.length / 2) === 0);
}

/** Fails ever later, until the operation is over before. */
async function tryAll(
  shop: ShopUnderFault,
  operation: Operation,
  fault: Fault,
  size: SuiteSize,
): Promise<FaultOutcome> {
  for (let n = 1; n > 0; n = fault.isNumbered ? NEXT[size](n) : 0) {
    say({ kind: 'at', sentence: `${operation.name}, ${fault.name} (${n})` });
    const outcome = await tryFault(run, shop, { operation, fault, n });
    if (outcome !== 'recovered') return outcome;
    if (n > MOST_CALLS) throw new Error(`${operation.name} never succeeds`);
  }
  return 'recovered';
}

const NEXT: Readonly<Record<SuiteSize, (n: number) => number>> = {
  // Each of the first forty; of an operation that makes hundreds of calls every twentieth part then.
  full: (n) => n + Math.max(1, Math.floor(n / 20)),
  tenth: (n) => Math.ceil(n * 2.5),
  short: (n) => n * 3,
};

/** The first ones of each kind: thousands would be made, and each has to be looked for in the end. */
function secretKeeper() {
  const kept = new Map<string, number>();
  return (kind: SecretKind, text: string) => {
    const count = (kept.get(kind) ?? 0) + 1;
    kept.set(kind, count);
    if (count <= MOST_SECRETS) say({ kind: 'told', name: 'keepSecret', given: [kind, text] });
  };
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

/** What a reply may never tell of a fault. */
const LEAKS = /sqlite|disk|i\/o|errno|database|locked|readonly|constraint|\.ts\b|\bat \S+ \(/i;

/** What the contract has for a service or a platform that failed. */
const FAILED = [500, 502];

const RECEIVER = { url: 'https://hooks.receiver.example/faults', events: ['order.updated'] };

const ROW_OF_WEBHOOK = { description: 'of the suite' };

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

/** Long enough for pages of its own. */
const LONG_PATH = `/${'folder/'.repeat(3_000)}export.csv`;

/** Each with what has to be there before it. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'the lease of a delivery': ['a delivery'],
  'an attempt': ['a delivery', 'the lease of a delivery'],
};

const MANY_ORDERS = 8;

// What is left open where it got stuck would keep the process.
process.send?.(await answer(process.argv[2] ?? ''), () => process.exit(0));

type Secrets = Pick<SuiteRun, 'keepSecret' | 'hear'>;

/** What is asked of the API and written by it. */
async function httpOperations(shop: ShopUnderFault, secrets: Secrets): Promise<readonly Operation[]> {
  const { store, send } = shop;
  const { db } = store;
  let number = 0;
  let webhook = 0;

  const judge = (answer: Answer, done: number): Attempt => judged(answer, done, secrets);
  const signIn = (password: string) =>
    send('POST', '/api/auth/login', { body: { ...CREDENTIALS.accountant, password } });
  const subscribe = () => {
    number += 1;
    const headers = { 'idempotency-key': `faults-${number}` };
    return send('POST', '/api/webhooks', { headers, body: { ...RECEIVER, ...ROW_OF_WEBHOOK } });
  };
  const removeAll = async () => {
    await db.deleteFrom('webhooks').where('description', '=', ROW_OF_WEBHOOK.description).execute();
  };
  const subscribeOne = async () => {
    await removeAll();
    const answer = await subscribe();
    if (answer.status !== 201) throw new Error(`no webhook to work with: ${answer.text}`);
    webhook = JSON.parse(answer.text).id;
  };
  const account_id = 1;

  return [
    {
      // An attempt counts as failed until it has not.
      ...{ name: 'sign in', db, leaves: ['sign_in_failures'] },
      async prepare() {
        await db.deleteFrom('tokens').where('user_id', '=', USER.accountant).execute();
        const expired = { account_id, user_id: USER.accountant, token_hash: 'expired' };
        await db
          .insertInto('tokens')
          .values({ ...expired, issued_at: 0, expires_at: 1 })
          .execute();
      },
      attempt: async () => judge(await signIn(CREDENTIALS.accountant.password), 200),
    },
    {
      ...{ name: 'a sign-in that is refused', db },
      prepare: () => db.deleteFrom('sign_in_failures').execute(),
      attempt: async () => judge(await signIn('not the password'), REFUSED_SIGN_IN),
    },
    {
      ...{ name: 'subscribe a webhook', db },
      prepare: removeAll,
      attempt: async () => judge(await subscribe(), 201),
    },
    {
      ...{ name: 'rotate a secret', db },
      prepare: subscribeOne,
      attempt: async () => judge(await send('POST', `/api/webhooks/${webhook}/rotate-secret`), 200),
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
        await db
          .insertInto('webhook_deliveries')
          .values(['a', 'b', 'c'].map((name) => failedDelivery(webhook, name)))
          .execute();
      },
      attempt: async () => judge(await send('POST', `/api/webhooks/${webhook}/enable`), 200),
    },
    {
      ...{ name: 'remove a webhook', db, leaves: ['removed_webhooks'] },
      prepare: subscribeOne,
      attempt: async () => judge(await send('DELETE', `/api/webhooks/${webhook}`), 204),
    },
  ];
}

function failedDelivery(webhook_id: number, message_id: string) {
  return {
    ...({ webhook_id, message_id, kind: 'batch', status: 'failed', body: '{}', event_count: 1 } as const),
    ...{ created_at: 1, next_attempt_at: null, replay_of: null, ended_at: 2 },
  };
}

function judged({ status, text }: Answer, done: number, { keepSecret, hear }: Secrets): Attempt {
  const body: unknown = text === '' ? null : JSON.parse(text);
  if (status === done && status !== REFUSED_SIGN_IN) {
    if (hasText(body, 'token')) keepSecret('token', body.token);
    if (hasText(body, 'secret')) keepSecret('webhook secret', body.secret);
    return { isDone: true, wrong: null };
  }
  hear('a reply under a fault', text);
  const wrong = wrongIn(body);
  if (status === done) return { isDone: true, wrong };
  return { isDone: false, wrong: FAILED.includes(status) ? wrong : `was answered with ${status}: ${text}` };
}

function wrongIn(body: unknown): string | null {
  const departures = departuresFrom(ErrorBody, body);
  if (departures.length > 0) return `has another form than errors: ${departures.join('; ')}`;
  const text = JSON.stringify(body);
  return LEAKS.test(text) ? `tells of the inside: ${text}` : null;
}

function hasText<Name extends string>(body: unknown, name: Name): body is Record<Name, string> {
  return typeof body === 'object' && body !== null && name in body && typeof Reflect.get(body, name) === 'string';
}

/** What the window and the program itself write. */
async function innerOperations(
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
