import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../../base/errors.ts';
import { flushFileSync } from '../../base/private-file.ts';
import { StoreError, toStoreError } from '../store-error.ts';

/** Endings of the files of a store, the store itself first. */
export const STORE_PARTS = ['', '-wal', '-shm', '-journal'] as const;

/** In bytes; 0 for a file that is missing. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export function removeStore(file: string): void {
  for (const part of STORE_PARTS) rmSync(`${file}${part}`, { force: true });
}

/** Flushes a file to the disk, for its owner alone. */
export function settleFile(file: string): void {
  chmodSync(file, 0o600);
  flushFileSync(file);
}

/**
 * Copies a store that may be open and written to, with its write-ahead log, into a file that does not exist yet; answers
 * the last migration that has run in it. The copy is one file, flushed to the disk, with the row ids of the store. It is
 * one statement: others may read and write meanwhile, but this thread is blocked. Throws what SQLite throws.
 *
 * `VACUUM INTO`, because `backup()` of node:sqlite is not tested in Electron. It needs no temporary files.
 */
export function copyStore(file: string, copy: string): string {
  // SQLite fills an empty file; created here, no other user can ever read it.
  writeFileSync(copy, '', { flag: 'wx', mode: 0o600 });
  withConnection(file, (source) => source.prepare('vacuum into ?').run(copy));
  settleFile(copy);
  return withConnection(copy, lastMigration);
}

/** Moves the write-ahead log of a database into it, and flushes the one file. There must be no other connection. */
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

/** The findings of SQLite on the database in `file`; empty for a whole one. Reads all of it. */
export function inspectStore(file: string): readonly string[] {
  try {
    return withConnection(file, (connection) =>
      [...brokenPages(connection), ...brokenReferences(connection)].slice(0, MOST_FINDINGS),
    );
  } catch (error) {
    const known = toStoreError(error, file);
    if (known instanceof StoreError && known.code !== 'corrupt') throw known;
    // Any other error comes from the definitions in the file.
    return [messageOf(error)];
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
