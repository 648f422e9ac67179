import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { changePrices, changeStock } from '../../../electron/store/catalog/catalog-writer.ts';
import { createDemoShopsRepository } from '../../../electron/store/demo/demo-shops-repository.ts';
import { byDialect } from '../../../electron/store/dialects/dialect.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { changeOrder, insertOrders } from '../../../electron/store/orders/order-writer.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { changeProduct, renameCustomer } from '../../support/catalog-rows.ts';
import { furtherOrder } from '../../support/copied-order.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { ACCOUNT, CUSTOMER, LOCATION, ORDER, PRODUCT } from '../../support/shop-fixture-ids.ts';
import { fixtureOrders } from '../../support/shop-fixture-orders.ts';
import { shopBefore } from './store-before.ts';

type Db = Kysely<StoreSchema>;

const { alpha } = ACCOUNT;
const { cafe, apple, lamp } = PRODUCT;
/** At two locations and at none. */
const FURTHER = [
  ORDER.saleWithTip,
  ORDER.discountInCash,
  ORDER.webshopToBelgium,
  ORDER.fullDiscount,
  ORDER.saleWithTip,
].map((model, index) => furtherOrder(model, index));
const NAME = '0029-recorded-by-writers';

/** A write as a statement, which triggers recorded, and as that of a writer. Orders had writers before. */
interface WrittenTwice {
  readonly statement?: string;
  readonly write: (db: Db) => Promise<unknown>;
}

const WRITES: readonly WrittenTwice[] = [
  stock(cafe, LOCATION.utrecht, 1_000),
  stock(cafe, LOCATION.amsterdam, 2_000),
  {
    statement: 'update product_prices set ppu = 7, ppu_wt = 8 where id = 2001',
    write: (db) => changePrices(db, alpha, [{ id: 2001, ppu: 7, ppu_wt: 8 }]),
  },
  stock(apple, LOCATION.utrecht, 3_000),
  stock(cafe, LOCATION.utrecht, 4_000),
  stock(cafe, LOCATION.utrecht, 4_000),
  {
    statement: `update products set title = 'Naam' where id = ${lamp}`,
    write: (db) => changeProduct(db, lamp, { title: 'Naam' }),
  },
  {
    statement: `update products set title = 'Naam' where id = ${cafe}`,
    write: (db) => changeProduct(db, cafe, { title: 'Naam' }),
  },
  stock(apple, LOCATION.utrecht, 5_000),
  { write: (db) => insertOrders(db, FURTHER) },
  { write: (db) => changeOrder(db, { account_id: alpha, id: ORDER.saleWithTip, status: 'complete', date_updated: 2 }) },
  { write: (db) => insertOrders(db, [furtherOrder(ORDER.partialReturn, 9)]) },
  { write: (db) => insertOrders(db, [furtherOrder(ORDER.saleWithTip, 10), furtherOrder(ORDER.fullDiscount, 11)]) },
];

/** Of several orders at a location: on PostgreSQL the triggers gave an own version twice then. */
const WRITES_OF_SEVERAL: readonly WrittenTwice[] = [
  {
    statement: `update customers set name = 'Vries' where id = ${CUSTOMER.vries}`,
    write: (db) => renameCustomer(db, CUSTOMER.vries, { name: 'Vries' }),
  },
  {
    statement: `update customers set email = 'zon' where id = ${CUSTOMER.zon}`,
    write: (db) => renameCustomer(db, CUSTOMER.zon, { email: 'zon' }),
  },
  { write: removeEarlyOrders },
  { write: (db) => insertOrders(db, [furtherOrder(ORDER.saleWithTip, 12)]) },
];

function removeEarlyOrders(db: Db): Promise<void> {
  return createDemoShopsRepository(db).removeOrdersBefore(alpha, Date.parse('2026-10-08T00:00:00+02:00'));
}

function stock(product_id: number, location_id: number, quantity: number): WrittenTwice {
  return {
    statement: `update stock set quantity = ${quantity} where product_id = ${product_id} and location_id = ${location_id}`,
    write: (db) => changeStock(db, { account_id: alpha, product_id, location_id }, quantity),
  };
}

async function openShop(): Promise<Db> {
  const db = await shopBefore(NAME);
  await insertOrders(db, fixtureOrders());
  await changeOrder(db, { account_id: alpha, id: ORDER.onHold, status: 'cancelled', date_updated: 1 });
  return db;
}

/** Feeds and changes without their times, and the stock of products. */
async function readFeeds(db: Db) {
  const feeds = await db.selectFrom('feeds').select(['account_id', 'feed', 'version']).orderBy('feed').execute();
  const products = await db
    .selectFrom('product_changes')
    .select(['product_id', 'version', 'shared_version', 'shared_own_version'])
    .orderBy('product_id')
    .execute();
  const places = await db
    .selectFrom('stock_changes')
    .select(['product_id', 'location_id', 'version', 'own_version'])
    .orderBy('product_id')
    .orderBy('location_id')
    .execute();
  const orders = await db
    .selectFrom('order_changes')
    .select(['order_id', 'version', 'location_id', 'is_deleted', 'own_version'])
    .orderBy('order_id')
    .execute();
  const stocked = await db.selectFrom('products').select(['id', 'stock']).orderBy('id').execute();
  return { feeds: feeds.toSorted((a, b) => a.account_id - b.account_id), products, places, orders, stocked };
}

it('writers record in an upgraded store what triggers recorded, under the same versions', async () => {
  const [triggered, upgraded] = [await openShop(), await openShop()];
  const before = await readFeeds(upgraded);
  await migrateStore(upgraded, migrations);
  expect(await readFeeds(upgraded)).toEqual(before);
  expect(before).toEqual(await readFeeds(triggered));

  for (const { statement, write } of isOnPostgres() ? WRITES : [...WRITES, ...WRITES_OF_SEVERAL]) {
    await (statement === undefined ? write(triggered) : sql.raw(statement).execute(triggered));
    await write(upgraded);
    expect(await readFeeds(upgraded), statement).toEqual(await readFeeds(triggered));
  }
});

it('versions go on, those of the catalog as those of products', async () => {
  const db = await openShop();
  const readVersions = async () => {
    const rows = await db.selectFrom('versions').selectAll().where('account_id', '=', alpha).execute();
    return new Map<string, number>(rows.map(({ subject, version }) => [subject, version]));
  };
  const before = await readVersions();
  await migrateStore(db, migrations);
  const after = await readVersions();
  expect(before.get('catalog')).toBeGreaterThan(0);
  expect(after.get('products')).toBe(before.get('catalog'));
  expect(['stock', 'customers', 'orders'].map((subject) => after.get(subject))).toEqual(
    ['stock', 'customers', 'orders'].map((subject) => before.get(subject)),
  );
  expect([...after.keys()].toSorted()).toEqual(['customers', 'orders', 'products', 'stock']);
});

it('keeps the triggers of the product search, and the one that keeps orders in place', async () => {
  const db = await openShop();
  await migrateStore(db, migrations);
  const triggers = byDialect({
    sqlite: sql`select name from sqlite_master where type = 'trigger' order by name`,
    postgres: sql`select tgname as name from pg_trigger where not tgisinternal order by 1`,
  });
  const { rows } = await sql<{ name: string }>`${triggers}`.execute(db);
  const ofSearch = ['products_indexed_on_delete', 'products_indexed_on_insert', 'products_indexed_on_update'];
  expect(rows.map(({ name }) => name)).toEqual(['orders_stay_in_place', ...(isOnPostgres() ? [] : ofSearch)]);
});
