import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { byDialect } from '../../../electron/store/dialects/dialect.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { ACCOUNT, CUSTOMER, LOCATION, PRODUCT } from '../../support/shop-fixture-ids.ts';
import { seedBefore, storeBefore } from './store-before.ts';

const { alpha, beta } = ACCOUNT;

describe('migration 0005-lists', () => {
  let db: Kysely<StoreSchema>;

  beforeEach(async () => {
    db = await storeBefore('0005-lists');
    await insertRows(db, 'accounts', [
      { id: alpha, name: 'alpha' },
      { id: beta, name: 'beta' },
    ]);
    await seedBefore(db);
    await migrateStore(db, migrations);
    return () => db.destroy();
  });

  const stockOf = async (id: number) =>
    (await db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock;
  const found = async (phrase: string) => {
    const search = byDialect({
      sqlite: sql`select rowid as id from product_search where product_search match ${`"${phrase}"`} order by 1`,
      postgres: sql`select id from products 
        where folded_title || ' ' || folded_sku like ${`%${phrase}%`} order by id`,
    });
    const { rows } = await sql<{ id: number }>`${search}`.execute(db);
    return rows.map(({ id }) => id);
  };

  it('gives existing products their stock and finds them', async () => {
    expect(await stockOf(PRODUCT.cafe)).toBe(-2_000);
    expect(await stockOf(PRODUCT.lamp)).toBe(0);
    expect(await found('appel')).toEqual([PRODUCT.apple, PRODUCT.lamp, PRODUCT.course, PRODUCT.odd]);
  });

  it('keeps the stock of a product equal to its rows, whatever happens to them', async () => {
    const cafeInUtrecht = { account_id: alpha, product_id: PRODUCT.cafe, location_id: LOCATION.utrecht };
    const utrecht = db
      .updateTable('stock')
      .where('product_id', '=', PRODUCT.cafe)
      .where('location_id', '=', LOCATION.utrecht);
    await utrecht.set({ quantity: 1_500 }).execute();
    expect(await stockOf(PRODUCT.cafe)).toBe(-5_500);
    await utrecht.set({ product_id: PRODUCT.lamp }).execute();
    expect([await stockOf(PRODUCT.cafe), await stockOf(PRODUCT.lamp)]).toEqual([-7_000, 1_500]);
    await db.deleteFrom('stock').where('product_id', '=', PRODUCT.lamp).execute();
    await insertRows(db, 'stock', [{ ...cafeInUtrecht, quantity: 7_001 }]);
    expect([await stockOf(PRODUCT.cafe), await stockOf(PRODUCT.lamp)]).toEqual([1, 0]);
  });

  it.each([
    ['catalog', () => db.updateTable('products').set({ title: 'Anders' }).where('id', '=', PRODUCT.lamp)],
    ['catalog', () => db.updateTable('product_prices').set({ ppu: 1 }).where('product_id', '=', PRODUCT.cafe)],
    ['stock', () => db.updateTable('stock').set({ quantity: 1 }).where('product_id', '=', PRODUCT.cafe)],
    ['stock,stock_places', () => db.deleteFrom('stock').where('product_id', '=', PRODUCT.cafe)],
    ['customers', () => db.updateTable('customers').set({ name: 'Jo' }).where('id', '=', CUSTOMER.mees)],
    ['customers', () => db.deleteFrom('customer_segments').where('customer_id', '=', CUSTOMER.zoe)],
  ] as const)('raises the version of %s of the one account with a change of it', async (subjects, change) => {
    const versions = (account: number) =>
      db.selectFrom('versions').select(['subject', 'version']).where('account_id', '=', account).execute();
    const [before, other] = [await versions(alpha), await versions(beta)];
    await change().execute();

    const raised = (await versions(alpha)).filter(
      ({ subject, version }) => version !== before.find((row) => row.subject === subject)?.version,
    );
    expect(raised.map(({ subject }) => subject).join()).toBe(subjects);
    expect(await versions(beta)).toEqual(other);
  });
});
