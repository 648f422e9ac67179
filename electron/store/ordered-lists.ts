import { type AliasableExpression, type Expression, type Generated, type Kysely, sql } from 'kysely';
import { byDialect, dialectOf } from './dialects/dialect.ts';
import type { StoreDb, StoreSchema, VersionSubject } from './schema.ts';
import type { PageRange, StoreScope } from './scoped-queries.ts';
import { inTransaction } from './transactions.ts';
import { readVersions } from './versions.ts';

/** The rows of a list at the moment of a transaction, in which alone they may be used. */
export interface OrderedPlaces {
  readonly total: number;
  page(range: PageRange): Promise<ListedPage>;
  /** The ids of all rows, in any order. */
  readonly all: AliasableExpression<{ readonly id: number | null }>;
}

export interface OrderedLists {
  /** Reads from a list inside a transaction, in which the list and the data are those of one moment. */
  read<Result>(
    list: OrderedList,
    work: (transaction: StoreDb, places: OrderedPlaces) => Promise<Result>,
  ): Promise<Result>;
}

/** Lists of this many kinds, and this many rows in all, are remembered: those that were read last. */
interface MostLists {
  readonly lists: number;
  readonly rows: number;
}

const MOST: MostLists = { lists: 64, rows: 2_000_000 };

/** The lists of a store, kept as its database allows. A `store` on SQLite has to stay on one connection. */
export function createOrderedLists(store: StoreDb, most: MostLists = MOST): OrderedLists {
  return dialectOf(store) === 'sqlite' ? createTemporaryLists(store, most) : createCountedLists(store, most.lists);
}

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
  readonly rows: SortedRows;
}

/** The id of a row, and what the list keeps of it besides. */
interface ListedRow {
  readonly id: number | null;
  readonly detail: string | number | null;
}

/** Of Kysely's query builder what is done with it. */
interface SortedRows extends Expression<ListedRow> {
  clearOrderBy(): AliasableExpression<ListedRow>;
  limit(limit: number): { offset(offset: number): Expression<ListedRow> };
}

/** Where the id is enough. */
export const NO_DETAIL = sql<null>`null`.as('detail');

/** The same for the same rows. Of the whole selection, so that a filter that is added is never forgotten here. */
function keyOfList({ name, scope, selection }: OrderedList): string {
  const { start, limit, include, ...asked }: Record<string, unknown> = { ...selection };
  return JSON.stringify([name, scope.accountId, scope.locationId, asked]);
}

/** A page of an ordered list as values of a query that reads it by `listedRows`. */
type ListedPage = {
  /** The places of its rows: at least `from` and below `before`. */
  readonly from: number;
  readonly before: number;
  /** The rows themselves as JSON where no table of the connection holds them, else empty. */
  readonly rows: string;
};

/** Tells a prepared query the names and types of the values. */
export const LISTED_PAGE: ListedPage = { from: 0, before: 0, rows: '' };

/** Of the connection alone, and gone with it. */
const TEMPORARY_ROWS = 'temp.ordered_rows';

interface PlacedRow {
  readonly place: number;
  readonly id: number | null;
  readonly detail: string | null;
}

/** For the `from` clause: rows of ordered lists, of which the places of the page are to be picked. */
export function listedRows({ rows }: Pick<ListedPage, 'rows'>) {
  return byDialect<PlacedRow>({
    sqlite: sql`${sql.table(TEMPORARY_ROWS)}`,
    postgres: sql`(select * from json_to_recordset(${rows}::json) as rows (place bigint, id bigint, detail text))`,
  }).as('listed');
}

type TemporaryDb = Kysely<
  StoreSchema & {
    [TEMPORARY_ROWS]: { place: Generated<number>; id: number | null; detail: string | null };
  }
>;

/** Where a list lies in the table: `total` rows, from `place` = `first` on. */
interface Places {
  readonly first: number;
  readonly total: number;
}

interface CachedPlaces extends Places {
  readonly versions: string;
}

/**
 * Puts a list in order when it is read first, in a temporary table. It is not made again while it holds, so its last
 * page costs what its first does. `store` has to stay on one connection.
 */
export function createTemporaryLists(store: StoreDb, most: MostLists): OrderedLists {
  /** The one that was read last comes last. */
  const kept = new Map<string, CachedPlaces>();
  let isTableMade = false;

  async function placesOf(db: TemporaryDb, list: OrderedList): Promise<Places> {
    if (!isTableMade) await createTable(db);
    isTableMade = true;
    const key = keyOfList(list);
    const versions = await readVersions(db, list.scope.accountId, list.subjects);
    const known = kept.get(key);
    kept.delete(key);
    if (known && known.versions !== versions) await removeRows(db, known);
    const places = known?.versions === versions ? known : { ...(await addRows(db, list)), versions };
    kept.set(key, places);
    await removeOldest(db, places);
    return places;
  }

  async function removeOldest(db: TemporaryDb, newest: Places): Promise<void> {
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
        return await inTransaction(store, async (transaction) => {
          const db: TemporaryDb = transaction.withTables();
          return work(transaction, inTable(db, await placesOf(db, list)));
        });
      } catch (error) {
        // What the transaction kept or removed is undone: begin with an empty table.
        kept.clear();
        isTableMade = false;
        throw error;
      }
    },
  };
}

function inTable(db: TemporaryDb, { first, total }: Places): OrderedPlaces {
  return {
    total,
    page: async ({ start, limit }) => ({
      from: first + start,
      before: first + Math.min(start + limit, total),
      rows: '',
    }),
    all: db
      .selectFrom(TEMPORARY_ROWS)
      .select('id')
      .where('place', '>=', first)
      .where('place', '<', first + total),
  };
}

async function createTable(db: TemporaryDb): Promise<void> {
  await db.schema.dropTable(TEMPORARY_ROWS).ifExists().execute();
  await db.schema
    .createTable(TEMPORARY_ROWS)
    .addColumn('place', 'integer', (c) => c.primaryKey())
    .addColumn('id', 'integer')
    .addColumn('detail', 'text')
    .execute();
}

/** Rows get the places after the last one, in the order in which the query gives them. */
async function addRows(db: TemporaryDb, { rows }: OrderedList): Promise<Places> {
  const { last } = await db
    .selectFrom(TEMPORARY_ROWS)
    .select(({ fn, lit }) => fn.coalesce(fn.max('place'), lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(TEMPORARY_ROWS)
    .columns(['id', 'detail'])
    .expression(rows)
    .executeTakeFirstOrThrow();
  return { first: last + 1, total: Number(numInsertedOrUpdatedRows ?? 0) };
}

async function removeRows(db: TemporaryDb, { first, total }: Places): Promise<void> {
  await db
    .deleteFrom(TEMPORARY_ROWS)
    .where('place', '>=', first)
    .where('place', '<', first + total)
    .execute();
}

/** Rows of a list from place `start` on. */
interface Stretch {
  readonly start: number;
  readonly rows: readonly ListedRow[];
}

interface CachedList {
  readonly versions: string;
  readonly total: number;
  /** What was read last of a list that somebody reads on in. */
  stretch: Stretch;
}

/** Whoever reads on behind the first page gets so many rows ready: a list is then put in order once for many pages. */
const ROWS_READ_AHEAD = 2_000;

const NOTHING: Stretch = { start: 0, rows: [] };

/**
 * Puts a list in order when a page of it is read, on any connection, and keeps nothing in the database for one reader:
 * of the lists that were read last it remembers how long they are, and a stretch.
 */
export function createCountedLists(store: StoreDb, mostLists: number): OrderedLists {
  /** The one that was read last comes last. */
  const kept = new Map<string, CachedList>();

  async function holdingList(db: StoreDb, list: OrderedList): Promise<CachedList> {
    const key = keyOfList(list);
    const versions = await readVersions(db, list.scope.accountId, list.subjects);
    const known = kept.get(key);
    const holding =
      known?.versions === versions ? known : { versions, total: await countRows(db, list), stretch: NOTHING };
    kept.delete(key);
    kept.set(key, holding);
    const [oldest] = kept.keys();
    if (kept.size > mostLists && oldest !== undefined) kept.delete(oldest);
    return holding;
  }

  return {
    read: (list, work) => inTransaction(store, async (db) => work(db, placesIn(db, list, await holdingList(db, list)))),
  };
}

function placesIn(db: StoreDb, { rows }: OrderedList, holding: CachedList): OrderedPlaces {
  async function stretchWith({ start, limit }: PageRange): Promise<Stretch> {
    const { stretch, total } = holding;
    const end = Math.min(start + limit, total);
    if (start >= stretch.start && end <= stretch.start + stretch.rows.length) return stretch;
    const isReadOn = start > 0;
    const length = isReadOn ? Math.max(limit, ROWS_READ_AHEAD) : limit;
    const found = await sql<ListedRow>`${rows.limit(length).offset(start)}`.execute(db);
    const read = { start, rows: found.rows };
    if (isReadOn) holding.stretch = read;
    return read;
  }

  return {
    total: holding.total,
    all: rows.clearOrderBy(),
    async page(range) {
      const stretch = await stretchWith(range);
      const first = range.start - stretch.start;
      const placed = stretch.rows
        .slice(first, first + range.limit)
        .map((row, index) => ({ place: range.start + index, ...row }));
      return { from: range.start, before: range.start + placed.length, rows: JSON.stringify(placed) };
    },
  };
}

async function countRows(db: StoreDb, { rows }: OrderedList): Promise<number> {
  const { total } = await db
    .selectFrom(rows.clearOrderBy().as('rows'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
