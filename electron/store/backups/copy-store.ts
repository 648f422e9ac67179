import { backup, DatabaseSync } from 'node:sqlite';
import { settleFile } from './store-files.ts';

/**
 * Copies a store that may be open and written to, with what its write-ahead log holds, as it is at this moment; answers
 * the last migration that has run in it. The transaction keeps that moment: others may write, and the copy need not
 * begin anew as it would have to after each of their writes.
 */
export async function copyStore(file: string, copy: string): Promise<string> {
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    source.exec('begin');
    const schema = lastMigration(source);
    await backup(source, copy);
    makeSingleFile(copy);
    return schema;
  } finally {
    source.close();
  }
}

/** Brings what is beside a database into it; there must be no other connection. Then it is one file, safe on the disk. */
export function makeSingleFile(file: string): void {
  const connection = new DatabaseSync(file);
  try {
    connection.exec('pragma journal_mode = DELETE');
  } finally {
    connection.close();
  }
  settleFile(file);
}

function lastMigration(connection: DatabaseSync): string {
  const row = connection.prepare('select max(name) as name from kysely_migration').get();
  return String(row?.name);
}
