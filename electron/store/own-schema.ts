import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { systemClock } from '../base/clock.ts';
import { NodeSqliteDatabase, TransactionalSqliteDialect } from './dialects/sqlite-connection.ts';
import { tellTime } from './dialects/triggers.ts';
import { EARLIER_DEFINITIONS } from './migrations/earlier-definitions.ts';
import { migrateStore, migrations } from './migrations/migrate-store.ts';
import { StoreError } from './store-error.ts';

/**
 * Throws `StoreError` where a database holds a trigger, a view or a virtual table that the migrations which have run in
 * it do not make: a trigger that somebody put there would undo what the program does, such as revoke an API key. Runs
 * nothing of what the database holds.
 */
export async function refuseForeignObjects(connection: DatabaseSync): Promise<void> {
  const foreign = await foreignObject(connection);
  if (foreign === null) return;
  throw new StoreError(
    'corrupt',
    `The data file holds the ${foreign}, which Tilldesk does not make. Remove it with sqlite3, or recover.`,
  );
}

/** Throws `StoreError` where the history of migrations is no table: to read a view is to run what somebody wrote. */
export function expectHistoryTable(connection: DatabaseSync): void {
  const [view] = connection
    .prepare("select sql from sqlite_schema where name = 'kysely_migration'")
    .all()
    .filter(({ sql }) => !HOLDS_ROWS.test(String(sql)));
  if (view !== undefined) throw new StoreError('corrupt', 'The history of migrations is no table.');
}

/** What `refuseForeignObjects` refuses in a file that is only read: such as `trigger "x"`, or null for none. Throws what SQLite throws. */
export async function foreignObjectIn(file: string): Promise<string | null> {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    expectHistoryTable(connection);
    return await foreignObject(connection);
  } finally {
    connection.close();
  }
}

async function foreignObject(connection: DatabaseSync): Promise<string | null> {
  const active = activeObjects(connection);
  if (active.length === 0) return null;
  const own = new Set(await ownDefinitions(migrationsDone(connection)));
  const isEarlier = (definition: string) =>
    EARLIER_DEFINITIONS.has(createHash('sha256').update(definition).digest('base64url'));
  const foreign = active.find(({ definition }) => !own.has(definition) && !isEarlier(definition));
  return foreign === undefined ? null : `${foreign.type} "${foreign.name}"`;
}

/** What SQLite writes for objects that only hold rows: it does so by itself, whatever somebody typed. */
const HOLDS_ROWS = /^create (table|index|unique index) /i;

/**
 * Everything but tables and indexes, by what its text makes and not by its type: SQLite runs the text, so that a row
 * which was written into `sqlite_schema` can call a trigger a table.
 */
function activeObjects(connection: DatabaseSync) {
  const rows = connection.prepare('select type, name, sql from sqlite_schema where sql is not null').all();
  return rows
    .filter(({ sql }) => !HOLDS_ROWS.test(String(sql)))
    .map(({ type, name, sql }) => ({
      type: String(type),
      name: String(name),
      // How a migration is indented may change; what it makes may not.
      definition: String(sql).replace(/\s+/g, ' ').trim(),
    }));
}

/** How many of the migrations, which run in one order, have run. */
function migrationsDone(connection: DatabaseSync): number {
  const history = connection.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get();
  // All columns, as the migrator reads them: a count could be taken from an index that was changed.
  return history === undefined ? 0 : connection.prepare('select * from kysely_migration').all().length;
}

/** By the number of migrations; each costs what a new store costs. */
const known = new Map<number, Promise<readonly string[]>>();

/** What the first migrations make in an empty database of this SQLite. */
function ownDefinitions(count: number): Promise<readonly string[]> {
  const found = known.get(count) ?? definitionsAfter(count);
  known.set(count, found);
  return found;
}

async function definitionsAfter(count: number): Promise<readonly string[]> {
  const connection = new DatabaseSync(':memory:');
  const db = new Kysely({ dialect: new TransactionalSqliteDialect(new NodeSqliteDatabase(connection)) });
  try {
    tellTime(connection, systemClock);
    await migrateStore(db, Object.fromEntries(Object.entries(migrations).sort().slice(0, count)));
    return activeObjects(connection).map(({ definition }) => definition);
  } finally {
    await db.destroy();
  }
}
