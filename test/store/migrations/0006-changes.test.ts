import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordFirstChanges } from '../../../electron/store/changes/record-changes.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { NewOrder } from '../../../electron/store/orders/order-rules.ts';
import { changeOrder, lineRowsOf, orderRowOf } from '../../../electron/store/orders/order-writer.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { ACCOUNT, ORDER, PRODUCT } from '../../support/shop-fixture-ids.ts';
import { fixtureOrders } from '../../support/shop-fixture-orders.ts';
import { seedBefore, storeBefore } from './store-before.ts';

const { alpha, beta } = ACCOUNT;
const FIRST_PURCHASE = Date.parse('2026-03-28T23:59:59+01:00');

describe('migration 0006-changes', () => {
  let db: Kysely<StoreSchema>;

  beforeEach(async () => {
    db = await storeBefore('0006-changes');
    await insertRows(db, 'accounts', [
      { id: alpha, name: 'alpha' },
      { id: beta, name: 'beta' },
      { id: 3, name: 'empty' },
    ]);
    await seedBefore(db);
    await insertOrdersAsBefore(db, fixtureOrders());
    await migrateStore(db, migrations);
    return () => db.destroy();
  });

  const feeds = () => db.selectFrom('feeds').selectAll().orderBy('account_id').orderBy('feed').execute();
  const productsOf = (accountId: number) =>
    db.selectFrom('product_changes').selectAll().where('account_id', '=', accountId).orderBy('version').execute();

  it('dates the change of every product to the start of its shop, by id', async () => {
    const changes = await productsOf(alpha);
    const { beta: ofBeta, ...ofAlpha } = PRODUCT;
    expect(changes.map(({ product_id }) => product_id)).toEqual(Object.values(ofAlpha));
    expect(new Set(changes.map(({ changed_at }) => changed_at))).toEqual(new Set([FIRST_PURCHASE]));
    expect(changes.map(({ version, shared_version }) => [version, shared_version])).toEqual(
      changes.map((_, index) => [index + 1, index + 1]),
    );
    expect((await productsOf(beta)).map(({ product_id }) => product_id)).toEqual([ofBeta]);
  });

  it('dates the change of every order to its last update, in that order', async () => {
    const changes = await db
      .selectFrom('order_changes')
      .innerJoin('orders', 'orders.id', 'order_changes.order_id')
      .select(['order_id', 'version', 'changed_at', 'date_updated', 'is_deleted'])
      .select(['order_changes.location_id', 'orders.location_id as place'])
      .where('order_changes.account_id', '=', alpha)
      .orderBy('version')
      .execute();
    expect(changes).toHaveLength(fixtureOrders().length - 1);
    expect(changes.map(({ version }) => version)).toEqual(changes.map((_, index) => index + 1));
    const updated = changes.map(({ date_updated }) => date_updated);
    expect(updated).toEqual(updated.toSorted((left, right) => left - right));
    for (const { changed_at, date_updated, location_id, place, is_deleted } of changes) {
      expect([changed_at, location_id, is_deleted]).toEqual([date_updated, place, 0]);
    }
  });

  it('starts the feeds of each account with rows at their last changes', async () => {
    const ends = (await feeds()).map(({ account_id, feed, version }) => [account_id, feed, version]);
    expect(ends).toEqual([
      [alpha, 'orders', fixtureOrders().length - 1],
      [alpha, 'products', Object.keys(PRODUCT).length - 1],
      [beta, 'orders', 1],
      [beta, 'products', 1],
    ]);
    const last = await db
      .selectFrom('order_changes')
      .select(({ fn }) => fn.max('changed_at').as('moment'))
      .where('account_id', '=', alpha)
      .executeTakeFirstOrThrow();
    expect((await feeds())[0]?.changed_at).toBe(last.moment);
  });

  it('records all later writes', async () => {
    await db.updateTable('products').set({ title: 'Anders' }).where('id', '=', PRODUCT.cafe).execute();
    await db.updateTable('customers').set({ name: 'Anders' }).where('account_id', '=', beta).execute();
    expect((await productsOf(alpha)).at(-1)).toMatchObject({ product_id: PRODUCT.cafe, version: 6 });
    const ofBeta = await db.selectFrom('order_changes').selectAll().where('account_id', '=', beta).execute();
    expect(ofBeta).toMatchObject([{ order_id: ORDER.beta, version: 2 }]);
  });

  it('gives each feed its own permanent era', async () => {
    const eras = (await feeds()).map(({ era }) => era);
    expect(eras.filter((era) => /^[0-9a-f]{16}$/.test(era))).toHaveLength(4);
    expect(new Set(eras).size).toBe(4);
    await db.updateTable('stock').set({ quantity: 77 }).execute();
    await db.updateTable('customers').set({ name: 'Anders' }).execute();
    expect((await feeds()).map(({ era }) => era)).toEqual(eras);
  });

  it('still records changes of tables with added columns', async () => {
    const further = ['feeds', 'product_changes', 'stock_changes', 'order_changes', 'products', 'stock', 'orders'];
    for (const table of further) {
      await sql`alter table ${sql.table(table)} add column further text`.execute(db);
    }
    const { cafe } = PRODUCT;
    await db.updateTable('products').set({ title: 'Anders' }).where('id', '=', cafe).execute();
    await db.updateTable('stock').set({ quantity: 77 }).where('product_id', '=', cafe).execute();
    await db.updateTable('customers').set({ name: 'Anders' }).where('account_id', '=', beta).execute();
    await changeOrder(db, { account_id: alpha, id: ORDER.onHold, status: 'cancelled', date_updated: 1 });
    await db.transaction().execute((transaction) => recordFirstChanges(transaction, beta));
    expect((await productsOf(alpha)).at(-1)).toMatchObject({ product_id: cafe });
  });

  it('runs no code that may change after its release', () => {
    const file = new URL('../../../electron/store/migrations/0006-changes.ts', import.meta.url);
    const imported = [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)].map(([, name]) => name);
    const others = imported.filter((name) => !/^(\.\.\/dialects|\.\/create-next-change)/.test(name ?? ''));
    expect(others).toEqual(['kysely', 'kysely/migration']);
  });

  it('creates no feeds for an empty store', async () => {
    const empty = await storeBefore('0006-changes');
    await migrateStore(empty, migrations);
    expect(await empty.selectFrom('feeds').selectAll().execute()).toEqual([]);
    await empty.destroy();
  });
});

/** The rows as the program wrote them when orders had no feed. */
async function insertOrdersAsBefore(db: Kysely<StoreSchema>, orders: readonly NewOrder[]): Promise<void> {
  await insertRows(db, 'orders', orders.map(orderRowOf));
  await insertRows(db, 'order_items', lineRowsOf(orders, 'items'));
  await insertRows(db, 'order_payments', lineRowsOf(orders, 'payments'));
}
