import type { AliasableExpression, Kysely } from 'kysely';
import { createCountedLists } from './counted-lists.ts';
import { dialectOf } from './dialects/dialect-of.ts';
import type { ListedPage } from './listed-page.ts';
import type { OrderedList } from './ordered-list.ts';
import type { StoreSchema } from './schema.ts';
import type { PageRange } from './store-scope.ts';
import { createTemporaryLists } from './temporary-lists.ts';

type Db = Kysely<StoreSchema>;

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
    work: (transaction: Db, places: OrderedPlaces) => Promise<Result>,
  ): Promise<Result>;
}

/** Lists of this many kinds, and this many rows in all, are remembered: those that were read last. */
export interface MostLists {
  readonly lists: number;
  readonly rows: number;
}

const MOST: MostLists = { lists: 64, rows: 2_000_000 };

/** The lists of a store, kept as its database allows. A `store` on SQLite has to stay on one connection. */
export function createOrderedLists(store: Db, most: MostLists = MOST): OrderedLists {
  return dialectOf(store) === 'sqlite'
    ? createTemporaryLists(store, most)
    : createCountedLists(store, most.lists);
}
