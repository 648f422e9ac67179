import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { settleFile } from './store-files.ts';

/**
 * Copies a store that may be open and written to, with what its write-ahead log holds, as it is at this moment, into
 * a file that does not exist yet; answers the last migration that has run in it. The copy is one file, safe on the disk,
 * with the row ids of the store. It is one statement: others may read and write meanwhile, but this thread does nothing
 * else. Throws what SQLite throws.
 *
 * `VACUUM INTO`, for `backup()` of node:sqlite is not tested in Electron. It needs no temporary files.
 */
export function copyStore(file: string, copy: string): string {
  // Empty, it is filled; made here, it was never anybody else's to read.
  writeFileSync(copy, '', { flag: 'wx', mode: 0o600 });
  withConnection(file, (source) => source.prepare('vacuum into ?').run(copy));
  settleFile(copy);
  return withConnection(copy, lastMigration);
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

function withConnection<Result>(file: string, use: (connection: DatabaseSync) => Result): Result {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

function lastMigration(connection: DatabaseSync): string {
  const row = connection.prepare('select max(name) as name from kysely_migration').get();
  return String(row?.name);
}
