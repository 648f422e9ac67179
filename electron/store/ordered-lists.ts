import { type AliasableExpression, type Expression, type Generated, type Kysely, sql } from 'kysely';
import { byDialect, dialectOf } from './dialects/dialect.ts';
import type { StoreDb, StoreSchema, VersionSubject } from './schema.ts';
import type { PageRange, StoreScope } from './scoped-queries.ts';
import { inTransaction } from './transactions.ts';
import { readVersions } from './versions.ts';

/** The rows of a list at the moment of a transaction; usable only inside it. */
export interface OrderedPlaces {
  readonly total: number;
  page(range: PageRange): Promise<ListedPage>;
  /** The ids of all rows, in any order. */
  readonly all: AliasableExpression<{ readonly id: number | null }>;
  /** What `compute` gives, computed once while the list is valid. Each kind of list has one such value. */
  once<Value>(compute: () => Promise<Value>): Promise<Value>;
}

export interface OrderedLists {
  /** Reads from a list inside a transaction: the list and the data belong to one moment. */
  read<Result>(
    list: OrderedList,
    work: (transaction: StoreDb, places: OrderedPlaces) => Promise<Result>,
  ): Promise<Result>;
}

/** Limits of the cache, which has the lists that were read last. */
interface MostLists {
  readonly lists: number;
  readonly rows: number;
}

const MOST: MostLists = { lists: 64, rows: 2_000_000 };

/** The lists of a store. A `store` on SQLite has to stay on one connection. */
export function createOrderedLists(store: StoreDb, most: MostLists = MOST): OrderedLists {
  return dialectOf(store) === 'sqlite' ? createTemporaryLists(store, most) : createCountedLists(store, most.lists);
}

/** What decides the rows of a list and their order. */
export interface OrderedList {
  /** Each kind of list has its own name. */
  readonly name: string;
  readonly scope: StoreScope;
  /** The query of the caller; `start`, `limit` and `include` are ignored. */
  readonly selection: object;
  /** The list is valid until one of these changes. */
  readonly subjects: readonly VersionSubject[];
  /** A query with these columns, in this order, sorted as the list. */
  readonly rows: SortedRows;
}

/** The id of a row, and what the list stores besides. */
interface ListedRow {
  readonly id: number | null;
  readonly detail: string | number | null;
}

/** The part of Kysely's query builder that is used here. */
interface SortedRows extends Expression<ListedRow> {
  clearOrderBy(): AliasableExpression<ListedRow>;
  limit(limit: number): { offset(offset: number): Expression<ListedRow> };
}

/** Where the id is enough. */
export const NO_DETAIL = sql<null>`null`.as('detail');

/** Of the whole selection, so that a new filter is never forgotten here. */
function keyOfList({ name, scope, selection }: OrderedList): string {
  const { start, limit, include, ...asked }: Record<string, unknown> = { ...selection };
  return JSON.stringify([name, scope.accountId, scope.locationId, asked]);
}

/** A page of an ordered list as values of a query that reads it by `listedRows`. */
type ListedPage = {
  /** The places of its rows: at least `from` and below `before`. */
  readonly from: number;
  readonly before: number;
  /** The rows as JSON where they are in no table of the connection, else empty. */
  readonly rows: string;
};

/** Names and types of the values, for prepared queries. */
export const LISTED_PAGE: ListedPage = { from: 0, before: 0, rows: '' };

/** Belongs to the connection. */
const TEMPORARY_ROWS = 'temp.ordered_rows';

interface PlacedRow {
  readonly place: number;
  readonly id: number | null;
  readonly detail: string | null;
}

/** For the `from` clause: rows of ordered lists, to be limited to the places of the page. */
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

/** The range of a list in the table: `total` rows, from `place` = `first` on. */
interface Places {
  readonly first: number;
  readonly total: number;
}

interface CachedPlaces extends Places, Computed {
  readonly versions: string;
}

interface Computed {
  computed?: { readonly value: unknown };
}

/** See `OrderedPlaces.once`: the function of a list of this name, whose value has one type. */
function onceIn(cached: Computed): OrderedPlaces['once'] {
  return async <Value>(compute: () => Promise<Value>) => {
    cached.computed ??= { value: await compute() };
    return cached.computed.value as Value;
  };
}

/**
 * Sorts a list into a temporary table when it is first read. While it is valid it is not sorted again, so its last page
 * costs as much as its first. `store` has to stay on one connection.
 */
export function createTemporaryLists(store: StoreDb, most: MostLists): OrderedLists {
  /** The list that was read last comes last. */
  const cached = new Map<string, CachedPlaces>();
  let isTableMade = false;

  async function placesOf(db: TemporaryDb, list: OrderedList): Promise<CachedPlaces> {
    if (!isTableMade) await createTable(db);
    isTableMade = true;
    const key = keyOfList(list);
    const versions = await readVersions(db, list.scope.accountId, list.subjects);
    const known = cached.get(key);
    cached.delete(key);
    if (known && known.versions !== versions) await removeRows(db, known);
    const places = known?.versions === versions ? known : { ...(await addRows(db, list)), versions };
    cached.set(key, places);
    await removeOldest(db, places);
    return places;
  }

  async function removeOldest(db: TemporaryDb, newest: Places): Promise<void> {
    let rows = [...cached.values()].reduce((sum, { total }) => sum + total, 0);
    for (const [key, places] of cached) {
      if (places === newest || (cached.size <= most.lists && rows <= most.rows)) return;
      await removeRows(db, places);
      cached.delete(key);
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
        // The rollback has undone the changes of the table: begin with an empty one.
        cached.clear();
        isTableMade = false;
        throw error;
      }
    },
  };
}

function inTable(db: TemporaryDb, places: CachedPlaces): OrderedPlaces {
  const { first, total } = places;
  return {
    total,
    once: onceIn(places),
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

/** Appends rows in the order of the query. */
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
interface RowRange {
  readonly start: number;
  readonly rows: readonly ListedRow[];
}

interface CachedList extends Computed {
  readonly versions: string;
  readonly total: number;
  /** What was read ahead. */
  range: RowRange;
}

/** Rows that are read from the second page on: a list is then sorted once for many pages. */
const ROWS_READ_AHEAD = 2_000;

/**
 * Sorts a list when a page of it is read, on any connection, and stores nothing in the database: it caches the length of
 * the lists that were read last, and one range of rows of each.
 */
export function createCountedLists(store: StoreDb, mostLists: number): OrderedLists {
  /** The list that was read last comes last. */
  const cached = new Map<string, CachedList>();

  async function cachedList(db: StoreDb, list: OrderedList): Promise<CachedList> {
    const key = keyOfList(list);
    const versions = await readVersions(db, list.scope.accountId, list.subjects);
    const known = cached.get(key);
    const range = { start: 0, rows: [] };
    const current = known?.versions === versions ? known : { versions, total: await countRows(db, list), range };
    cached.delete(key);
    cached.set(key, current);
    const [oldest] = cached.keys();
    if (cached.size > mostLists && oldest !== undefined) cached.delete(oldest);
    return current;
  }

  return {
    read: (list, work) => inTransaction(store, async (db) => work(db, placesIn(db, list, await cachedList(db, list)))),
  };
}

function placesIn(db: StoreDb, { rows }: OrderedList, cached: CachedList): OrderedPlaces {
  async function rangeWith({ start, limit }: PageRange): Promise<RowRange> {
    const { range, total } = cached;
    const end = Math.min(start + limit, total);
    if (start >= range.start && end <= range.start + range.rows.length) return range;
    const isFirstPage = start === 0;
    const length = isFirstPage ? limit : Math.max(limit, ROWS_READ_AHEAD);
    const found = await sql<ListedRow>`${rows.limit(length).offset(start)}`.execute(db);
    const read = { start, rows: found.rows };
    if (!isFirstPage) cached.range = read;
    return read;
  }

  return {
    total: cached.total,
    once: onceIn(cached),
    all: rows.clearOrderBy(),
    async page({ start, limit }) {
      const range = await rangeWith({ start, limit });
      const first = start - range.start;
      const placed = range.rows.slice(first, first + limit).map((row, index) => ({ place: start + index, ...row }));
      return { from: start, before: start + placed.length, rows: JSON.stringify(placed) };
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
