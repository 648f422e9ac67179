import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import type { Store } from '../../electron/store/open-store.ts';

/** Names the cluster of PostgreSQL in which stores of tests are made. Not set: they are SQLite's, in memory. */
export const CLUSTER_VARIABLE = 'TILLDESK_TEST_CLUSTER';
/** The database of which new ones are copies: a store without rows. */
export const TEMPLATE = 'tilldesk_template';

/** A database without any table. */
export const EMPTY_TEMPLATE = 'template0';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of its own, by default with the tables of a store. */
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

/** What a store holds that many tests copy. */
export interface StoreContents {
  /** Stands for the same contents in all processes of the tests. */
  readonly name: string;
  readonly fill: (store: Store) => Promise<unknown>;
}

/** Any number, the same in all processes of the tests. */
const LOCK = 4_870;

/** The database of the cluster with these contents. The first process that needs it makes it; the others wait. */
export async function filledTemplate(cluster: string, { name, fill }: StoreContents): Promise<string> {
  const template = `${TEMPLATE}_${name}`;
  await withClient(cluster, async (client) => {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK, name]);
    const { rows } = await client.query('select from pg_database where datname = $1', [template]);
    if (rows.length > 0) return;
    // It has its name only once it is whole.
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

/** Deletes everything but the names of the migrations that were done. */
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
 * A database with the tables of a store and no rows. One that is dropped is emptied for the next test of this process,
 * which takes a tenth of the time of another copy; one whose tables a test changed, or that became large, is gone.
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

/** Undefined where even the table of the migrations is gone. */
async function schemaOf(client: Client): Promise<string | undefined> {
  const { rows: known } = await client.query(`select to_regclass('kysely_migration') as name`);
  if (known[0]?.name === null) return undefined;
  return (await client.query<{ schema: string }>(SCHEMA)).rows[0]?.schema;
}

/** Runs one statement on a connection of its own. */
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
