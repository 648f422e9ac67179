import { DatabaseSync } from 'node:sqlite';

/**
 * Closes a connection to a damaged store and leaves its files as they are. The last connection that closes would bring
 * the write-ahead log into the store, and remove it; one that may only read cannot.
 */
export function closeUntouched(connection: DatabaseSync, file: string): void {
  const reader = openReading(file);
  connection.close();
  reader?.close();
}

function openReading(file: string): DatabaseSync | null {
  try {
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.prepare('pragma schema_version').get();
    return reader;
  } catch {
    // So damaged that SQLite does not come to its log either: then the last one leaves that alone as well.
    return null;
  }
}
