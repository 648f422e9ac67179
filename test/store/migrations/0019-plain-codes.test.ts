import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { defineProductList } from '../../../electron/store/catalog/catalog-queries.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { ACCOUNT, PRODUCT } from '../../support/shop-fixture-ids.ts';
import { readIds, seedBefore, storeBefore } from './store-before.ts';

const { alpha, beta } = ACCOUNT;
const SCOPE = { accountId: alpha, locationId: null };

describe('migration 0019-plain-codes', () => {
  let db: Kysely<StoreSchema>;

  beforeEach(async () => {
    db = await storeBefore('0019-plain-codes');
    await insertRows(db, 'accounts', [
      { id: alpha, name: 'alpha' },
      { id: beta, name: 'beta' },
    ]);
    await seedBefore(db);
    await db
      .updateTable('products')
      .set({ sku: '46.022', folded_sku: '46.022' })
      .where('id', '=', PRODUCT.odd)
      .execute();
    await migrateStore(db, migrations);
    return () => db.destroy();
  });

  const found = (q: string) => readIds(defineProductList(db, SCOPE, { q }));

  it.each(['46022', '46-022', '46 022', '46.022', '6022'])('finds existing products by %s', async (q) => {
    expect(await found(q)).toEqual([PRODUCT.odd]);
  });

  it('finds a product by its current SKU', async () => {
    await db.updateTable('products').set({ sku: 'A/1-2', folded_sku: 'a/1-2' }).where('id', '=', PRODUCT.odd).execute();
    expect([await found('46022'), await found('A12')]).toEqual([[], [PRODUCT.odd]]);
    await db.deleteFrom('stock').where('product_id', '=', PRODUCT.odd).execute();
    await db.deleteFrom('products').where('id', '=', PRODUCT.odd).execute();
    expect(await found('A12')).toEqual([]);
    if (isOnPostgres()) return;
    // Compares the index with its rows; throws if they differ.
    await sql`insert into product_search (product_search, rank) values ('integrity-check', 1)`.execute(db);
  });

  it('finds nothing more across separators for fewer than three characters', async () => {
    expect(await found('60')).toEqual([]);
    expect(await found('6-0')).toEqual([]);
  });
});
