import { DatabaseSync } from 'node:sqlite';
import { setPragmas } from './dialects/sqlite-connection.ts';
import { type Store, sqliteStore } from './open-store.ts';

/** What a thread needs to open a connection of its own. */
export interface StoreFile {
  readonly file: string;
}

/**
 * Another connection to a store that is open already, for a thread that only reads. All its queries run in that thread.
 */
export function openReader(file: string): Store {
  const connection = new DatabaseSync(file, { readOnly: true });
  setPragmas(connection);
  return sqliteStore(connection);
}

/** The same for a program that writes little beside the one that has the store open, which waits meanwhile. */
export function openWriter(file: string): Store {
  const connection = new DatabaseSync(file);
  setPragmas(connection);
  return sqliteStore(connection);
}
