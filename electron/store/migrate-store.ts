import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StoreError } from './store-error.ts';

const HISTORY_TABLE = 'kysely_migration';

/** Brings the tables up to date, or leaves them as they were; a store of a newer program is refused untouched. */
export async function migrateStore<Schema>(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  await refuseNewerSchema(db, migrations);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function refuseNewerSchema<Schema>(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const history = await sql`select 1 from sqlite_master where name = ${HISTORY_TABLE}`.execute(db);
  if (history.rows.length === 0) return;
  const done = await sql<{ name: string }>`select name from ${sql.table(HISTORY_TABLE)}`.execute(db);
  const unknown = done.rows.find(({ name }) => !Object.hasOwn(migrations, name));
  if (!unknown) return;
  throw new StoreError(
    'newer_schema',
    `The data was written by a newer version of the program (it knows "${unknown.name}"); use that version.`,
  );
}
