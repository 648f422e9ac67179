import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { defineProductList, readProducts } from '../../../electron/store/catalog/catalog-queries.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { ACCOUNT, BARCODE, PRODUCT } from '../../support/shop-fixture-ids.ts';
import { readIds, shopBefore } from './store-before.ts';

const SCOPE = { accountId: ACCOUNT.alpha, locationId: null };
const NAME = '0031-barcodes';

it('migration 0031-barcodes leaves products without a barcode, and makes a new one searchable', async () => {
  const db = await shopBefore(NAME);
  await migrateStore(db, migrations);
  expect(await readProducts(db, SCOPE, [PRODUCT.lamp])).toMatchObject([{ id: PRODUCT.lamp, barcode: null }]);
  expect(await readIds(defineProductList(db, SCOPE, { q: BARCODE.lamp }))).toEqual([]);

  await db.updateTable('products').set({ barcode: BARCODE.lamp }).where('id', '=', PRODUCT.lamp).execute();
  expect(await readIds(defineProductList(db, SCOPE, { q: BARCODE.lamp }))).toEqual([PRODUCT.lamp]);
});

it('migration 0031-barcodes makes a copied catalog be read again from the beginning', async () => {
  const db = await shopBefore(NAME);
  await sql`create table copy_facts (name text primary key, value text not null)`.execute(db);
  await sql`insert into copy_facts values ('position', 'p'), ('whole', 'yes')`.execute(db);
  await migrateStore(db, migrations);
  const { rows } = await sql`select name from copy_facts`.execute(db);
  expect(rows).toEqual([{ name: 'whole' }]);
});
