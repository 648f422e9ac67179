import type { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { fillAccount } from '../../../electron/store/demo/demo-shops-repository.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { inWriteTransaction } from '../../../electron/store/transactions.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { seedFixtureCatalog, seedFixtureReference } from '../../support/shop-fixture-catalog.ts';
import { ACCOUNT, LOCATION, PRODUCT } from '../../support/shop-fixture-ids.ts';

type Db = Kysely<StoreSchema>;

const { alpha, beta } = ACCOUNT;

async function openShop(fill: (db: Db, work: () => Promise<void>) => Promise<void>): Promise<Db> {
  const { db, close } = await openTestStore({ clock: createFixedClock('2026-11-01T12:00:00+01:00') });
  onTestFinished(close);
  await inWriteTransaction(db, async (transaction) => {
    await insertRows(transaction, 'accounts', [
      { id: alpha, name: 'alpha' },
      { id: beta, name: 'beta' },
    ]);
    await seedFixtureReference(transaction);
    await fill(transaction, () => seedFixtureCatalog(transaction));
  });
  return db;
}

const stockOf = (db: Db) =>
  db.selectFrom('products').select(['id', 'stock']).where('account_id', '=', alpha).orderBy('id').execute();

const subjectsOf = async (db: Db) => {
  const versions = await db.selectFrom('versions').selectAll().where('account_id', '=', alpha).execute();
  return versions
    .filter(({ version }) => version > 0)
    .map(({ subject }) => subject)
    .sort();
};

it('a bulk-loaded account has the same stock and versions as one written row by row', async () => {
  const oneByOne = await openShop((_db, work) => work());
  const filled = await openShop((db, work) => fillAccount(db, alpha, work));
  expect(await stockOf(filled)).toEqual(await stockOf(oneByOne));
  expect(await subjectsOf(filled)).toEqual(await subjectsOf(oneByOne));
});

it('rows written after the bulk load, also in the same transaction, are recorded by the triggers', async () => {
  const moved = { account_id: alpha, location_id: LOCATION.amsterdam, quantity: 3_000 };
  const db = await openShop(async (transaction, work) => {
    await fillAccount(transaction, alpha, work);
    await insertRows(transaction, 'stock', [{ ...moved, product_id: PRODUCT.lamp }]);
  });
  await insertRows(db, 'stock', [{ ...moved, product_id: PRODUCT.odd }]);
  const stock = new Map((await stockOf(db)).map((product) => [product.id, product.stock]));
  expect([stock.get(PRODUCT.lamp), stock.get(PRODUCT.odd)]).toEqual([3_000, 4_000]);
});
