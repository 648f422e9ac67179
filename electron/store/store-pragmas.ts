import type { DatabaseSync } from 'node:sqlite';

const BUSY_TIMEOUT_MS = 5_000;
const SYNCHRONOUS_FULL = 2;

/**
 * Sets what this program relies on and reads it back, for SQLite ignores a pragma that it cannot follow: a
 * commit survives a power cut, references hold, triggers see what a REPLACE removes, and a second process waits for a
 * lock.
 */
export function setPragmas(
  connection: DatabaseSync,
  { busyTimeoutMs = BUSY_TIMEOUT_MS }: { readonly busyTimeoutMs?: number } = {},
): void {
  connection.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  connection.exec('pragma journal_mode = WAL');
  connection.exec('pragma synchronous = FULL');
  connection.exec('pragma foreign_keys = ON');
  connection.exec('pragma recursive_triggers = ON');
  expectPragma(connection, 'busy_timeout', [busyTimeoutMs]);
  expectPragma(connection, 'journal_mode', ['wal', 'memory']);
  expectPragma(connection, 'synchronous', [SYNCHRONOUS_FULL]);
  expectPragma(connection, 'foreign_keys', [1]);
  expectPragma(connection, 'recursive_triggers', [1]);
}

function expectPragma(connection: DatabaseSync, name: string, expected: readonly unknown[]): void {
  const row: Record<string, unknown> = connection.prepare(`pragma ${name}`).get() ?? {};
  const [value] = Object.values(row);
  if (!expected.includes(value)) throw new Error(`SQLite keeps ${name} at ${String(value)}`);
}
