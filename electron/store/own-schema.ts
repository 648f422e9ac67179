import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { KNOWN_DEFINITIONS } from './migrations/known-definitions.ts';
import { StoreError } from './store-error.ts';

/**
 * Throws `StoreError` where a database holds a trigger, a view or a virtual table that no migration makes: a foreign
 * trigger could undo what the program does, such as revoking an API key. Runs nothing that the database holds.
 */
export function refuseForeignObjects(connection: DatabaseSync): void {
  const foreign = foreignObject(connection);
  if (foreign === null) return;
  const sentence = `The data file holds the ${foreign}, which Tilldesk does not make. Remove it with sqlite3, or recover.`;
  throw new StoreError('corrupt', sentence);
}

/** Throws `StoreError` where the history of migrations is no table: reading a view would run foreign code. */
export function expectHistoryTable(connection: DatabaseSync): void {
  const [view] = connection
    .prepare("select sql from sqlite_schema where name = 'kysely_migration'")
    .all()
    .filter(({ sql }) => !HOLDS_ROWS.test(String(sql)));
  if (view !== undefined) throw new StoreError('corrupt', 'The history of migrations is no table.');
}

/**
 * What `refuseForeignObjects` refuses in a file that is only read, such as `trigger "x"`; null for none. Throws what
 * SQLite throws.
 */
export function foreignObjectIn(file: string): string | null {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    expectHistoryTable(connection);
    return foreignObject(connection);
  } finally {
    connection.close();
  }
}

function foreignObject(connection: DatabaseSync): string | null {
  const foreign = activeObjects(connection).find(({ digest }) => !KNOWN_DEFINITIONS.has(digest));
  return foreign === undefined ? null : `${foreign.type} "${foreign.name}"`;
}

/** How SQLite itself writes the definition of objects that only hold rows, whatever was typed. */
const HOLDS_ROWS = /^create (table|index|unique index) /i;

/**
 * Everything but tables and indexes, by its text and not by its type: SQLite runs the text, and a row that was written
 * into `sqlite_schema` can call a trigger a table.
 */
function activeObjects(connection: DatabaseSync) {
  const rows = connection.prepare('select type, name, sql from sqlite_schema where sql is not null').all();
  return rows
    .filter(({ sql }) => !HOLDS_ROWS.test(String(sql)))
    .map(({ type, name, sql }) => ({
      type: String(type),
      name: String(name),
      digest: definitionDigest(String(sql)),
    }));
}

/** With single spaces: how a migration is indented may change; what it makes may not. */
export function definitionDigest(sql: string): string {
  return createHash('sha256').update(sql.replace(/\s+/g, ' ').trim()).digest('base64url');
}
