import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { getDialect } from '../dialects/dialect.ts';
import { createRandomText } from '../dialects/expressions.ts';
import { SESSION_TIME } from '../dialects/store-time.ts';

/**
 * Adds the latest change of each product and order, with versions that grow with the commits. `migrateStore` records
 * the first changes after the last migration.
 */
export const changes: Migration = {
  async up(db) {
    await createNowMs(db);
    await createFeeds(db);
    await createChanges(db);
    await keepOrdersInPlace(db);
  },
};

type Schema = Kysely<unknown>;

/**
 * Creates `now_ms()` on PostgreSQL, by the clock of the database, which all instances share. On SQLite,
 * `addTimeFunction` adds it to each connection, by the program's clock.
 */
async function createNowMs(db: Schema): Promise<void> {
  if (getDialect(db) === 'sqlite') return;
  await sql`create function now_ms() returns bigint language sql volatile as $$
    select coalesce(
      nullif(current_setting(${sql.lit(SESSION_TIME)}, true), '')::bigint,
      floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
  $$`.execute(db);
}

async function createFeeds(db: Schema): Promise<void> {
  await db.schema
    .createTable('feeds')
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('feed', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    // Identifies a feed, because separately started feeds use the same versions for different changes.
    .addColumn('era', 'text', (c) => c.notNull().defaultTo(sql`(${createRandomText()})`))
    .addPrimaryKeyConstraint('feeds_by_account', ['account_id', 'feed'])
    .execute();
}

async function createChanges(db: Schema): Promise<void> {
  await db.schema
    .createTable('product_changes')
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('product_id', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('shared_version', 'integer', (c) => c.notNull())
    .addColumn('shared_changed_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('product_changes_by_product', ['account_id', 'product_id'])
    .execute();
  await db.schema
    .createTable('stock_changes')
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('product_id', 'integer', (c) => c.notNull())
    .addColumn('location_id', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('stock_changes_by_product', ['account_id', 'product_id', 'location_id'])
    .execute();
  await db.schema
    .createTable('order_changes')
    .addColumn('account_id', 'integer', (c) => c.notNull())
    .addColumn('order_id', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('location_id', 'integer')
    .addColumn('is_deleted', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('order_changes_by_order', ['account_id', 'order_id'])
    .execute();
  await indexBy(db, 'version', 'product_changes', ['account_id', 'version']);
  await indexBy(db, 'shared_version', 'product_changes', ['account_id', 'shared_version']);
  await indexBy(db, 'version', 'stock_changes', ['account_id', 'location_id', 'version']);
  await indexBy(db, 'version', 'order_changes', ['account_id', 'version', 'location_id']);
}

async function indexBy(db: Schema, name: string, table: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(`${table}_by_${name}`).on(table).columns(columns).execute();
}

/** Prevents moving an order to another location: a client that saw it there would never learn that it is gone. */
async function keepOrdersInPlace(db: Schema): Promise<void> {
  const event = sql`after update of account_id, location_id on orders`;
  const hasMoved = sql`old.account_id is distinct from new.account_id or old.location_id is distinct from new.location_id`;
  if (getDialect(db) === 'sqlite') {
    await sql`create trigger orders_stay_in_place ${event} when (${hasMoved})
      begin select raise(abort, 'an order stays at its location'); end`.execute(db);
    return;
  }
  await sql`create function orders_stay_in_place() returns trigger language plpgsql
    as $$ begin raise exception 'an order stays at its location'; return null; end $$`.execute(db);
  await sql`create trigger orders_stay_in_place ${event} for each row when (${hasMoved})
    execute function orders_stay_in_place()`.execute(db);
}
