import { type Expression, type Generated, type Kysely, sql } from 'kysely';
import { inTransaction } from './in-transaction.ts';
import type { StoreSchema, VersionSubject } from './schema.ts';
import type { PageRange, StoreScope } from './store-scope.ts';
import { readVersions } from './versions.ts';

type Db = Kysely<StoreSchema & ListTable>;

/** What decides the rows of a list and their order. */
export interface OrderedList {
  /** What it lists; no two kinds of list share a name. */
  readonly name: string;
  readonly scope: StoreScope;
  /** All that was asked for; `start`, `limit` and `include` are left out of account. */
  readonly selection: object;
  /** The list holds until one of these changes. */
  readonly subjects: readonly VersionSubject[];
  /** A query with these columns, in this order, and sorted as the list is. */
  readonly rows: Expression<ListedRow>;
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

/** Of the connection alone, and gone with it. */
export const ORDERED_ROWS = 'temp.ordered_rows';

/** The id of a row, and what the list keeps of it besides. */
export interface ListedRow {
  readonly id: number | null;
  readonly detail: string | number | null;
}

export type ListTable = {
  [ORDERED_ROWS]: { place: Generated<number>; id: number | null; detail: string | null };
};

/** Where the id is enough. */
export const NO_DETAIL = sql<null>`null`.as('detail');

const MOST_LISTS = 64;
const MOST_ROWS = 2_000_000;

interface KeptList extends OrderedPlaces {
  readonly versions: string;
}

/** The places of a page: those that are at least `from` and below `before`. */
export function placesOfPage({ first, total }: OrderedPlaces, { start, limit }: PageRange) {
  return { from: first + start, before: first + Math.min(start + limit, total) };
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
    const key = keyOf(list);
    const versions = await readVersions(db, list.scope.accountId, list.subjects);
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

/** Of the whole selection, so that a filter that is added is never forgotten here. */
function keyOf({ name, scope, selection }: OrderedList): string {
  const { start, limit, include, ...asked }: Record<string, unknown> = { ...selection };
  return JSON.stringify([name, scope.accountId, scope.locationId, asked]);
}

async function createTable(db: Db): Promise<void> {
  await db.schema.dropTable(ORDERED_ROWS).ifExists().execute();
  await db.schema
    .createTable(ORDERED_ROWS)
    .addColumn('place', 'integer', (c) => c.primaryKey())
    .addColumn('id', 'integer')
    .addColumn('detail', 'text')
    .execute();
}

/** Rows get the places after the last one, in the order in which the query gives them. */
async function addRows(db: Db, { rows }: OrderedList): Promise<OrderedPlaces> {
  const { last } = await db
    .selectFrom(ORDERED_ROWS)
    .select(({ fn, lit }) => fn.coalesce(fn.max('place'), lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(ORDERED_ROWS)
    .columns(['id', 'detail'])
    .expression(rows)
    .executeTakeFirstOrThrow();
  return { first: last + 1, total: Number(numInsertedOrUpdatedRows ?? 0) };
}

async function removeRows(db: Db, { first, total }: OrderedPlaces): Promise<void> {
  await db
    .deleteFrom(ORDERED_ROWS)
    .where('place', '>=', first)
    .where('place', '<', first + total)
    .execute();
}
