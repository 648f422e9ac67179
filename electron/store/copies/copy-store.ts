import { type Kysely, sql } from 'kysely';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { openStore } from '../open-store.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';

/** Facts about a copy as text, such as how far it was read and when. */
interface CopyFactsTable {
  name: string;
  value: string;
}

export interface CopySchema extends StoreSchema {
  copy_facts: CopyFactsTable;
}

export type CopyDb = Kysely<CopySchema>;

export interface CopyStore {
  readonly db: CopyDb;
  close(): Promise<void>;
}

/** The account id of a copy, independent of its name and number on the platform. */
export const COPIED_ACCOUNT = 1;

/** The reader of a copy may see everything in it. */
export const COPY_READER: Caller = {
  ...{ accountId: COPIED_ACCOUNT, userId: 0, account: '', name: '', email: '', roles: [], lockedLocation: null },
};

/**
 * Opens the store of a copy, and creates it if it does not exist. `prepare` adds missing tables. Throws `StoreError`.
 */
export async function openCopyStore(
  file: string,
  clock: Pick<Clock, 'now'>,
  prepare: (db: CopyDb) => Promise<void>,
): Promise<CopyStore> {
  const store = await openStore({ file, clock });
  try {
    await store.db.schema
      .createTable('copy_facts')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    // On other platforms, products may share an SKU or have none.
    await sql`drop index if exists products_by_sku`.execute(store.db);
    const db = toCopyDb(store.db);
    await prepare(db);
    return { db, close: store.close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Adds the type of `copy_facts` to a connection to a copy. */
export function toCopyDb(db: StoreDb): CopyDb {
  return db.withTables<{ copy_facts: CopyFactsTable }>();
}

/** Returns `undefined` if the fact is missing. */
export async function readFact(db: CopyDb, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('copy_facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** A `null` value removes the fact. */
export async function writeFacts(db: CopyDb, facts: Readonly<Record<string, string | null>>): Promise<void> {
  const values = Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  const removed = Object.keys(facts).filter((name) => facts[name] === null);
  if (removed.length > 0) await db.deleteFrom('copy_facts').where('name', 'in', removed).execute();
  if (values.length > 0) await db.replaceInto('copy_facts').values(values).execute();
}

/** Changes members of a fact that is a JSON object, or creates it. `null` removes a member. */
export async function mergeFact(db: CopyDb, name: string, changes: object): Promise<void> {
  await sql`
    insert into copy_facts (name, value) values (${name}, ${JSON.stringify(changes)})
    on conflict (name) do update set value = json_patch(value, excluded.value)`.execute(db);
}
