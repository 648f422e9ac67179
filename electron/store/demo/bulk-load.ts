import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../base/clock.ts';
import { FIRST_CHANGES } from '../changes/first-changes.ts';
import { setTime } from '../dialects/store-time.ts';
import { type BulkInsert, createBulkInsert } from '../insert-rows.ts';
import { migrateStore, migrations } from '../migrations/migrate-store.ts';
import { createSqliteStore, openStore, type StoreOptions } from '../open-store.ts';
import type { NewOrder } from '../orders/order-rules.ts';
import { toLineRows, toOrderRow } from '../orders/order-writer.ts';
import type { StoreDb } from '../schema.ts';
import { rebuildTotals } from '../totals/repair-totals.ts';

/** Fills a new store. The rows have to follow the rules: none is checked. */
export interface BulkLoad {
  readonly insert: BulkInsert;
  insertOrders(orders: readonly NewOrder[]): void;
  /** Makes what is derived from the rows: indexes, the search index, stock of products, totals. Nothing may follow. */
  finish(onPart: (part: number) => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * Begins a store in a file that is empty and that nobody else uses. Until it is finished it is no store, and a
 * crash leaves it broken: fill a draft, and give it its name when it is done.
 */
export async function openBulkLoad({ file, clock = systemClock }: StoreOptions): Promise<BulkLoad> {
  const connection = new DatabaseSync(file);
  connection.exec(`
    pragma journal_mode = OFF;
    pragma synchronous = OFF;
    pragma locking_mode = EXCLUSIVE;
    pragma foreign_keys = OFF;
    pragma cache_size = -${CACHE_KIB};`);
  const { db, close } = createSqliteStore(connection);
  setTime(connection, clock);
  const asides = await makeEmptyTables(connection, db);
  const insert = createBulkInsert(connection);
  connection.exec('begin');
  return {
    insert,

    insertOrders(orders) {
      insert('orders', orders.map(toOrderRow));
      insert('order_items', toLineRows(orders, 'items'));
      insert('order_payments', toLineRows(orders, 'payments'));
    },

    async finish(onPart) {
      const steps = [...FILLINGS, ...asides, 'commit'];
      for (const [done, text] of steps.entries()) {
        connection.exec(text);
        onPart((TABLES_PART * (done + 1)) / steps.length);
      }
      await rebuildTotals(db, (part) => onPart(TABLES_PART + (1 - TABLES_PART) * part));
    },

    close,
  };
}

/** Answers the statements that bring back what was set aside. */
async function makeEmptyTables(connection: DatabaseSync, db: StoreDb): Promise<string[]> {
  try {
    await migrateStore(db, migrations);
    return setAsideSchema(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}

const CACHE_KIB = 32_768;

/** Share of the time that finishing takes; the totals take the rest. */
const TABLES_PART = 0.5;

/** What the writers and the triggers of a store keep equal to its rows otherwise. */
const FILLINGS = [
  `update products set stock = coalesce(
    (select sum(quantity) from stock
      where stock.account_id = products.account_id and stock.product_id = products.id), 0)`,
  `insert into product_search (product_search) values ('rebuild')`,
  ...FIRST_CHANGES,
];

/**
 * Drops all indexes and triggers, which would slow down bulk inserts, and answers the statements that create them again.
 * What a table itself declares, its keys and unique columns, stays.
 */
function setAsideSchema(connection: DatabaseSync): string[] {
  const objects = connection
    .prepare(`select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null`)
    .all();
  for (const { type, name } of objects) connection.exec(`drop ${String(type)} "${String(name)}"`);
  return objects.map(({ sql }) => String(sql));
}

/** Fills the store of an empty file, then opens and closes it as a check. */
export async function fillNewStore(options: StoreOptions, fill: (load: BulkLoad) => Promise<void>): Promise<void> {
  const load = await openBulkLoad(options);
  try {
    await fill(load);
  } finally {
    await load.close();
  }
  const store = await openStore(options);
  await store.close();
}
