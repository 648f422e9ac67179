import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { demandSafeSqlite } from './sqlite-version.ts';

const BUSY_TIMEOUT_MS = 5_000;
const SYNCHRONOUS_FULL = 2;

/** What this program relies on, with all that SQLite may say of each once it is set; `undefined` for nothing. */
const RELIED_ON: readonly {
  readonly name: string;
  readonly set: string;
  readonly kept: readonly unknown[];
}[] = [
  { name: 'journal_mode', set: 'WAL', kept: ['wal', 'memory'] },
  { name: 'synchronous', set: 'FULL', kept: [SYNCHRONOUS_FULL] },
  { name: 'foreign_keys', set: 'ON', kept: [1] },
  { name: 'recursive_triggers', set: 'ON', kept: [1] },
  { name: 'mmap_size', set: '0', kept: [0, undefined] },
];

/**
 * Sets what this program relies on and reads it back, for SQLite ignores a pragma that it cannot follow: a
 * commit survives a power cut, references hold, triggers see what a REPLACE removes, an error of the disk is an error
 * and no crash, and a second process waits for a lock. Throws `StoreError`.
 */
export function setPragmas(
  connection: DatabaseSync,
  { busyTimeoutMs = BUSY_TIMEOUT_MS }: { readonly busyTimeoutMs?: number } = {},
): void {
  demandSafeSqlite(String(onlyValue(connection, 'select sqlite_version()')));
  connection.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  for (const { name, set } of RELIED_ON) connection.exec(`pragma ${name} = ${set}`);
  expectPragmas(connection);
  expectPragma(connection, 'busy_timeout', [busyTimeoutMs]);
}

/** Throws `StoreError` where a connection does not keep what this program relies on. */
export function expectPragmas(connection: DatabaseSync): void {
  for (const { name, kept } of RELIED_ON) expectPragma(connection, name, kept);
}

function expectPragma(connection: DatabaseSync, name: string, kept: readonly unknown[]): void {
  const value = onlyValue(connection, `pragma ${name}`);
  if (kept.includes(value)) return;
  throw new StoreError(
    'unavailable',
    `The data is not safe where it is: SQLite keeps ${name} at ${String(value)} there.`,
  );
}

function onlyValue(connection: DatabaseSync, query: string): unknown {
  return Object.values(connection.prepare(query).get() ?? {})[0];
}
