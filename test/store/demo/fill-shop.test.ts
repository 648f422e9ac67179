import { expect, it } from 'vitest';
import { fillShop } from '../../../electron/store/demo/demo-shops-repository.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { verifyStock } from '../../../electron/store/totals/store-verification.ts';
import { inWriteTransaction } from '../../../electron/store/transactions.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { seedFixtureCatalog, seedFixtureReference } from '../../support/shop-fixture-catalog.ts';
import { ACCOUNT, PRODUCT } from '../../support/shop-fixture-ids.ts';
import { openPerTest } from '../../support/test-scope.ts';

const { alpha, beta } = ACCOUNT;

const store = openPerTest(openTestStore);

it('a filled shop has the stock of its products, their changes, and increased versions', async () => {
  const { db } = store;
  await insertRows(db, 'accounts', [
    { id: alpha, name: 'alpha' },
    { id: beta, name: 'beta' },
  ]);
  await seedFixtureReference(db);
  await inWriteTransaction(db, async (transaction) => {
    for (const account of [alpha, beta]) {
      await fillShop(transaction, account, async () => {
        if (account === alpha) await seedFixtureCatalog(transaction);
      });
    }
  });

  expect(await verifyStock(db)).toEqual([]);
  const { stock } = await db
    .selectFrom('products')
    .select('stock')
    .where('id', '=', PRODUCT.cafe)
    .executeTakeFirstOrThrow();
  expect(stock).toBe(-2_000);
  const changes = await db.selectFrom('product_changes').select('product_id').orderBy('product_id').execute();
  expect(changes.map(({ product_id }) => product_id)).toEqual(Object.values(PRODUCT));
  const raised = await db.selectFrom('versions').select('subject').where('account_id', '=', alpha).execute();
  expect(raised.map(({ subject }) => subject).toSorted()).toEqual(['customers', 'products', 'stock']);
});
