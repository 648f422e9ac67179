import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { systemClock } from '../../base/clock.ts';
import { FIRST_CHANGES } from '../changes/record-changes.ts';
import { NodeSqliteDatabase, TransactionalSqliteDialect } from '../dialects/sqlite-connection.ts';
import { tellTime } from '../dialects/triggers.ts';
import { type BulkInsert, createBulkInsert } from '../insert-rows.ts';
import { migrateStore, migrations } from '../migrations/migrate-store.ts';
import { openStore, type StoreOptions } from '../open-store.ts';
import type { NewOrder } from '../orders/order-rules.ts';
import { lineRowsOf, orderRowOf } from '../orders/order-writer.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { rebuildTotals } from '../totals/repair-totals.ts';

/** A store that is being filled at once by a program that knows that its rows keep the rules: none is checked. */
export interface BulkLoad {
  readonly insert: BulkInsert;
  insertOrders(orders: readonly NewOrder[]): void;
  /** Makes what goes with the rows: indexes, the search index, stock of products, totals. Nothing may follow. */
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
  const db = new Kysely<StoreSchema>({
    dialect: new TransactionalSqliteDialect(new NodeSqliteDatabase(connection)),
  });
  tellTime(connection, clock);
  const asides = await makeEmptyTables(connection, db);
  const insert = createBulkInsert(connection);
  connection.exec('begin');
  return {
    insert,

    insertOrders(orders) {
      insert('orders', orders.map(orderRowOf));
      insert('order_items', lineRowsOf(orders, 'items'));
      insert('order_payments', lineRowsOf(orders, 'payments'));
    },

    async finish(onPart) {
      const steps = [...FILLINGS, ...asides, 'commit'];
      for (const [done, text] of steps.entries()) {
        connection.exec(text);
        onPart((TABLES_PART * (done + 1)) / steps.length);
      }
      await rebuildTotals(db, (part) => onPart(TABLES_PART + (1 - TABLES_PART) * part));
    },

    close: () => db.destroy(),
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

/** Of the time that finishing takes; the totals are the rest. */
const TABLES_PART = 0.5;

/** What triggers keep up otherwise. */
const FILLINGS = [
  `update products set stock = coalesce(
    (select sum(quantity) from stock
      where stock.account_id = products.account_id and stock.product_id = products.id), 0)`,
  `insert into product_search (product_search) values ('rebuild')`,
  ...FIRST_CHANGES,
];

/**
 * Drops all indexes and triggers, of which rows that come in bulk are free then, and answers how each of them is
 * made again. What a table itself declares, its keys and unique columns, stays.
 */
function setAsideSchema(connection: DatabaseSync): string[] {
  const parts = connection
    .prepare(`select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null`)
    .all();
  for (const { type, name } of parts) connection.exec(`drop ${String(type)} "${String(name)}"`);
  return parts.map(({ sql }) => String(sql));
}

/** Fills the store of an empty file and leaves it as `openStore` opens it, which is the proof that it does. */
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
