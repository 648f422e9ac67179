import { createCountedLists } from './counted-lists.ts';
import { dialectOf } from './dialects/dialect.ts';
import type { OrderedLists } from './ordered-lists.ts';
import type { StoreDb } from './schema.ts';
import { createTemporaryLists, type MostLists } from './temporary-lists.ts';

const MOST: MostLists = { lists: 64, rows: 2_000_000 };

/** The lists of a store. A `store` on SQLite has to stay on one connection. */
export function createOrderedLists(store: StoreDb, most: MostLists = MOST): OrderedLists {
  return dialectOf(store) === 'sqlite' ? createTemporaryLists(store, most) : createCountedLists(store, most.lists);
}
