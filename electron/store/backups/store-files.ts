import { chmodSync, closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { asStoreError, StoreError } from '../store-error.ts';

/** What may lie beside a store of this name, the store itself first. */
export const STORE_PARTS = ['', '-wal', '-shm', '-journal'] as const;

export function removeStore(file: string): void {
  for (const part of STORE_PARTS) rmSync(`${file}${part}`, { force: true });
}

/** Makes sure that a file is on the disk, for its owner alone. */
export function settleFile(file: string): void {
  chmodSync(file, 0o600);
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

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

const MOST_FINDINGS = 20;

/** What is wrong with the database in `file`, as SQLite says it; nothing for a whole one. Reads all of it. */
export function inspectStore(file: string): readonly string[] {
  try {
    const connection = new DatabaseSync(file, { readOnly: true });
    try {
      return [...brokenPages(connection), ...brokenReferences(connection)].slice(0, MOST_FINDINGS);
    } finally {
      connection.close();
    }
  } catch (error) {
    const known = asStoreError(error, file);
    if (known instanceof StoreError && known.code !== 'corrupt') throw known;
    // Any other complaint comes from what the file says of its tables.
    return [error instanceof Error ? error.message : String(error)];
  }
}

function brokenPages(connection: DatabaseSync): string[] {
  const rows = connection.prepare(`pragma integrity_check(${MOST_FINDINGS})`).all();
  const findings = rows.map((row) => String(row.integrity_check));
  return findings.length === 1 && findings[0] === 'ok' ? [] : findings;
}

function brokenReferences(connection: DatabaseSync): string[] {
  const findings: string[] = [];
  for (const { table, rowid, parent } of connection.prepare('pragma foreign_key_check').iterate()) {
    findings.push(`row ${rowid} of ${table} refers to a row of ${parent} that is not there`);
    if (findings.length === MOST_FINDINGS) break;
  }
  return findings;
}
