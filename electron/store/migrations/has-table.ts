import { type Kysely, sql } from 'kysely';
import { byDialect } from '../dialects/by-dialect.ts';

/** Whether a table of this name was made. */
export async function hasTable<Schema>(db: Kysely<Schema>, table: string): Promise<boolean> {
  const found = byDialect({
    sqlite: sql`select 1 from sqlite_master where name = ${table}`,
    postgres: sql`select 1 from information_schema.tables
      where table_schema = current_schema() and table_name = ${table}`,
  });
  const { rows } = await sql`${found}`.execute(db);
  return rows.length > 0;
}
