import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds versions for readers who are locked to a location, which reveal nothing about changes elsewhere. Existing
 * changes, and the first ones of an account, have none and use the general version.
 */
export const ownVersions: Migration = {
  async up(db) {
    await addNumber(db, 'order_changes', 'own_version');
    await addNumber(db, 'stock_changes', 'own_version');
    await addNumber(db, 'product_changes', 'shared_own_version');
    await createIndex(db, 'order_changes_by_location', 'order_changes', ['account_id', 'location_id', 'version']);
    await createIndex(db, 'product_changes_by_own', 'product_changes', ['account_id', 'shared_own_version']);
  },
};

async function addNumber(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  await db.schema.alterTable(table).addColumn(column, 'integer').execute();
}

async function createIndex(db: Kysely<unknown>, name: string, table: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}
