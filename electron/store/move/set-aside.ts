import { sql } from 'kysely';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';

/** An index or foreign key that is dropped while rows are copied. */
interface DroppedObject {
  readonly drop: string;
  readonly make: string;
}

/**
 * Drops all indexes and foreign keys, so that rows may arrive in any order. Returns how to restore them, indexes first.
 * Primary keys and unique columns stay.
 */
export async function dropIndexes(db: StoreDb): Promise<readonly DroppedObject[]> {
  const currentSchema = sql`(select oid from pg_namespace where nspname = current_schema())`;
  const indexes = await sql<DroppedObject>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
    from pg_index inner join pg_class on pg_class.oid = indexrelid
    where relnamespace = ${currentSchema} and not exists (
      select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by indexrelid`.execute(db);
  const references = await sql<DroppedObject>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and connamespace = ${currentSchema} order by oid`.execute(db);
  await inWriteTransaction(db, async (transaction) => {
    for (const { drop } of [...references.rows, ...indexes.rows]) await sql.raw(drop).execute(transaction);
  });
  return [...indexes.rows, ...references.rows];
}

/** Restores an index or foreign key. It may take a minute for millions of rows. */
export async function restoreObject(db: StoreDb, { make }: DroppedObject): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await sql.raw(make).execute(transaction);
  });
}
