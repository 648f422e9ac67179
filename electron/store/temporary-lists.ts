import { type Generated, type Kysely, type RawBuilder, sql } from 'kysely';
import { type FeedEnd, readChangeKeys, readFeedEnd } from './changes/changes-queries.ts';
import {
  compareRows,
  createPatches,
  type Key,
  type KeyedRow,
  type Patches,
  type PatchRow,
  type Piece,
} from './list-patches.ts';
import {
  columnsOf,
  type FollowedChanges,
  keyOfList,
  type ListRows,
  MOST_KEYS,
  MOST_SUMS,
  namedSums,
  type OrderedList,
  type OrderedLists,
  type OrderedPlaces,
  sorted,
  TEMPORARY_ROWS,
  withKeys,
  withSums,
} from './ordered-lists.ts';
import type { StoreDb, StoreSchema } from './schema.ts';
import { inTransaction } from './transactions.ts';
import { readVersions } from './versions.ts';

/** Limits of the cache, which has the lists that were read last. */
export interface MostLists {
  readonly lists: number;
  readonly rows: number;
}

/** Changes that a list takes over at once: sorting it again costs little more than more of them. */
const MOST_CHANGES = 500;

/** Changes that a list carries along before it is sorted again. */
const MOST_PATCHES = 5_000;

type TemporaryDb = Kysely<
  StoreSchema & {
    [TEMPORARY_ROWS]: { place: Generated<number>; id: number | null; detail: string | null } & Record<string, Key>;
  }
>;

/** Its sorted rows are in the table, `length` of them from `place` = `first` on. */
interface CachedList {
  readonly first: number;
  readonly length: number;
  readonly patches: Patches;
  /** Of the sorted rows, once they are needed. */
  ids: Float64Array | undefined;
  readonly seen: Seen;
  /** Of the sorted rows, and what of it is removed. */
  readonly sums: { sorted: readonly number[] | undefined; removed: readonly number[] };
}

/** Of the data that a list was sorted from, and of those that it has followed since. */
interface Seen {
  /** Of all its subjects. */
  versions: string;
  /** What the list cannot follow. */
  readonly fixed: string;
  feed: FeedEnd | null;
  /** No sorted row has a greater id. */
  readonly lastId: number;
  /** No record of the feed that the list knows has a greater id. */
  lastRecord: number;
}

/**
 * Sorts a list into a temporary table when it is first read. While it is valid it is not sorted again, so its last page
 * costs as much as its first; of a list that follows a feed a write moves the few rows that it changed. `store` has to
 * stay on one connection.
 */
export function createTemporaryLists(store: StoreDb, most: MostLists): OrderedLists {
  /** The list that was read last comes last. */
  const cached = new Map<string, CachedList>();
  let isTableMade = false;

  async function currentList(db: TemporaryDb, list: OrderedList): Promise<CachedList> {
    if (!isTableMade) await createTable(db);
    isTableMade = true;
    const key = keyOfList(list);
    const versions = await readVersions(db, list.scope.accountId, list.subjects);
    const known = cached.get(key);
    cached.delete(key);
    const isCurrent = known !== undefined && (await isFollowed(db, list, known, versions));
    if (known && !isCurrent) await removeRows(db, known);
    const current = isCurrent ? known : await sortList(db, list, versions);
    cached.set(key, current);
    await removeOldest(db, current);
    return current;
  }

  async function removeOldest(db: TemporaryDb, newest: CachedList): Promise<void> {
    let rows = [...cached.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [key, list] of cached) {
      if (list === newest || (cached.size <= most.lists && rows <= most.rows)) return;
      await removeRows(db, list);
      cached.delete(key);
      rows -= list.length;
    }
  }

  return {
    async read(list, work) {
      try {
        return await inTransaction(store, async (transaction) => {
          const db: TemporaryDb = transaction.withTables();
          return work(transaction, placesIn(db, list, await currentList(db, list)));
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

const COLUMNS = [
  ...Array.from({ length: MOST_KEYS }, (_, index) => `key_${index}`),
  ...Array.from({ length: MOST_SUMS }, (_, index) => `sum_${index}`),
];

async function createTable(db: TemporaryDb): Promise<void> {
  await db.schema.dropTable(TEMPORARY_ROWS).ifExists().execute();
  // Columns without a type hold every value as it is.
  await sql`create table ${TABLE} (place integer primary key, id integer, detail text,
    ${sql.join(COLUMNS.map((column) => sql.id(column)))})`.execute(db);
}

const TABLE = sql.table(TEMPORARY_ROWS);

async function removeRows(db: TemporaryDb, { first, length }: CachedList): Promise<void> {
  await db
    .deleteFrom(TEMPORARY_ROWS)
    .where('place', '>=', first)
    .where('place', '<', first + length)
    .execute();
}

/** Appends the rows of the list in their order. Only a list that follows a feed needs the keys later. */
async function sortList(db: TemporaryDb, list: OrderedList, versions: string): Promise<CachedList> {
  const { follows, order } = list;
  const { last } = await db
    .selectFrom(TEMPORARY_ROWS)
    .select(({ fn, lit }) => fn.coalesce(fn.max('place'), lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  const { keys, sums } = columnsOf(list);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(TEMPORARY_ROWS)
    .columns(['id', 'detail', ...keys, ...sums])
    .expression(sorted(withSums({ ...list, rows: withKeys(list.rows, order) }), order))
    .executeTakeFirstOrThrow();
  const length = Number(numInsertedOrUpdatedRows ?? 0);
  const feed = follows ? await readFeedEnd(db, list.scope, follows.feed) : null;
  const lastId = follows ? await readLastId(db, follows.table) : 0;
  const lastRecord = follows ? await readLastId(db, follows.feed) : 0;
  return {
    first: last + 1,
    length,
    patches: createPatches(length, order),
    ids: undefined,
    seen: { versions, fixed: await readFixed(db, list), feed, lastId, lastRecord },
    sums: { sorted: undefined, removed: sums.map(() => 0) },
  };
}

async function readLastId(db: TemporaryDb, table: FollowedChanges['table']): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(db);
  return rows[0]?.id ?? 0;
}

/** What has to stay as it is for a list to follow its feed. */
async function readFixed(db: TemporaryDb, { scope, subjects, follows }: OrderedList): Promise<string> {
  const others = subjects.filter((subject) => !follows?.subjects.includes(subject));
  const versions = others.length > 0 ? await readVersions(db, scope.accountId, others) : '';
  if (follows?.names === undefined) return versions;
  const { rows } = await sql<{ names: string | null }>`select ${follows.names} as names`.execute(db);
  return `${versions} ${rows[0]?.names}`;
}

/** Whether the list is as the data are now, after it took over what has changed. */
async function isFollowed(db: TemporaryDb, list: OrderedList, known: CachedList, versions: string): Promise<boolean> {
  const { seen } = known;
  const { follows, scope } = list;
  if (seen.versions === versions && follows?.names === undefined) return true;
  if (!follows || seen.fixed !== (await readFixed(db, list))) return false;
  if (seen.versions === versions) return true;
  const feed = await readFeedEnd(db, scope, follows.feed);
  // A version that grew without a change in the feed is a change that the feed does not tell about.
  if (!feed || feed.era !== seen.feed?.era || feed.version === seen.feed.version) return false;
  const range = { after: seen.feed.version, limit: MOST_CHANGES + 1 };
  const changes = await readChangeKeys(db, { ...scope, locationId: null }, follows.feed, range);
  if (changes.length > MOST_CHANGES || known.patches.size > MOST_PATCHES) return false;
  await takeOver(
    db,
    list,
    follows,
    known,
    changes.map(({ id }) => id),
  );
  seen.versions = versions;
  seen.feed = feed;
  return true;
}

/** Moves, adds and removes the rows that these records of the feed are in. */
async function takeOver(
  db: TemporaryDb,
  list: OrderedList,
  follows: FollowedChanges,
  known: CachedList,
  records: readonly number[],
): Promise<void> {
  const { seen, patches, sums, first } = known;
  const touched = sql<{ id: number | null }>`
    select distinct id from ${follows.touched(JSON.stringify(records))} as touched`;
  const ids = new Set((await touched.execute(db)).rows.map(({ id }) => id));
  const areNew = records.every((id) => id > seen.lastRecord);
  seen.lastRecord = await readLastId(db, follows.feed);
  if (ids.size === 0) return;
  const stored = follows.rowsWith && areNew ? await readStored(db, known, ids) : [];
  const storedIds = new Set(stored.map(({ id }) => id));
  const others = [...ids].filter((id) => !storedIds.has(id));
  const rows = [
    ...(stored.length > 0 ? await readRows(db, list, rowsWith(follows, stored, records)) : []),
    ...(others.length > 0 ? await readRows(db, list, follows.rowsOf(JSON.stringify(others))) : []),
  ];
  const placed = await findPlaces(db, list, known, rows);
  const removed = await findSorted(db, known, ids, placed);
  sums.removed = await addSums(db, list, sums.removed, removed);
  patches.remove(
    ids,
    removed.map((place) => place - first),
  );
  patches.add(placed);
}

function rowsWith(follows: FollowedChanges, stored: readonly StoredRow[], records: readonly number[]): ListRows {
  if (!follows.rowsWith) throw new Error('the rows of this list are no sums of records');
  return follows.rowsWith(JSON.stringify(stored), JSON.stringify(records));
}

interface StoredRow {
  readonly id: number | null;
  readonly detail: string | null;
}

/** What the list has of the rows of these ids; those without an id are not among them. */
async function readStored(db: TemporaryDb, known: CachedList, ids: ReadonlySet<number | null>): Promise<StoredRow[]> {
  const isStored = ({ id }: StoredRow) => id !== null && ids.has(id);
  const written = known.patches.rows().filter(isStored);
  const places = JSON.stringify(await findSorted(db, known, ids, []));
  const { rows } = await sql<StoredRow>`
    select id, detail from ${TABLE} where place in (select value from json_each(${places}))`.execute(db);
  return [...written, ...rows.filter(isStored)].map(({ id, detail }) => ({ id, detail }));
}

/** Rows of a list as they are now. */
async function readRows(db: TemporaryDb, list: OrderedList, some: ListRows): Promise<PatchRow[]> {
  const columns = columnsOf(list);
  const rows = withSums({ ...list, rows: withKeys(some, list.order) });
  const found = await sql<Stored>`select * from ${rows} as rows`.execute(db);
  return found.rows.map((row) => ({
    id: row.id,
    detail: row.detail === null ? null : String(row.detail),
    keys: columns.keys.map((column) => row[column] ?? null),
    sums: columns.sums.map((column) => Number(row[column])),
  }));
}

type Stored = Readonly<Record<string, Key>> & { readonly id: number | null; readonly detail: Key };

/** A row and the first of the sorted rows that does not come before it. */
interface Placed {
  readonly row: PatchRow;
  readonly at: number;
  /** Whether that one is the row itself, with the same keys. */
  readonly isSame: boolean;
}

/** Sorted rows that are compared with a row at once: each of these steps is a query, and each row a look into the table. */
const PROBES = 15;

async function findPlaces(
  db: TemporaryDb,
  list: OrderedList,
  { first, length }: CachedList,
  rows: readonly PatchRow[],
): Promise<Placed[]> {
  const searches = rows.map((row) => ({ row, from: 0, before: length, isSame: false }));
  for (;;) {
    const open = searches.filter(({ from, before }) => from < before);
    if (open.length === 0) return searches.map(({ row, from, isSame }) => ({ row, at: from, isSame }));
    const sortedRows = await readSorted(db, list, first, new Set(open.flatMap(probesOf)));
    for (const search of open) {
      for (const probe of probesOf(search)) {
        const compared = compareRows(list.order, sortedRows.get(probe) ?? NO_ROW, search.row);
        if (compared < 0) search.from = probe + 1;
        else search.before = Math.min(search.before, probe);
        search.isSame ||= compared === 0;
      }
    }
  }
}

const NO_ROW: KeyedRow = { id: null, keys: [] };

function probesOf({ from, before }: { readonly from: number; readonly before: number }): number[] {
  const count = Math.min(PROBES, before - from);
  return Array.from({ length: count }, (_, index) => from + Math.floor(((before - from) * (index + 1)) / (count + 1)));
}

async function readSorted(db: TemporaryDb, list: OrderedList, first: number, indexes: ReadonlySet<number>) {
  const { keys } = columnsOf(list);
  const columns = ['place', 'id', ...keys].map((column) => sql.id(column));
  const places = JSON.stringify([...indexes].map((index) => first + index));
  const { rows } = await sql<Stored & { readonly place: number }>`select ${sql.join(columns)} from ${TABLE}
    where place in (select value from json_each(${places}))`.execute(db);
  return new Map(
    rows.map((row) => [row.place - first, { id: row.id, keys: keys.map((column) => row[column] ?? null) }]),
  );
}

/** Places of the sorted rows of these ids that are not removed yet. */
async function findSorted(
  db: TemporaryDb,
  known: CachedList,
  ids: ReadonlySet<number | null>,
  rows: readonly Placed[],
): Promise<number[]> {
  const { first, patches, seen } = known;
  const sought = new Set([...ids].filter((id) => !patches.isGone(id) && (id === null || id <= seen.lastId)));
  const found: number[] = [];
  for (const { row, at, isSame } of rows) {
    if (isSame && row.id !== null && sought.delete(row.id)) found.push(at);
  }
  if (sought.size > 0) known.ids ??= await readIds(db, known);
  const all = known.ids ?? new Float64Array();
  for (const id of sought) {
    // Only rows without an id are several.
    for (let at = all.indexOf(id ?? NO_ID); at >= 0; at = id === null ? all.indexOf(NO_ID, at + 1) : -1) found.push(at);
  }
  return found.map((at) => first + at);
}

const NO_ID = -1;

/** Of the sorted rows, for those that have other keys than before: to look for them in the table takes milliseconds. */
async function readIds(db: TemporaryDb, { first, length }: CachedList): Promise<Float64Array> {
  const { rows } = await sql<{ ids: string }>`select json_group_array(coalesce(id, ${NO_ID})) as ids from (
    select id from ${TABLE} where place >= ${first} and place < ${first + length} order by place) as rows`.execute(db);
  return Float64Array.from<number>(JSON.parse(rows[0]?.ids ?? '[]'));
}

/** With those of the sorted rows at these places. */
async function addSums(
  db: TemporaryDb,
  list: OrderedList,
  sums: readonly number[],
  places: readonly number[],
): Promise<number[]> {
  if (sums.length === 0 || places.length === 0) return [...sums];
  const at = sql`place in (select value from json_each(${JSON.stringify(places)}))`;
  const added = await sumSorted(db, list, at);
  return sums.map((sum, index) => sum + (added[index] ?? 0));
}

async function sumSorted(db: TemporaryDb, list: OrderedList, isSummed: RawBuilder<unknown>): Promise<number[]> {
  const { sums } = columnsOf(list);
  const columns = sums.map((column) => sql`coalesce(sum(${sql.id(column)}), 0) as ${sql.id(column)}`);
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(columns)} from ${TABLE} where ${isSummed}`.execute(db);
  return sums.map((column) => rows[0]?.[column] ?? 0);
}

function placesIn(db: TemporaryDb, list: OrderedList, { first, length, patches, sums }: CachedList): OrderedPlaces {
  return {
    total: patches.total,
    async sums() {
      if (sums.removed.length === 0) return {};
      sums.sorted ??= await sumSorted(db, list, sql`place >= ${first} and place < ${first + length}`);
      const rows = patches.rows();
      const values = sums.sorted.map((sum, index) =>
        rows.reduce((total, row) => total + (row.sums[index] ?? 0), sum - (sums.removed[index] ?? 0)),
      );
      return namedSums(list, values);
    },
    async page({ start, limit }) {
      const pieces = patches.page(start, limit);
      const [piece] = pieces;
      if (piece === undefined) return { from: first, before: first, rows: '' };
      if (pieces.length === 1 && 'from' in piece) {
        return { from: first + piece.from, before: first + piece.before, rows: '' };
      }
      await writePage(db, first, pieces);
      return { from: PAGE_PLACE, before: 0, rows: '' };
    },
  };
}

/** Below 0 lies the page that is being read, where sorted rows and others come together. */
const PAGE_PLACE = -1_000_000_000;

async function writePage(db: TemporaryDb, first: number, pieces: readonly Piece[]): Promise<void> {
  const copied: number[][] = [];
  const written: unknown[][] = [];
  let place = PAGE_PLACE;
  for (const piece of pieces) {
    if ('row' in piece) written.push([place, piece.row.id, piece.row.detail]);
    else copied.push([place - first - piece.from, first + piece.from, first + piece.before]);
    place += 'row' in piece ? 1 : piece.before - piece.from;
  }
  const [initial, second, third] = [0, 1, 2].map((index) => sql`value ->> ${sql.lit(index)}`);
  await sql`delete from ${TABLE} where place < 0`.execute(db);
  await sql`insert into ${TABLE} (place, id, detail)
    select ${initial}, ${second}, ${third} from json_each(${JSON.stringify(written)})`.execute(db);
  await sql`insert into ${TABLE} (place, id, detail)
    select rows.place + (${initial}), rows.id, rows.detail from json_each(${JSON.stringify(copied)})
    cross join ${TABLE} as rows where rows.place >= ${second} and rows.place < ${third}`.execute(db);
}
