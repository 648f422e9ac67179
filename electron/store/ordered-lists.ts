import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inTransaction } from './in-transaction.ts';
import type { StoreSchema, VersionSubject } from './schema.ts';
import { readVersions } from './versions.ts';

type Db = Kysely<StoreSchema>;

/** What decides the rows of a list and their order. */
export interface OrderedList {
  readonly accountId: number;
  /** All that the list depends on besides the account and its data, as one text. */
  readonly key: string;
  /** The list holds until one of these changes. */
  readonly subjects: readonly VersionSubject[];
  /** A query of `id` and `figures` in the order of the list; figures are null where the id is enough. */
  readonly rows: RawBuilder<unknown>;
}

/** Where a list lies in `ORDERED_ROWS`: `total` rows, from `place` = `first` on. */
export interface OrderedPlaces {
  readonly first: number;
  readonly total: number;
}

export interface OrderedLists {
  /**
   * Reads from a list inside a transaction, in which the list and the data are those of one moment. A list that was
   * read before is not made again while it holds, so its last page costs what its first does.
   */
  read<Result>(
    list: OrderedList,
    work: (transaction: Db, places: OrderedPlaces) => Promise<Result>,
  ): Promise<Result>;
}

/** Columns `place`, `id` and `figures`; of the connection alone, and gone with it. */
export const ORDERED_ROWS = sql.raw<unknown>('temp.ordered_rows');

const MOST_LISTS = 64;
const MOST_ROWS = 2_000_000;

interface KeptList extends OrderedPlaces {
  readonly versions: string;
}

/** Keeps the lists that were read last, at most so many rows in all. `store` has to stay on one connection. */
export function createOrderedLists(
  store: Db,
  most: { readonly lists: number; readonly rows: number } = { lists: MOST_LISTS, rows: MOST_ROWS },
): OrderedLists {
  /** The one that was read last comes last. */
  const kept = new Map<string, KeptList>();
  let isTableMade = false;

  async function placesOf(db: Db, list: OrderedList): Promise<OrderedPlaces> {
    if (!isTableMade) await createTable(db);
    isTableMade = true;
    const key = `${list.accountId} ${list.key}`;
    const versions = await readVersions(db, list.accountId, list.subjects);
    const known = kept.get(key);
    kept.delete(key);
    if (known && known.versions !== versions) await removeRows(db, known);
    const places = known?.versions === versions ? known : { ...(await addRows(db, list)), versions };
    kept.set(key, places);
    await removeOldest(db, places);
    return places;
  }

  async function removeOldest(db: Db, newest: OrderedPlaces): Promise<void> {
    let rows = [...kept.values()].reduce((sum, { total }) => sum + total, 0);
    for (const [key, places] of kept) {
      if (places === newest || (kept.size <= most.lists && rows <= most.rows)) return;
      await removeRows(db, places);
      kept.delete(key);
      rows -= places.total;
    }
  }

  return {
    async read(list, work) {
      try {
        return await inTransaction(store, async (db) => work(db, await placesOf(db, list)));
      } catch (error) {
        // What the transaction kept or removed is undone: begin with an empty table.
        kept.clear();
        isTableMade = false;
        throw error;
      }
    },
  };
}

async function createTable(db: Db): Promise<void> {
  await sql`drop table if exists ${ORDERED_ROWS}`.execute(db);
  await sql`create table ${ORDERED_ROWS} (place integer primary key, id integer, figures text)`.execute(db);
}

async function addRows(db: Db, { rows }: OrderedList): Promise<OrderedPlaces> {
  const { rows: ends } = await sql<{ first: number }>`
    select coalesce(max(place), 0) + 1 as first from ${ORDERED_ROWS}`.execute(db);
  const first = ends[0]?.first ?? 1;
  // Rows get the places after the last one, in the order in which the query gives them.
  const { numAffectedRows } = await sql`insert into ${ORDERED_ROWS} (id, figures) ${rows}`.execute(db);
  return { first, total: Number(numAffectedRows ?? 0) };
}

async function removeRows(db: Db, { first, total }: OrderedPlaces): Promise<void> {
  await sql`delete from ${ORDERED_ROWS} where place between ${first} and ${first + total - 1}`.execute(db);
}
