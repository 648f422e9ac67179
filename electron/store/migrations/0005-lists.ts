import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { getDialect } from '../dialects/dialect.ts';

/** Adds list versions, the total stock of each product, and covering indexes for lists. */
export const lists: Migration = {
  async up(db) {
    await db.schema
      .createTable('versions')
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('versions_by_subject', ['account_id', 'subject'])
      .execute();
    await sumStock(db);
    if (getDialect(db) === 'postgres') await indexTextOfProducts(db);
    await indexProducts(db);
    await indexItems(db);
    await db.schema
      .alterTable('demo_shops')
      .addColumn('is_fixed', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};

type Schema = Kysely<unknown>;

async function sumStock(db: Schema): Promise<void> {
  await db.schema
    .alterTable('products')
    .addColumn('stock', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update products set stock = coalesce(
    (select sum(quantity) from stock where stock.account_id = products.account_id
      and stock.product_id = products.id), 0)`.execute(db);
}

/**
 * Trigrams find any part of a word with at least three characters. The text is already folded. SQLite gets its index in
 * migration 0019.
 */
async function indexTextOfProducts(db: Schema): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  // One index per column, because distributed engines do not support this type with several columns.
  await sql`create index product_search_by_sku on products using gin (folded_sku gin_trgm_ops)`.execute(db);
  await sql`create index product_search_by_title on products using gin (folded_title gin_trgm_ops)`.execute(db);
}

async function indexProducts(db: Schema): Promise<void> {
  await db.schema.dropIndex('product_prices_by_product').ifExists().execute();
  await db.schema
    .createIndex('product_prices_by_product')
    .on('product_prices')
    .columns(['account_id', 'product_id', 'product_price_type_id', 'from_qty', 'id'])
    .columns(['ppu', 'ppu_wt', 'tax_rate_id', 'currency'])
    .execute();
  await db.schema
    .createIndex('stock_with_quantity')
    .on('stock')
    .columns(['account_id', 'product_id', 'location_id', 'quantity'])
    .execute();
}

async function indexItems(db: Schema): Promise<void> {
  await db.schema.createIndex('order_items_by_product').on('order_items').columns(['product_id', 'order_id']).execute();
  // Items sold without a product. It has the same columns as the index above, so that the database chooses this smaller
  // one.
  await db.schema
    .createIndex('loose_order_items')
    .on('order_items')
    .columns(['product_id', 'order_id'])
    .where(sql.ref('product_id'), 'is', null)
    .where(sql.ref('type'), '=', sql.lit('product'))
    .execute();
}
