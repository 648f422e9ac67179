import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import type { Store } from '../../electron/store/open-store.ts';

/** The variable with the PostgreSQL cluster for the stores of tests. If it is not set, they are SQLite files. */
export const CLUSTER_VARIABLE = 'TILLDESK_TEST_CLUSTER';
/** The template of new databases: a store without rows. */
export const TEMPLATE = 'tilldesk_template';

/** A template without any tables. */
export const EMPTY_TEMPLATE = 'template0';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database, by default with the tables of a store. */
export async function createTestDatabase(cluster: string, template = TEMPLATE): Promise<TestDatabase> {
  const name = `tilldesk_${randomBytes(6).toString('hex')}`;
  await asking(cluster, `create database ${name} template ${template}`);
  return {
    url: databaseUrl(cluster, name),
    async drop() {
      await asking(cluster, `drop database ${name} with (force)`);
    },
  };
}

export function databaseUrl(cluster: string, name: string): string {
  return new URL(`/${name}`, cluster).href;
}

/** Contents of a store that many tests copy. */
export interface StoreContents {
  /** Identifies the contents in all test processes. */
  readonly name: string;
  readonly fill: (store: Store) => Promise<unknown>;
}

/** Any number that is the same in all test processes. */
const LOCK = 4_870;

/**
 * Returns the template database with these contents. The first process that needs it creates it, and the others wait.
 */
export async function filledTemplate(cluster: string, { name, fill }: StoreContents): Promise<string> {
  const template = `${TEMPLATE}_${name}`;
  await withClient(cluster, async (client) => {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK, name]);
    const { rows } = await client.query('select from pg_database where datname = $1', [template]);
    if (rows.length > 0) return;
    // It gets its name only when it is complete.
    const draft = `${template}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} template ${TEMPLATE}`);
    const store = await openPostgresStore({ url: databaseUrl(cluster, draft) });
    try {
      await fill(store);
    } finally {
      await store.close();
    }
    await client.query(`alter database ${draft} rename to ${template}`);
  });
  return template;
}

/** Deleting more takes longer than creating another database. */
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

/** Deletes everything except the names of applied migrations. */
const EMPTY = `do $$
declare filled regclass;
begin
  set local session_replication_role = replica;
  for filled in select oid from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
      and pg_relation_size(oid) > 0
  loop
    execute format('delete from %s', filled);
  end loop;
  perform setval(seqrelid::regclass, seqstart, false) from pg_sequence;
end $$`;

const idle: TestDatabase[] = [];

let schemaOfNew: string | undefined;

/**
 * Takes a database with the tables of a store and no rows. On `drop` it is emptied for the next test of this process,
 * which is ten times as fast as another copy. It is deleted if a test changed its tables or if it has become large.
 */
export async function takeCleanDatabase(cluster: string): Promise<TestDatabase> {
  const database = idle.pop() ?? (await createTestDatabase(cluster));
  schemaOfNew ??= await withClient(database.url, schemaOf);
  return {
    url: database.url,
    async drop() {
      if (await withClient(database.url, emptied)) idle.push(database);
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

/** `undefined` if even the table of migrations is missing. */
async function schemaOf(client: Client): Promise<string | undefined> {
  const { rows: known } = await client.query(`select to_regclass('kysely_migration') as name`);
  if (known[0]?.name === null) return undefined;
  return (await client.query<{ schema: string }>(SCHEMA)).rows[0]?.schema;
}

/** Runs one statement on a separate connection. */
export function asking(url: string, statement: string): Promise<unknown[]> {
  return withClient(url, async (client) => (await client.query(statement)).rows);
}

async function withClient<Answer>(url: string, work: (client: Client) => Promise<Answer>): Promise<Answer> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
