import type { Generated, Kysely } from 'kysely';
import { inTransaction } from './in-transaction.ts';
import { TEMPORARY_ROWS } from './listed-page.ts';
import { keyOfList, type OrderedList } from './ordered-list.ts';
import type { MostLists, OrderedLists, OrderedPlaces } from './ordered-lists.ts';
import type { StoreSchema } from './schema.ts';
import { readVersions } from './versions.ts';

type Db = Kysely<
  StoreSchema & {
    [TEMPORARY_ROWS]: { place: Generated<number>; id: number | null; detail: string | null };
  }
>;

/** Where a list lies in the table: `total` rows, from `place` = `first` on. */
interface Places {
  readonly first: number;
  readonly total: number;
}

interface KeptList extends Places {
  readonly versions: string;
}

/**
 * Puts a list in order when it is read first, in a temporary table. It is not made again while it holds, so its last
 * page costs what its first does. `store` has to stay on one connection.
 */
export function createTemporaryLists(store: Kysely<StoreSchema>, most: MostLists): OrderedLists {
  /** The one that was read last comes last. */
  const kept = new Map<string, KeptList>();
  let isTableMade = false;

  async function placesOf(db: Db, list: OrderedList): Promise<Places> {
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

  async function removeOldest(db: Db, newest: Places): Promise<void> {
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
          const db: Db = transaction.withTables();
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

function inTable(db: Db, { first, total }: Places): OrderedPlaces {
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

async function createTable(db: Db): Promise<void> {
  await db.schema.dropTable(TEMPORARY_ROWS).ifExists().execute();
  await db.schema
    .createTable(TEMPORARY_ROWS)
    .addColumn('place', 'integer', (c) => c.primaryKey())
    .addColumn('id', 'integer')
    .addColumn('detail', 'text')
    .execute();
}

/** Rows get the places after the last one, in the order in which the query gives them. */
async function addRows(db: Db, { rows }: OrderedList): Promise<Places> {
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

async function removeRows(db: Db, { first, total }: Places): Promise<void> {
  await db
    .deleteFrom(TEMPORARY_ROWS)
    .where('place', '>=', first)
    .where('place', '<', first + total)
    .execute();
}
