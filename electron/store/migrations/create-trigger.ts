import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from '../dialects/dialect.ts';

/** What the database does by itself after a row was written. */
interface Trigger {
  readonly name: string;
  /** `insert on …`, `delete on …` or `update of … on …`; the row is `new`, `old` or both. */
  readonly event: RawBuilder<unknown>;
  /** Which of the rows it is for. Default: all. */
  readonly when?: RawBuilder<SqlBool>;
  /** Each ends with a semicolon, and holds its values in its text. */
  readonly statements: RawBuilder<unknown>;
}

/** On PostgreSQL a function of the same name is made with it. */
export async function createTrigger<Schema>(
  db: Kysely<Schema>,
  { name, event, when, statements }: Trigger,
): Promise<void> {
  const id = sql.id(name);
  const condition = when ? sql`when (${when})` : sql``;
  if (dialectOf(db) === 'sqlite') {
    await sql`create trigger ${id} after ${event} ${condition} begin ${statements} end`.execute(db);
    return;
  }
  await sql`create function ${id}() returns trigger language plpgsql
    as $$ begin ${statements} return null; end $$`.execute(db);
  await sql`create trigger ${id} after ${event} for each row ${condition} execute function ${id}()`.execute(db);
}
