import { sql } from 'kysely';
import type { NotesTable, StoreKeeperDb } from './storekeeper-copy-store.ts';

/** Notes of one kind. `amount` is the sum of those that are about an amount; null where none is. */
export interface NotesOfKind {
  readonly kind: string;
  readonly count: number;
  readonly amount: number | null;
}

/** Reads an index, not the notes. */
export async function sumNotesByKind(db: StoreKeeperDb): Promise<NotesOfKind[]> {
  const { rows } = await sql<NotesOfKind>`
    select kind, count(*) as count, sum(amount) as amount from sk_notes group by kind order by kind`.execute(db);
  return rows;
}

/** The latest notes of a kind. */
export async function readLatestNotes(
  db: StoreKeeperDb,
  kind: string,
  most: number,
): Promise<Pick<NotesTable, 'record' | 'detail'>[]> {
  return (
    db
      .selectFrom('sk_notes')
      .select(['record', 'detail'])
      .where('kind', '=', kind)
      // The latest records, as a first copy reads from the latest to the oldest.
      .orderBy(sql`length(record)`, 'desc')
      .orderBy('record', 'desc')
      .limit(most)
      .execute()
  );
}

/** Owners of notes of a kind. */
export async function readOwnersOfKind(db: StoreKeeperDb, kind: string): Promise<string[]> {
  const rows = await db.selectFrom('sk_notes').select('owner').distinct().where('kind', '=', kind).execute();
  return rows.map(({ owner }) => owner);
}
