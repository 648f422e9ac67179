import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openCatalogCopy } from '../../../electron/store/copies/catalog-copy-store.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createFixedClock, NOW } from '../../support/fixed-clock.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { PRODUCT } from '../../support/shop-fixture-ids.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { shopBefore, writeStoreBefore } from './store-before.ts';

it('a shop still has its products, and its SKUs stay unique', async () => {
  const db = await shopBefore('0023-copied-skus');
  const products = () => db.selectFrom('products').selectAll().orderBy('id').execute();
  const before = await products();
  await migrateStore(db, migrations);
  // A later migration adds the barcode.
  expect(await products()).toEqual(before.map((product) => ({ ...product, barcode: null })));
  const { sku } = await db
    .selectFrom('products')
    .select('sku')
    .where('id', '=', PRODUCT.cafe)
    .executeTakeFirstOrThrow();
  const apple = db.updateTable('products').where('id', '=', PRODUCT.apple);
  await expect(apple.set({ sku }).execute()).rejects.toThrow(/unique/i);
  await expect(apple.set({ sku: '' }).execute()).resolves.toBeDefined();
});

it.skipIf(isOnPostgres())(
  'a shop still has the indexes and triggers of its products, and checks references again',
  async () => {
    const db = await shopBefore('0023-copied-skus');
    const definitions = async () => {
      const { rows } = await sql<{ name: string }>`select name, sql from sqlite_schema
      where tbl_name = 'products' and type <> 'table' and sql is not null order by name`.execute(db);
      return new Map(rows.map((row) => [row.name, row]));
    };
    const before = await definitions();
    const upTo = Object.entries(migrations).filter(([name]) => name <= '0023-copied-skus');
    await migrateStore(db, Object.fromEntries(upTo));
    const after = await definitions();
    for (const [name, definition] of before) expect(after.get(name)).toEqual(definition);
    expect(before.size).toBeGreaterThan(3);
    expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
    await expect(db.deleteFrom('products').where('id', '=', PRODUCT.apple).execute()).rejects.toThrow(/foreign key/i);
    await sql`insert into product_search (product_search, rank) values ('integrity-check', 1)`.execute(db);
  },
);

it.skipIf(isOnPostgres())('an existing copy accepts an SKU twice, and a shop does not', async () => {
  const file = join(createTemporaryFolder(), 'copy.sqlite');
  await writeStoreBefore('0023-copied-skus', file);
  const shop = await openStore({ file });
  const row = { account_id: 1, sku: '', title: '', product_group_id: 1, shop_product_id: 1 };
  const rows = [1, 2].map((id) => ({ id, ...row, folded_sku: '', folded_title: '' }));
  await sql`pragma foreign_keys = off`.execute(shop.db);
  await expect(shop.db.insertInto('products').values(rows).execute()).rejects.toThrow(/unique/i);
  await shop.close();

  const copy = await openCatalogCopy(file, createFixedClock(NOW));
  onTestFinished(copy.close);
  await copy.db.insertInto('products').values(rows).execute();
  expect(await copy.db.selectFrom('products').select('id').execute()).toEqual([{ id: 1 }, { id: 2 }]);
});
