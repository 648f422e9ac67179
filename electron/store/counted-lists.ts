import { sql } from 'kysely';
import {
  keyOfList,
  type ListedRow,
  namedSums,
  type OrderedList,
  type OrderedLists,
  type OrderedPlaces,
  sorted,
  withKeys,
  withSums,
} from './ordered-lists.ts';
import type { StoreDb } from './schema.ts';
import type { PageRange } from './scoped-queries.ts';
import { inTransaction } from './transactions.ts';
import { readVersions } from './versions.ts';

/** Rows of a list from place `start` on. */
interface RowRange {
  readonly start: number;
  readonly rows: readonly ListedRow[];
}

interface CachedList {
  readonly versions: string;
  readonly total: number;
  /** What was read ahead. */
  range: RowRange;
  sums: Readonly<Record<string, number>> | undefined;
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
    const current =
      known?.versions === versions
        ? known
        : { versions, total: await countRows(db, list), range: { start: 0, rows: [] }, sums: undefined };
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

function placesIn(db: StoreDb, list: OrderedList, cached: CachedList): OrderedPlaces {
  async function rangeWith({ start, limit }: PageRange): Promise<RowRange> {
    const { range, total } = cached;
    const end = Math.min(start + limit, total);
    if (start >= range.start && end <= range.start + range.rows.length) return range;
    const isFirstPage = start === 0;
    const length = isFirstPage ? limit : Math.max(limit, ROWS_READ_AHEAD);
    const rows = sorted(withKeys(list.rows, list.order), list.order);
    const found = await sql<ListedRow>`${rows.limit(length).offset(start)}`.execute(db);
    const read = { start, rows: found.rows.map(({ id, detail }) => ({ id, detail })) };
    if (!isFirstPage) cached.range = read;
    return read;
  }

  return {
    total: cached.total,
    async sums() {
      cached.sums ??= await sumRows(db, list);
      return cached.sums;
    },
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
    .selectFrom(rows.as('rows'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

async function sumRows(db: StoreDb, list: OrderedList): Promise<Record<string, number>> {
  const names = Object.keys(list.sums ?? {});
  if (names.length === 0) return {};
  const columns = names.map(
    (_, index) => sql`coalesce(sum(${sql.id(`sum_${index}`)}), 0) as ${sql.id(`sum_${index}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(columns)} from ${withSums(list)} as listed`.execute(db);
  return namedSums(
    list,
    names.map((_, index) => rows[0]?.[`sum_${index}`] ?? 0),
  );
}
