import { expect, it } from 'vitest';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { ACCOUNT } from '../../support/shop-fixture-ids.ts';
import { shopBefore } from './store-before.ts';

const { alpha } = ACCOUNT;

it('migration 0029-recorded-by-writers continues the versions; those of the catalog continue those of products', async () => {
  const db = await shopBefore('0029-recorded-by-writers');
  for (const [subject, version] of Object.entries({ catalog: 7, stock: 3, stock_places: 2, customers: 5, orders: 4 })) {
    await db
      .insertInto('versions')
      .values({ account_id: alpha, subject: subject as 'stock', version })
      .execute();
  }

  await migrateStore(db, migrations);

  const rows = await db.selectFrom('versions').selectAll().where('account_id', '=', alpha).execute();
  const versions = Object.fromEntries(rows.map(({ subject, version }) => [subject, version]));
  expect(versions).toEqual({ products: 7, stock: 3, customers: 5, orders: 4 });
});
