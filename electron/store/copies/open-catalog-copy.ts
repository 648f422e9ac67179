import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { openStore } from '../open-store.ts';
import type { StoreSchema } from '../schema.ts';

/** What a copy knows of itself, as texts: where it goes on, when it was read, and lists that are kept as they came. */
interface CopyFactsTable {
  name: string;
  value: string;
}

export interface CopySchema extends StoreSchema {
  copy_facts: CopyFactsTable;
}

export interface CatalogCopyStore {
  readonly db: Kysely<CopySchema>;
  close(): Promise<void>;
}

/** The account of a copy: it has one, whatever that is called where it comes from. */
export const COPIED_ACCOUNT = 1;

/** Opens the store of one copy in `file`, making it where it does not exist. Throws `StoreError`. */
export async function openCatalogCopy(file: string, clock: Pick<Clock, 'now'>): Promise<CatalogCopyStore> {
  const store = await openStore({ file, clock });
  try {
    // A product is searched by what it says itself; the records that it names are kept as lists, not as rows.
    await sql`pragma foreign_keys = off`.execute(store.db);
    await store.db.schema
      .createTable('copy_facts')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    return { db: store.db.withTables<{ copy_facts: CopyFactsTable }>(), close: store.close };
  } catch (error) {
    await store.close();
    throw error;
  }
}
