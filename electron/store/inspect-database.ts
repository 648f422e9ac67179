import { type Kysely, sql } from 'kysely';
import { StoreError } from './store-error.ts';

/** What a database says of itself. */
export interface DatabaseFacts {
  /** Of PostgreSQL, as its `server_version_num`: 150004 for 15.4. */
  readonly version: number;
  readonly encoding: string;
  /** Whether it holds tables though no migration of this program ever ran in it. */
  readonly is_strange: number;
}

const OLDEST_VERSION = 15;
const VERSION_UNIT = 10_000;

export async function inspectDatabase<Schema>(db: Kysely<Schema>): Promise<DatabaseFacts> {
  // In one query, or a program that makes the tables meanwhile would look like a stranger.
  const { rows } = await sql<DatabaseFacts>`
    with here as (
      select table_name from information_schema.tables
      where table_schema = current_schema() and table_name not in ('turns', 'pg_stat_statements')
        and table_type = 'BASE TABLE')
    select current_setting('server_version_num')::bigint as version,
      current_setting('server_encoding') as encoding,
      exists (select 1 from here) and not exists (select 1 from here where table_name = 'kysely_migration')
        as is_strange`.execute(db);
  const [facts] = rows;
  if (!facts) throw new StoreError('unavailable', 'The database says nothing of itself.');
  return facts;
}

/** Throws `StoreError` where a store cannot be in such a database. */
export function demandFitDatabase({ version, encoding, is_strange }: DatabaseFacts): void {
  if (version < OLDEST_VERSION * VERSION_UNIT) {
    const major = Math.floor(version / VERSION_UNIT);
    throw new StoreError(
      'unavailable',
      `The database is PostgreSQL ${major}: Tilldesk needs ${OLDEST_VERSION} or later.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new StoreError(
      'unavailable',
      `The database keeps text as ${encoding}: Tilldesk needs one that was made with encoding UTF8.`,
    );
  }
  if (is_strange) {
    throw new StoreError(
      'corrupt',
      'The database holds tables of another program: give Tilldesk a database, or a schema, of its own.',
    );
  }
}
