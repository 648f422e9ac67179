import { StoreError } from '../store-error.ts';

/** Earlier ones could damage a file in WAL mode that has several connections: https://sqlite.org/wal.html#walresetbug. */
const SAFE_SINCE = [3, 51, 3] as const;

/** Throws `StoreError` where the store would not be safe with this version of SQLite. */
export function demandSafeSqlite(version: string): void {
  if (!isBefore(version.split('.').map(Number), SAFE_SINCE)) return;
  throw new StoreError(
    'unavailable',
    `The data is not safe with SQLite ${version}, which this Node has: Tilldesk needs ${SAFE_SINCE.join('.')} or later.`,
  );
}

/** What is no number counts as before everything. */
function isBefore(parts: readonly number[], since: readonly number[]): boolean {
  const index = since.findIndex((part, place) => parts[place] !== part);
  const part = parts[index] ?? 0;
  return index >= 0 && !(part > (since[index] ?? 0));
}
