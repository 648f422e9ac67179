import { type Kysely, sql } from 'kysely';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { openStore } from '../open-store.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';

/** Facts about a copy, as texts: how far it was read, and when. */
interface CopyFactsTable {
  name: string;
  value: string;
}

export interface CopySchema extends StoreSchema {
  copy_facts: CopyFactsTable;
}

/** The store of a copy, or a transaction of it. */
export type CopyDb = Kysely<CopySchema>;

export interface CopyStore {
  readonly db: CopyDb;
  close(): Promise<void>;
}

/** A copy has one account, whatever its name and number at the platform. */
export const COPIED_ACCOUNT = 1;

/** All of a copy is its reader's: nothing in it is kept from them, and its stock is what they see. */
export const COPY_READER: Caller = {
  ...{ accountId: COPIED_ACCOUNT, userId: 0, account: '', name: '', email: '', roles: [], lockedLocation: null },
};

/**
 * Opens the store of one copy in `file`, and creates it where it does not exist. `prepare` adds the tables of its own that
 * are not there yet. Throws `StoreError`.
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
    // At other platforms products may share an SKU, or have none.
    await sql`drop index if exists products_by_sku`.execute(store.db);
    const db = copyDb(store.db);
    await prepare(db);
    return { db, close: store.close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The store of a copy that `openCopyStore` made, on a connection to it. */
export function copyDb(db: StoreDb): CopyDb {
  return db.withTables<{ copy_facts: CopyFactsTable }>();
}

/** Undefined where it was never written. */
export async function readFact(db: CopyDb, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('copy_facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Null removes a fact. */
export async function writeFacts(db: CopyDb, facts: Readonly<Record<string, string | null>>): Promise<void> {
  const values = Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  const removed = Object.keys(facts).filter((name) => facts[name] === null);
  if (removed.length > 0) await db.deleteFrom('copy_facts').where('name', 'in', removed).execute();
  if (values.length > 0) await db.replaceInto('copy_facts').values(values).execute();
}

/** Changes members of a fact that is a JSON object, or creates it; null removes a member. */
export async function mergeFact(db: CopyDb, name: string, changes: object): Promise<void> {
  await sql`
    insert into copy_facts (name, value) values (${name}, ${JSON.stringify(changes)})
    on conflict (name) do update set value = json_patch(value, excluded.value)`.execute(db);
}
