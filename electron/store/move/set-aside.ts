import { sql } from 'kysely';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction } from '../transactions.ts';

/** An index or a reference that is not there while rows are copied. */
interface AsideObject {
  readonly drop: string;
  readonly make: string;
}

/**
 * Drops all indexes and references of the database, and answers what brings them back, indexes first. Rows can then come
 * in any order. Keys and unique columns stay.
 */
export async function setAsideIndexes(db: StoreDb): Promise<readonly AsideObject[]> {
  const here = sql`(select oid from pg_namespace where nspname = current_schema())`;
  const indexes = await sql<AsideObject>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
    from pg_index inner join pg_class on pg_class.oid = indexrelid
    where relnamespace = ${here} and not exists (
      select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by indexrelid`.execute(db);
  const references = await sql<AsideObject>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and connamespace = ${here} order by oid`.execute(db);
  await inWriteTransaction(db, async (transaction) => {
    for (const { drop } of [...references.rows, ...indexes.rows]) await sql.raw(drop).execute(transaction);
  });
  return [...indexes.rows, ...references.rows];
}

/** Makes one of them again, which takes a minute for millions of rows. */
export async function bringBack(db: StoreDb, { make }: AsideObject): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await sql.raw(make).execute(transaction);
  });
}
