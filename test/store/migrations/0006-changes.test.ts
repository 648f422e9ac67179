import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { NewOrder } from '../../../electron/store/orders/order-rules.ts';
import { toLineRows } from '../../../electron/store/orders/order-writer.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { ACCOUNT, PRODUCT } from '../../support/shop-fixture-ids.ts';
import { createFixtureOrders } from '../../support/shop-fixture-orders.ts';
import { orderRowsBefore, seedBefore, storeBefore } from './store-before.ts';

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
    await insertOrdersAsBefore(db, createFixtureOrders());
    await migrateStore(db, migrations);
    return () => db.destroy();
  });

  const feeds = () => db.selectFrom('feeds').selectAll().orderBy('account_id').orderBy('feed').execute();
  const productsOf = (accountId: number) =>
    db.selectFrom('product_changes').selectAll().where('account_id', '=', accountId).orderBy('version').execute();

  it('dates the change of every product to the start of its shop, sorted by id', async () => {
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
    expect(changes).toHaveLength(createFixtureOrders().length - 1);
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
      [alpha, 'orders', createFixtureOrders().length - 1],
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

  it('creates no feeds for an empty store', async () => {
    const empty = await storeBefore('0006-changes');
    await migrateStore(empty, migrations);
    expect(await empty.selectFrom('feeds').selectAll().execute()).toEqual([]);
    await empty.destroy();
  });
});

/** The rows as the program wrote them when orders had no feed. */
async function insertOrdersAsBefore(db: Kysely<StoreSchema>, orders: readonly NewOrder[]): Promise<void> {
  await insertRows(db, 'orders', orderRowsBefore(orders));
  await insertRows(db, 'order_items', toLineRows(orders, 'items'));
  await insertRows(db, 'order_payments', toLineRows(orders, 'payments'));
}
