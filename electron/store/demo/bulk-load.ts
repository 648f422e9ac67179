import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../base/clock.ts';
import { FIRST_CHANGES } from '../changes/first-changes.ts';
import { addTimeFunction } from '../dialects/store-time.ts';
import { type BulkInsert, createBulkInsert } from '../insert-rows.ts';
import { migrateStore, migrations } from '../migrations/migrate-store.ts';
import { createSqliteStore, openStore, type StoreOptions } from '../open-store.ts';
import type { NewOrder } from '../orders/order-rules.ts';
import { toLineRows, toOrderRow } from '../orders/order-writer.ts';
import type { StoreDb } from '../schema.ts';
import { rebuildTotals } from '../totals/repair-totals.ts';

/** Fills a new store. Rows are not checked, so they must follow the rules. */
export interface BulkLoad {
  readonly insert: BulkInsert;
  insertOrders(orders: readonly NewOrder[]): void;
  /** Creates indexes, the search index, stock and totals. Call it last. */
  finish(onProgress: (part: number) => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a store in an empty file that nobody else uses. A crash leaves it broken, so fill a draft and rename it when
 * finished.
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
  addTimeFunction(connection, clock);
  const restoreStatements = await createEmptyTables(connection, db);
  const insert = createBulkInsert(connection);
  connection.exec('begin');
  return {
    insert,

    insertOrders(orders) {
      insert('orders', orders.map(toOrderRow));
      insert('order_items', toLineRows(orders, 'items'));
      insert('order_payments', toLineRows(orders, 'payments'));
    },

    async finish(onProgress) {
      const steps = [...FILL_STATEMENTS, ...restoreStatements, 'commit'];
      for (const [done, text] of steps.entries()) {
        connection.exec(text);
        onProgress((TABLES_SHARE * (done + 1)) / steps.length);
      }
      await rebuildTotals(db, (part) => onProgress(TABLES_SHARE + (1 - TABLES_SHARE) * part));
    },

    close,
  };
}

/** Returns the statements that restore the dropped indexes and triggers. */
async function createEmptyTables(connection: DatabaseSync, db: StoreDb): Promise<string[]> {
  try {
    await migrateStore(db, migrations);
    return dropIndexesAndTriggers(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}

const CACHE_KIB = 32_768;

/** The share of the time for indexes and tables. Totals take the rest. */
const TABLES_SHARE = 0.5;

/** Fills what writers and triggers normally maintain. */
const FILL_STATEMENTS = [
  `update products set stock = coalesce(
    (select sum(quantity) from stock
      where stock.account_id = products.account_id and stock.product_id = products.id), 0)`,
  `insert into product_search (product_search) values ('rebuild')`,
  ...FIRST_CHANGES,
];

/**
 * Drops all indexes and triggers, which would slow down bulk inserts. Returns the statements that create them again.
 * Keys and unique columns of tables stay.
 */
function dropIndexesAndTriggers(connection: DatabaseSync): string[] {
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
