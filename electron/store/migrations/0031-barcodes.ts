import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { stripSeparators, toLower } from '../dialects/expressions.ts';

/** Adds barcodes to products. Copies of other deployments read their catalog again to get them. */
export const barcodes: Migration = {
  async up(db) {
    await db.schema.alterTable('products').addColumn('barcode', 'text').execute();
    // Queries must have the same text to use the index: `getPlainBarcode` in `catalog/product-selection.ts`.
    await db.schema
      .createIndex('products_by_barcode')
      .on('products')
      .columns(['account_id', sql`${stripSeparators(toLower('barcode'))}`])
      .execute();
    if (await isCopy(db)) await sql`delete from copy_facts where name = 'position'`.execute(db);
  },
};

async function isCopy(db: Kysely<unknown>): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name }) => name === 'copy_facts');
}
