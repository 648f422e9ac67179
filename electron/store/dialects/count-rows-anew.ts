import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialect-of.ts';

/**
 * Has PostgreSQL look how many rows tables have. After many rows were written in a transaction it plans by what it knew
 * before, which for a new shop is nothing: joins then take minutes. SQLite plans without counting.
 */
export async function countRowsAnew<Schema>(db: Kysely<Schema>, tables: readonly string[]): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
}
