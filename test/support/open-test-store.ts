import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Clock } from '../../electron/base/clock.ts';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { CLUSTER_VARIABLE, createTestDatabase, type TestDatabase } from './test-database.ts';

interface TestStoreOptions {
  readonly clock?: Pick<Clock, 'now'>;
  /** In PostgreSQL, the database that it is a copy of. Default: one without rows. */
  readonly template?: string;
}

/** Enough for what the tests do at once; the cluster serves many stores. */
const CONNECTIONS = 4;

/** A store, by default without rows, that is gone when it is closed: of SQLite, or of PostgreSQL where the tests run on that. */
export async function openTestStore({ template, ...options }: TestStoreOptions = {}): Promise<Store> {
  const cluster = process.env[CLUSTER_VARIABLE];
  if (cluster === undefined) return openCopyOfEmpty(options);
  const database = await (template === undefined ? takeCleanDatabase(cluster) : createTestDatabase(cluster, template));
  const store = await openPostgresStore({ ...options, url: database.url, connections: CONNECTIONS });
  return {
    db: store.db,
    async close() {
      await store.close();
      await database.drop();
    },
  };
}

let emptyFile: Promise<Uint8Array> | undefined;

/** To make the tables takes ten times as long as to copy a file that has them. */
async function openCopyOfEmpty(options: TestStoreOptions): Promise<Store> {
  emptyFile ??= makeEmptyFile();
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-store-'));
  const file = join(folder, 'tilldesk.sqlite');
  writeFileSync(file, await emptyFile);
  const { db, close } = await openStore({ ...options, file });
  // Nothing of it is to outlive the test, so nothing waits for a disk.
  await sql`pragma synchronous = off`.execute(db);
  return {
    db,
    async close() {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function makeEmptyFile(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-store-'));
  const file = join(folder, 'tilldesk.sqlite');
  const store = await openStore({ file });
  await store.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** To delete more takes longer than to make another database. */
const MOST_BYTES = 4_000_000;

const SCHEMA = `select md5(string_agg(part, ',' order by part)) as schema from (
  select concat_ws(' ', oid, relname) as part from pg_class where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', oid, tgname, tgenabled) from pg_trigger
  union all select concat_ws(' ', oid, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
  union all select concat_ws(' ', oid, conname) from pg_constraint where connamespace = 'public'::regnamespace
  union all select concat_ws(' ', attrelid, attname, atttypid, attnotnull, atthasdef) from pg_attribute
    where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  union all select concat_ws(' ', name) from kysely_migration
) as parts`;

const SIZE = `select coalesce(sum(pg_relation_size(oid)), 0)::int as bytes from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`;

/** Keeps nothing but the names of the migrations that were done. */
const EMPTY = `do $$
declare kept regclass;
begin
  set local session_replication_role = replica;
  for kept in select oid from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
      and pg_relation_size(oid) > 0
  loop
    execute format('delete from %s', kept);
  end loop;
  perform setval(seqrelid::regclass, seqstart, false) from pg_sequence;
end $$`;

const idle: TestDatabase[] = [];

let schemaOfNew: string | undefined;

/**
 * A database with the tables of a store and no rows. One that is dropped is emptied for the next test of this process,
 * which takes a tenth of the time of another copy; one whose tables a test changed, or that became large, is gone.
 */
async function takeCleanDatabase(cluster: string): Promise<TestDatabase> {
  const database = idle.pop() ?? (await createTestDatabase(cluster));
  schemaOfNew ??= await withClient(database, schemaOf);
  return {
    url: database.url,
    async drop() {
      if (await withClient(database, emptied)) idle.push(database);
      else await database.drop();
    },
  };
}

async function emptied(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ bytes: number }>(SIZE);
  if ((rows[0]?.bytes ?? 0) > MOST_BYTES || (await schemaOf(client)) !== schemaOfNew) return false;
  await client.query(EMPTY);
  return true;
}

/** Undefined where even the table of the migrations is gone. */
async function schemaOf(client: Client): Promise<string | undefined> {
  const { rows: known } = await client.query(`select to_regclass('kysely_migration') as name`);
  if (known[0]?.name === null) return undefined;
  return (await client.query<{ schema: string }>(SCHEMA)).rows[0]?.schema;
}

async function withClient<Answer>({ url }: TestDatabase, work: (client: Client) => Promise<Answer>): Promise<Answer> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
