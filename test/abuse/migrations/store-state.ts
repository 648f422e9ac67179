import { DatabaseSync } from 'node:sqlite';
import { digestOf, digestTables } from '../../support/table-digests.ts';

/** What differs from one run of a migration to the next: when it was, and random names. */
const OF_ITS_OWN = ['kysely_migration.timestamp', 'feeds.era'];

/** All that is in a store, its tables, indexes and triggers included. */
export interface StoreState {
  /** The latest migration that it has; empty where it is new. */
  readonly version: string;
  readonly digest: string;
  /** What SQLite says is wrong with the file. */
  readonly problems: readonly string[];
}

export function readState(file: string): StoreState {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    const texts = (query: string) =>
      connection
        .prepare(query)
        .all()
        .map((row) => Object.values(row).join(' '));
    const hasHistory = texts("select 1 from sqlite_master where name = 'kysely_migration'").length > 0;
    const problems = [
      ...texts('pragma integrity_check').filter((text) => text !== 'ok'),
      ...texts('pragma foreign_key_check'),
    ];
    const schema = texts('select type, name, sql from sqlite_master order by type, name').join('\n');
    return {
      version: hasHistory ? (texts('select max(name) from kysely_migration')[0] ?? '') : '',
      digest: `${digestOf(digestTables(file, OF_ITS_OWN))} ${schema}`,
      problems,
    };
  } finally {
    connection.close();
  }
}
