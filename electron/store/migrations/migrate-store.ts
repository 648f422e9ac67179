import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StoreError } from '../store-error.ts';
import { layTurns } from '../take-turn.ts';
import { hasTable } from './has-table.ts';
import { takeMigrationTurn } from './take-migration-turn.ts';

const HISTORY_TABLE = 'kysely_migration';

/** Brings the tables up to date, or leaves them as they were; a store of a newer program is refused untouched. */
export async function migrateStore<Schema>(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  await refuseStrangeSchema(db, migrations);
  if ((await doneMigrations(db)).length === Object.keys(migrations).length) return;
  await layTurns(db);
  // With the lock from the beginning: of two programs one waits for the other, and finds nothing left to do.
  await db
    .transaction()
    .setAccessMode('read write')
    .execute(async (transaction) => {
      await takeMigrationTurn(transaction);
      const provider = { getMigrations: async () => ({ ...migrations }) };
      const { error } = await new Migrator({ db: transaction, provider }).migrateToLatest();
      if (error) throw error;
    });
}

/**
 * Throws `StoreError` where other migrations have run than the first of these: of a newer program, or, where one of
 * these is missing among them, damage. Writes nothing.
 */
export async function refuseStrangeSchema<Schema>(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const known = Object.keys(migrations).sort();
  const done = await doneMigrations(db);
  const unknown = done.find((name) => !known.includes(name));
  const missing = known.slice(0, done.length).find((name) => !done.includes(name));
  if (missing !== undefined) {
    throw new StoreError('corrupt', `The data is damaged: it has lost that "${missing}" has run in it.`);
  }
  if (unknown === undefined) return;
  throw new StoreError(
    'newer_schema',
    `The data was written by a newer version of the program (it knows "${unknown}"); use that version.`,
  );
}

/** Whether there are tables that migrations are still to change; not in a new store, which has none. */
export async function hasMigrationsAhead<Schema>(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<boolean> {
  const done = await doneMigrations(db);
  return done.length > 0 && Object.keys(migrations).some((name) => !done.includes(name));
}

async function doneMigrations<Schema>(db: Kysely<Schema>): Promise<readonly string[]> {
  if (!(await hasTable(db, HISTORY_TABLE))) return [];
  // All columns, or an index would be read that the migrator does not look at.
  const done = await sql<{ name: string }>`select * from ${sql.table(HISTORY_TABLE)}`.execute(db);
  return done.rows.map(({ name }) => name);
}
