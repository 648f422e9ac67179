import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../electron/base/clock.ts';
import { NodeSqliteDatabase, TransactionalSqliteDialect } from '../../../electron/store/dialects/sqlite-connection.ts';
import { addTimeFunction } from '../../../electron/store/dialects/store-time.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import type { List } from '../../../electron/store/list-reader.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { connectPostgres } from '../../../electron/store/open-postgres-store.ts';
import { type NewOrder, toOrderRow } from '../../../electron/store/orders/order-writer.ts';
import type { OrdersTable, StoreSchema } from '../../../electron/store/schema.ts';
import { seedFixtureCatalog, seedFixtureReference } from '../../support/shop-fixture-catalog.ts';
import { CLUSTER_VARIABLE, createTestDatabase, EMPTY_TEMPLATE } from '../../support/test-database.ts';

/** An empty store as it was before a migration: in memory, or in PostgreSQL if the tests run on it. */
export async function storeBefore(name: string): Promise<Kysely<StoreSchema>> {
  const cluster = process.env[CLUSTER_VARIABLE];
  const db = cluster === undefined ? inSqlite(':memory:') : await inPostgres(cluster);
  await migrateBefore(db, name);
  return db;
}

/** Writes an empty store as it was before a migration to an SQLite file. */
export async function writeStoreBefore(name: string, file: string): Promise<void> {
  const db = inSqlite(file);
  await migrateBefore(db, name);
  await db.destroy();
}

async function migrateBefore(db: Kysely<StoreSchema>, name: string): Promise<void> {
  const earlier = Object.entries(migrations).filter(([known]) => known < name);
  await migrateStore(db, Object.fromEntries(earlier));
}

/** The same with the accounts and the catalog of the fixture shop, for its orders. */
export async function shopBefore(name: string): Promise<Kysely<StoreSchema>> {
  const db = await storeBefore(name);
  onTestFinished(() => db.destroy());
  await insertRows(db, 'accounts', [
    { id: 1, name: 'alpha' },
    { id: 2, name: 'beta' },
  ]);
  await seedBefore(db);
  return db;
}

/**
 * The catalog of the fixture shop in a store from before titles of shops and turnover groups were folded, and products
 * had barcodes.
 */
export async function seedBefore(db: Kysely<StoreSchema>): Promise<void> {
  await seedFixtureReference(db, (row) => row as typeof row & { folded_title: string });
  await seedFixtureCatalog(db, ({ barcode: _, ...row }) => row);
}

/** Order rows from before sums over some of their items were stored. */
export function orderRowsBefore(orders: readonly NewOrder[]): OrdersTable[] {
  return orders.map((order) => {
    const { non_revenue_wt: _, sold_before_discount_wt: __, ...row } = toOrderRow(order);
    return row as OrdersTable;
  });
}

/** All ids of a list, in its order. */
export async function readIds(list: List<{ id: number }, string>): Promise<number[]> {
  const query = list.order.reduce((sorted, { by, direction }) => {
    return sorted.orderBy(sql`${by} ${sql.raw(direction)}`);
  }, list.query);
  return (await query.execute()).map(({ id }) => id);
}

function inSqlite(file: string): Kysely<StoreSchema> {
  const connection = new DatabaseSync(file);
  addTimeFunction(connection, systemClock);
  return new Kysely({ dialect: new TransactionalSqliteDialect(new NodeSqliteDatabase(connection)) });
}

async function inPostgres(cluster: string): Promise<Kysely<StoreSchema>> {
  const database = await createTestDatabase(cluster, EMPTY_TEMPLATE);
  onTestFinished(() => database.drop());
  return connectPostgres({ url: database.url });
}
