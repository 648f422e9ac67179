import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { getErrorMessage } from '../../base/errors.ts';
import { flushFileSync } from '../../base/private-file.ts';
import { StoreError, toStoreError } from '../store-error.ts';

/** Suffixes of the files of a store. The store itself comes first. */
export const STORE_SUFFIXES = ['', '-wal', '-shm', '-journal'] as const;

/** Returns the size in bytes, or 0 if the file is missing. */
export function getFileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export function removeStore(file: string): void {
  for (const part of STORE_SUFFIXES) rmSync(`${file}${part}`, { force: true });
}

/** Makes a file readable by its owner only, and flushes it to disk. */
export function protectAndFlush(file: string): void {
  chmodSync(file, 0o600);
  flushFileSync(file);
}

/**
 * Copies a store, which may be open, with its write-ahead log into a new file. Returns its last migration. The copy is
 * a single file, flushed to disk, with the same row ids. Blocks this thread; others may read and write. Throws SQLite
 * errors.
 *
 * Uses `VACUUM INTO`, because `backup()` of node:sqlite is not tested in Electron. Needs no temporary files.
 */
export function copyStore(file: string, copy: string): string {
  // Created here so that no other user can ever read it. SQLite fills an empty file.
  writeFileSync(copy, '', { flag: 'wx', mode: 0o600 });
  withConnection(file, (source) => source.prepare('vacuum into ?').run(copy));
  protectAndFlush(copy);
  return withConnection(copy, readLastMigration);
}

/** Merges the write-ahead log into the database and flushes the file. There must be no other connection. */
export function makeSingleFile(file: string): void {
  const connection = new DatabaseSync(file);
  try {
    connection.exec('pragma journal_mode = DELETE');
  } finally {
    connection.close();
  }
  protectAndFlush(file);
}

function withConnection<Result>(file: string, use: (connection: DatabaseSync) => Result): Result {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

function readLastMigration(connection: DatabaseSync): string {
  const row = connection.prepare('select max(name) as name from kysely_migration').get();
  return String(row?.name);
}

const MAX_FINDINGS = 20;

/** Checks the whole database in `file`. Returns the findings of SQLite, empty if it is undamaged. */
export function inspectStore(file: string): readonly string[] {
  try {
    return withConnection(file, (connection) =>
      [...findBrokenPages(connection), ...findBrokenReferences(connection)].slice(0, MAX_FINDINGS),
    );
  } catch (error) {
    const known = toStoreError(error, file);
    if (known instanceof StoreError && known.code !== 'corrupt') throw known;
    // Other errors come from definitions in the file.
    return [getErrorMessage(error)];
  }
}

function findBrokenPages(connection: DatabaseSync): string[] {
  const rows = connection.prepare(`pragma integrity_check(${MAX_FINDINGS})`).all();
  const findings = rows.map((row) => String(row.integrity_check));
  return findings.length === 1 && findings[0] === 'ok' ? [] : findings;
}

function findBrokenReferences(connection: DatabaseSync): string[] {
  const findings: string[] = [];
  for (const { table, rowid, parent } of connection.prepare('pragma foreign_key_check').iterate()) {
    findings.push(`row ${rowid} of ${table} refers to a missing row of ${parent}`);
    if (findings.length === MAX_FINDINGS) break;
  }
  return findings;
}
