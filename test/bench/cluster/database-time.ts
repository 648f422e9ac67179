import { Client } from 'pg';

/** Has to be among the `shared_preload_libraries` of the database server. */
export const STATEMENTS_LIBRARY = 'pg_stat_statements';

export interface DatabaseTime {
  /** Milliseconds that the database has spent on statements since `begin`. */
  readonly read: () => Promise<number>;
  readonly end: () => Promise<void>;
}

/** Counts what statements of one database take inside of it, from now on. */
export async function countDatabaseTime(url: string): Promise<DatabaseTime> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create extension if not exists ${STATEMENTS_LIBRARY}`);
  await client.query('select pg_stat_statements_reset()');
  return {
    async read() {
      const { rows } = await client.query<{ ms: number }>(
        `select coalesce(sum(total_exec_time), 0) as ms from pg_stat_statements
          where dbid = (select oid from pg_database where datname = current_database())`,
      );
      return Number(rows[0]?.ms);
    },
    end: () => client.end(),
  };
}
