import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

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
export async function takeCleanDatabase(cluster: string): Promise<TestDatabase> {
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

async function withClient<Answer>(
  { url }: TestDatabase,
  work: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
