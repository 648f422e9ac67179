import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { getDialect } from '../dialects/dialect.ts';

/**
 * Replaces the unique constraint on the SKU by an index. A shop keeps the index. The copy of another platform drops it
 * (`openCopyStore`), because products there may share an SKU or have none.
 */
export const copiedSkus: Migration = {
  async up(db) {
    if (getDialect(db) === 'postgres')
      await db.schema.alterTable('products').dropConstraint('products_by_sku').execute();
    else await makeProductsAgain(db);
    await db.schema.createIndex('products_by_sku').unique().on('products').columns(['account_id', 'sku']).execute();
  },
};

/** SQLite cannot drop a constraint, so the table is recreated without it, with its rows, indexes and triggers. */
async function makeProductsAgain(db: Kysely<unknown>): Promise<void> {
  const { rows: made } = await sql<{ sql: string }>`select sql from sqlite_schema
    where tbl_name = 'products' and type in ('index', 'trigger') and sql is not null`.execute(db);
  await sql`create table products_before as select * from products`.execute(db);
  await db.schema.dropTable('products').execute();
  await db.schema
    .createTable('products')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('account_id', 'integer', (c) => c.notNull().references('accounts.id'))
    .addColumn('sku', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('product_group_id', 'integer', (c) => c.notNull().references('turnover_groups.id'))
    .addColumn('shop_product_id', 'integer', (c) => c.notNull())
    .addColumn('folded_sku', 'text', (c) => c.notNull())
    .addColumn('folded_title', 'text', (c) => c.notNull())
    .addColumn('stock', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`insert into products select * from products_before`.execute(db);
  await db.schema.dropTable('products_before').execute();
  for (const { sql: definition } of made) await sql.raw(definition).execute(db);
}
