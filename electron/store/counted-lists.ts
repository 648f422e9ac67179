import { type Kysely, sql } from 'kysely';
import { inTransaction } from './in-transaction.ts';
import { keyOfList, type ListedRow, type OrderedList } from './ordered-list.ts';
import type { OrderedLists, OrderedPlaces } from './ordered-lists.ts';
import type { StoreSchema } from './schema.ts';
import type { PageRange } from './store-scope.ts';
import { readVersions } from './versions.ts';

type Db = Kysely<StoreSchema>;

/** Rows of a list from place `start` on. */
interface Stretch {
  readonly start: number;
  readonly rows: readonly ListedRow[];
}

interface KeptList {
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
export function createCountedLists(store: Db, mostLists: number): OrderedLists {
  /** The one that was read last comes last. */
  const kept = new Map<string, KeptList>();

  async function holdingList(db: Db, list: OrderedList): Promise<KeptList> {
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
    read: (list, work) =>
      inTransaction(store, async (db) => work(db, placesIn(db, list, await holdingList(db, list)))),
  };
}

function placesIn(db: Db, { rows }: OrderedList, holding: KeptList): OrderedPlaces {
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

async function countRows(db: Db, { rows }: OrderedList): Promise<number> {
  const { total } = await db
    .selectFrom(rows.clearOrderBy().as('rows'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
