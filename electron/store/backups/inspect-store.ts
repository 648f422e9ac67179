import { DatabaseSync } from 'node:sqlite';
import { asStoreError } from '../as-store-error.ts';
import { StoreError } from '../store-error.ts';

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
