import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { stripSeparators, toLower } from '../dialects/expressions.ts';

/** Products get a barcode. The copy of another deployment reads its catalog again, to have those that are known there. */
export const barcodes: Migration = {
  async up(db) {
    await db.schema.alterTable('products').addColumn('barcode', 'text').execute();
    // Queries must have the same text, or no index is used: `plainBarcode` in `catalog/product-selection.ts`.
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
