import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { describeDifference, readFigures } from '../../../electron/store/move/compare-tables.ts';
import { type MoveOptions, moveStore } from '../../../electron/store/move/move-store.ts';
import { openSourceStore, SKIPPED_TABLES } from '../../../electron/store/move/source-store.ts';
import { beginMove } from '../../../electron/store/move/unfinished-move.ts';
import { connectPostgres, openPostgresStore } from '../../../electron/store/open-postgres-store.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { verifyStock } from '../../../electron/store/totals/store-verification.ts';
import { createWebhookSecrets } from '../../../electron/webhooks/webhook-secrets.ts';
import { listProductChanges } from '../../../shared/contract/changes.ts';
import { listProducts } from '../../../shared/contract/products.ts';
import { differencesIn } from '../../store/totals/differences-in.ts';
import { NOW } from '../../support/fixed-clock.ts';
import type { RunningService } from '../../support/running-service.ts';
import { writeShop } from '../../support/shop-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase, EMPTY_TEMPLATE, runStatement, type TestDatabase } from '../../support/test-database.ts';
import { SECRET_KEY } from '../../support/webhooks-under-test.ts';
import { isSignedWith } from '../../webhook-receiver/receive-message.ts';
import { openDatabase } from '../open-database.ts';
import { ACCOUNT_ID, type FullStore, makeFullStore, serveStore } from './full-store.ts';

const SERVER_KEY = { purpose: 'webhooks', fingerprint: 'f1' };

let folder: string;
let full: FullStore;
/** A smaller store, which is moved in a second. */
let small: string;
/** Contains the full store after a move; tests get copies of it. */
let moved: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tilldesk-move-'));
  full = await makeFullStore(folder);
  mkdirSync(join(folder, 'small'));
  small = await writeShop(
    join(folder, 'small'),
    `insert into webhooks (account_id, user_id, url, events, description, created_at, sealed_secret)
      values (1, 31, 'https://hooks.receiver.example/', 'order.updated', '', 0, 'v1.sealed')`,
  );
  moved = await createTestDatabase(inject('postgresUrl'), EMPTY_TEMPLATE);
  await move(moved.url, { file: full.file });
}, 240_000);

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await moved.drop();
});

/** Moves the small store by default. */
const move = (url: string, options: Partial<MoveOptions> = {}) =>
  moveStore({
    ...{ file: small, url, serverKey: SERVER_KEY },
    ...{ onProgress: () => undefined, signal: new AbortController().signal },
    ...options,
  });

const refusalOf = (moving: Promise<unknown>) =>
  moving.then(
    () => 'none',
    (error: unknown) => error,
  );

async function movedStore(): Promise<{ url: string; store: Store }> {
  const url = await openDatabase(new URL(moved.url).pathname.slice(1));
  const store = await openPostgresStore({ url });
  onTestFinished(() => store.close());
  return { url, store };
}

/** A copy of the small store, changed by SQL. */
function changedCopy(change: string): string {
  const file = copyOf(small);
  const connection = new DatabaseSync(file);
  connection.exec(change);
  connection.close();
  return file;
}

function copyOf(source: string): string {
  const file = join(createTemporaryFolder(), 'tilldesk.sqlite');
  copyFileSync(source, file);
  return file;
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

const YEAR = 'from=2025-12-01&to=2026-11-30';

/** Lists, single records, reports and totals, as a client requests them. */
const TARGETS = [
  '/api/me',
  '/api/sessions',
  '/api/locations',
  '/api/shops',
  '/api/products?limit=100',
  '/api/products?q=gin&limit=20',
  '/api/stock?limit=50',
  '/api/customers?limit=50',
  '/api/segments',
  `/api/orders?${YEAR}&limit=100`,
  `/api/order-items?${YEAR}&limit=100`,
  `/api/order-payments?${YEAR}&limit=100`,
  `/api/discount-orders?${YEAR}`,
  `/api/financial-report?${YEAR}`,
  `/api/reports/payments?${YEAR}`,
  `/api/reports/product-sales?${YEAR}`,
  `/api/reports/turnover-by-day?from=2026-11-01&to=2026-11-21`,
  '/api/reports/day-closing?date=2026-11-20',
  '/api/tax-rates',
  '/api/turnover-groups',
  '/api/payment-methods',
  '/api/webhooks',
];

async function answersOf(service: RunningService, targets: readonly string[], token: string) {
  const answers: Record<string, string> = {};
  for (const target of targets) {
    const { status, text } = await service.send('GET', target, { token });
    answers[target] = `${status} ${text}`;
  }
  return answers;
}

describe('a store that was moved to PostgreSQL', () => {
  it('returns every list, report and total as before, to the user who is still signed in', async () => {
    const { token, webhook } = full;
    const source = await openStore({ file: copyOf(full.file) });
    const before = await serveStore(source);
    const { data: products } = await before.read(listProducts, { token });
    const prices = `/api/product-prices?product_ids=${products.slice(0, 50).map(({ id }) => id)}`;
    const targets = [...TARGETS, prices, `/api/webhooks/${webhook.id}/deliveries`];
    const expected = await answersOf(before, targets, token);
    await before.stop();
    await source.close();
    expect(Object.values(expected).map((answer) => answer.slice(0, 3))).toEqual(targets.map(() => '200'));
    expect(expected[`/api/orders?${YEAR}&limit=100`]).toContain('"order_number"');

    const { store } = await movedStore();
    const after = await serveStore(store);
    onTestFinished(() => after.stop());
    expect(await answersOf(after, targets, token)).toEqual(expected);
  });

  it('accepts the cursor of a client that reads changes', async () => {
    const { token } = full;
    const source = await openStore({ file: copyOf(full.file) });
    const before = await serveStore(source);
    const { data, next_cursor } = await before.read(listProductChanges, { token, query: { since: NOW } });
    expect(data.length).toBeGreaterThan(0);
    await before.stop();
    await source.close();

    const { store } = await movedStore();
    const after = await serveStore(store);
    onTestFinished(() => after.stop());
    const query = { cursor: next_cursor };
    expect(await after.read(listProductChanges, { token, query })).toMatchObject({ data: [], has_more: false });
  });

  it('has the totals of its orders and the stock of its locations', async () => {
    const { store } = await movedStore();
    expect(await differencesIn(store.db)).toEqual([]);
    expect(await verifyStock(store.db)).toEqual([]);
  });

  it('decrypts the secret of a webhook with the key that encrypted it, and accepts that key', async () => {
    const { store } = await movedStore();
    const { sealed_secret } = await store.db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    expect(createWebhookSecrets(SECRET_KEY).open(sealed_secret)).toBe(full.webhook.secret);
    expect(await store.db.selectFrom('server_keys').selectAll().execute()).toEqual([SERVER_KEY]);
  });

  it('sends the pending deliveries, signed with that secret', async () => {
    const { store } = await movedStore();
    const service = await serveStore(store);
    onTestFinished(() => service.stop());
    await service.webhooks.dispatcher.start();
    const { sender } = service.webhooks;
    await expect.poll(() => sender.sent.length).toBeGreaterThan(0);
    const [{ body, headers } = { body: '', headers: {} as Readonly<Record<string, string>> }] = sender.sent;
    expect(body).toBe(JSON.stringify({ type: 'batch', text: `'"\\ \n é 漢 😀 0` }));
    const signed = {
      id: headers['webhook-id'] ?? '',
      timestamp: headers['webhook-timestamp'] ?? '',
      signatures: headers['webhook-signature'] ?? '',
      body: Buffer.from(body),
    };
    expect(isSignedWith(full.webhook.secret, signed)).toBe(true);
  });

  it('never reuses an id, not even of a deleted row', async () => {
    const { store } = await movedStore();
    const insert = { account_id: ACCOUNT_ID, user_id: 1, name: 'new', key_hash: 'new', key_prefix: null };
    const { id } = await store.db
      .insertInto('api_keys')
      .values({ ...insert, personal_data: 1, created_at: 0, expires_at: null, last_used_at: null, sealed_grant: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(id).toBe(4);
    const webhooks = await store.db.selectFrom('webhook_deliveries').select('id').orderBy('id').execute();
    expect(webhooks.map((delivery) => delivery.id)).toEqual([1, 2]);
  });

  it('has the indexes and references of a new store', async () => {
    const { url } = await movedStore();
    const parts = `select pg_get_indexdef(indexrelid) as part from pg_index
        join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace
      order by part`;
    expect(await runStatement(url, parts)).toEqual(await runStatement(await openDatabase(), parts));
  });

  it('is compared table by table: a row that differs in any column is found', async () => {
    const { url, store } = await movedStore();
    const source = await openSourceStore(full.file);
    onTestFinished(source.close);
    const differencesNow = async () => {
      const found: string[] = [];
      for (const table of source.tables) {
        const [there, here] = [await readFigures(store.db, table), await readFigures(source.db, table)];
        found.push(...(describeDifference(table.name, there, here) ?? []));
      }
      return found;
    };
    expect(await differencesNow()).toEqual([]);
    for (const change of [
      'update orders set value_wt = value_wt + 1 where id = (select min(id) from orders)',
      'update webhook_attempts set status = null',
      `update products set title = title || '!' where id = (select min(id) from products)`,
      'delete from preferences',
    ]) {
      const before = (await differencesNow()).length;
      await runStatement(url, change);
      expect((await differencesNow()).length, change).toBeGreaterThan(before);
    }
  });
});

describe('the tables of a move', () => {
  it('are all tables of both databases except those that are left behind for a reason', async () => {
    const source = await openSourceStore(full.file);
    onTestFinished(source.close);
    const moved = source.tables.map(({ name }) => name);
    const here = `select table_name as name from information_schema.tables where table_schema = 'public'`;
    const rows = (await runStatement(await openDatabase(), here)) as { name: string }[];
    const there = rows.map(({ name }) => name).filter((name) => name !== 'turns');
    expect([...moved, ...Object.keys(SKIPPED_TABLES)].sort()).toEqual(there.sort());
  });

  it('each have a primary key, by which they are read', async () => {
    const source = await openSourceStore(full.file);
    onTestFinished(source.close);
    expect(source.tables.filter(({ key }) => key.length === 0)).toEqual([]);
  });

  it('each have a row in the store of these tests, so that none is moved untested', async () => {
    const source = await openSourceStore(full.file);
    onTestFinished(source.close);
    const empty: string[] = [];
    for (const table of source.tables) if ([...source.readRows(table)].length === 0) empty.push(table.name);
    expect(empty).toEqual([]);
  });
});

describe('the source of a move', () => {
  it('is not changed, and neither is its write-ahead log', async () => {
    // Like the store of a killed program: with rows only in its log.
    const own = copyOf(small);
    const killed = copyOf(small);
    const connection = new DatabaseSync(own);
    connection.exec('pragma journal_mode = WAL; pragma wal_autocheckpoint = 0');
    connection.exec(`insert into accounts (id, name) values (77, 'in the log')`);
    for (const part of ['', '-wal']) copyFileSync(`${own}${part}`, `${killed}${part}`);
    connection.close();

    const before = [hashOf(killed), hashOf(`${killed}-wal`)];
    const url = await openDatabase(EMPTY_TEMPLATE);
    await move(url, { file: killed });
    expect([hashOf(killed), hashOf(`${killed}-wal`)]).toEqual(before);
    expect(await runStatement(url, 'select name from accounts where id = 77')).toEqual([{ name: 'in the log' }]);
  });

  it.each([
    [
      'delete from kysely_migration where name = (select max(name) from kysely_migration)',
      'unavailable',
      'Start Tilldesk',
    ],
    ["insert into kysely_migration values ('9999-later', '2030')", 'newer_schema', '9999-later'],
  ])('is refused if its tables are not those of this version: %s', async (change, code, told) => {
    const url = await openDatabase(EMPTY_TEMPLATE);
    const refusal = await refusalOf(move(url, { file: changedCopy(change) }));
    expect(refusal).toMatchObject({ name: 'StoreError', code, message: expect.stringContaining(told) });
    expect(await runStatement(url, `select from information_schema.tables where table_schema = 'public'`)).toEqual([]);
  });

  it('is refused if it has webhooks and the key of their secrets is missing', async () => {
    const url = await openDatabase(EMPTY_TEMPLATE);
    const refusal = await refusalOf(move(url, { serverKey: null }));
    expect(refusal).toMatchObject({ message: expect.stringContaining('Put secret.key back') });
    const file = changedCopy('delete from webhooks; delete from webhook_idempotency');
    await move(url, { serverKey: null, file });
    expect(await runStatement(url, 'select from server_keys')).toEqual([]);
  });

  it.each([
    [
      `update customers set city = 'a' || char(0) where id = (select min(id) from customers)`,
      'customers',
      'null character',
    ],
    ['pragma foreign_keys = off; update orders set shop_id = 4711', 'data file', 'refers to a missing one'],
    [
      'create table notes (id integer primary key, text text); insert into notes values (1, 1)',
      'notes',
      'does not belong to Tilldesk',
    ],
  ])('is refused in one sentence if PostgreSQL cannot store its rows: %s', async (change, subject, told) => {
    const refusal = await refusalOf(move(await openDatabase(EMPTY_TEMPLATE), { file: changedCopy(change) }));
    expect(refusal).toMatchObject({ name: 'StoreError', message: expect.stringContaining(subject) });
    expect(String(refusal)).toContain(told);
  });
});

describe('the target of a move', () => {
  it('is refused and not changed if it contains a store', async () => {
    const url = await openDatabase();
    await runStatement(url, `insert into accounts (id, name) values (1, 'theirs')`);
    const refusal = await refusalOf(move(url));
    expect(refusal).toMatchObject({ message: expect.stringContaining('use an empty one') });
    expect(await runStatement(url, 'select name from accounts')).toEqual([{ name: 'theirs' }]);
    await (await openPostgresStore({ url })).close();
  });

  it('is refused and not changed if it contains tables of another program', async () => {
    const url = await openDatabase(EMPTY_TEMPLATE);
    await runStatement(url, 'create table invoices (id int)');
    expect(await refusalOf(move(url))).toMatchObject({ message: expect.stringContaining('another program') });
    const tables = `select table_name from information_schema.tables where table_schema = 'public'`;
    expect(await runStatement(url, tables)).toEqual([{ table_name: 'invoices' }]);
  });

  it('is refused as soon as it has the mark, before it has any other table', async () => {
    const url = await openDatabase(EMPTY_TEMPLATE);
    const db = connectPostgres({ url });
    await beginMove(db);
    await db.destroy();
    const unfinished = { code: 'unfinished_move', message: expect.stringContaining('npm run store:move again') };
    expect(await refusalOf(move(url))).toMatchObject(unfinished);
    expect(await refusalOf(openPostgresStore({ url }))).toMatchObject(unfinished);
  });

  it('belongs to one of two moves that start at the same time', async () => {
    const url = await openDatabase(EMPTY_TEMPLATE);
    const ends = await Promise.allSettled([move(url), move(url)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await (await openPostgresStore({ url })).close();
  });

  it('is refused as unfinished after a move that was stopped', async () => {
    const url = await openDatabase(EMPTY_TEMPLATE);
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error('stopped'));
    expect(await refusalOf(move(url, { signal: stop.signal, onProgress }))).toMatchObject({ message: 'stopped' });
    expect(await refusalOf(openPostgresStore({ url }))).toMatchObject({ code: 'unfinished_move' });
  });
});
