import { changePrices, changeStock, moveStock } from '../../electron/store/catalog/catalog-writer.ts';
import { applyChanges } from '../../electron/store/copies/catalog-copy-store.ts';
import { COPIED_ACCOUNT, type CopyDb } from '../../electron/store/copies/copy-store.ts';
import { type StoreKeeperDb, toStoreKeeperDb } from '../../electron/store/copies/storekeeper-copy-store.ts';
import {
  type ProductRows,
  removeUnlistedCustomers,
  removeUnseenProducts,
  removeUnseenRows,
  writeCustomers,
  writeProductRows,
  writeSeenRows,
} from '../../electron/store/copies/storekeeper-lists.ts';
import { type CopiedOrder, writeCopiedOrders } from '../../electron/store/copies/storekeeper-orders.ts';
import { createDemoShopsRepository, fillShop } from '../../electron/store/demo/demo-shops-repository.ts';
import { insertRows } from '../../electron/store/insert-rows.ts';
import { changeOrder, insertOrders, toOrderRow } from '../../electron/store/orders/order-writer.ts';
import type { StoreDb, VersionSubject } from '../../electron/store/schema.ts';
import { repairTotals } from '../../electron/store/totals/repair-totals.ts';
import { repairStock } from '../../electron/store/totals/store-verification.ts';
import { inWriteTransaction } from '../../electron/store/transactions.ts';
import { createFurtherOrder } from '../support/copied-order.ts';
import { createProduct } from '../support/sample-product.ts';
import { seedFixtureReference } from '../support/shop-fixture-catalog.ts';
import { ACCOUNT, CUSTOMER, GROUP, LOCATION, ORDER, PRODUCT, RATE } from '../support/shop-fixture-ids.ts';
import { createFixtureOrders } from '../support/shop-fixture-orders.ts';

/** A write by one of the writers of the store, in the account of `alpha` or of a copy, which have the same number. */
export interface RecordedWrite<Db> {
  readonly name: string;
  /** The subjects whose versions it increases. */
  readonly raises: readonly VersionSubject[];
  /** Ids of the products and orders whose changes are then in a feed. */
  readonly products?: readonly number[];
  readonly orders?: readonly number[];
  write(db: Db): Promise<unknown>;
}

const { alpha, beta } = ACCOUNT;
const { beta: _productOfBeta, ...OF_ALPHA } = PRODUCT;
const NOW = Date.parse('2026-11-01T12:00:00+01:00');
const PRODUCT_IDS = Object.values(OF_ALPHA);
const ORDER_IDS = createFixtureOrders().flatMap(({ order }) => (order.account_id === alpha ? [order.id] : []));
const FURTHER = createFurtherOrder(ORDER.saleWithTip, 1);

const removeShop = (db: StoreDb) => createDemoShopsRepository(db).removeShop(alpha);

/** All writes of a shop, in the fixture shop. */
export const SHOP_WRITES: readonly RecordedWrite<StoreDb>[] = [
  {
    ...{ name: 'an order', raises: ['orders'], orders: [FURTHER.order.id] },
    write: (db) => insertOrders(db, [FURTHER]),
  },
  {
    ...{ name: 'the status of an order', raises: ['orders'], orders: [ORDER.onHold] },
    write: (db) => changeOrder(db, { account_id: alpha, id: ORDER.onHold, status: 'cancelled', date_updated: NOW }),
  },
  {
    ...{ name: 'the removal of orders', raises: ['orders'], orders: ORDER_IDS },
    write: (db) => createDemoShopsRepository(db).removeOrdersBefore(alpha, NOW),
  },
  {
    ...{ name: 'prices', raises: ['products'], products: [PRODUCT.cafe, PRODUCT.apple] },
    write: (db) =>
      changePrices(db, alpha, [
        { id: 2001, ppu: 1, ppu_wt: 1 },
        { id: 2002, ppu: 2, ppu_wt: 2 },
        { id: 2005, ppu: 3, ppu_wt: 3 },
      ]),
  },
  {
    ...{ name: 'counted stock', raises: ['stock'], products: [PRODUCT.apple] },
    write: (db) => changeStock(db, { account_id: alpha, product_id: PRODUCT.apple, location_id: LOCATION.utrecht }, 1),
  },
  {
    ...{ name: 'movements of stock', raises: ['stock'], products: [PRODUCT.cafe, PRODUCT.course] },
    write: (db) =>
      moveStock(db, alpha, [
        { product_id: PRODUCT.cafe, location_id: LOCATION.utrecht, by: 1 },
        { product_id: PRODUCT.cafe, location_id: LOCATION.amsterdam, by: 1 },
        { product_id: PRODUCT.course, location_id: LOCATION.amsterdam, by: 1 },
      ]),
  },
  {
    ...{ name: 'the repair of stock', raises: ['stock'], products: [PRODUCT.cafe] },
    async write(db) {
      await db.updateTable('products').set({ stock: 1 }).where('id', '=', PRODUCT.cafe).execute();
      await repairStock(db);
    },
  },
  {
    ...{ name: 'the repair of totals', raises: ['orders'] },
    async write(db) {
      await db.updateTable('orders').set({ local_day: 20_000_101 }).where('id', '=', ORDER.saleWithTip).execute();
      await repairTotals(db, { now: () => 0, sleep: async () => undefined });
    },
  },
  {
    ...{ name: 'the filling of a demo shop', raises: ['products', 'stock', 'customers'], products: PRODUCT_IDS },
    write: (db) => inWriteTransaction(db, (transaction) => fillShop(transaction, alpha, async () => undefined)),
  },
  {
    ...{ name: 'the removal of a demo shop', raises: ['products', 'stock', 'customers', 'orders'] },
    ...{ products: PRODUCT_IDS, orders: ORDER_IDS, write: removeShop },
  },
];

const LAMP = { id: 1, sku: 'LAMP', title: 'Lamp' };
const BOOK = { id: 2, sku: 'BOEK', title: 'Boek' };
const CHAIR = { id: 3, sku: 'STOEL', title: 'Stoel' };
const SOLD = FURTHER.order.id;

/** A product with a price; its stock is at two locations, or at none. */
function productRows(
  product: typeof LAMP,
  { ppu = 100, stock }: { readonly ppu?: number; readonly stock: number | readonly [number, number] },
): ProductRows {
  const { id, sku, title } = product;
  const named = { folded_sku: sku.toLowerCase(), folded_title: title.toLowerCase(), shop_product_id: id };
  const quantities = typeof stock === 'number' ? [] : stock;
  const places = [LOCATION.utrecht, LOCATION.amsterdam];
  const total = typeof stock === 'number' ? stock : stock[0] + stock[1];
  return {
    products: [{ ...product, ...named, account_id: COPIED_ACCOUNT, product_group_id: GROUP.toys, stock: total }],
    prices: [
      {
        ...{ id: id + 100, account_id: COPIED_ACCOUNT, product_id: id, product_price_type_id: 1 },
        ...{ ppu, ppu_wt: ppu, tax_rate_id: RATE.nl21, currency: 'EUR', from_qty: null },
      },
    ],
    stockRows: quantities.map((quantity, index) => ({
      ...{ account_id: COPIED_ACCOUNT, product_id: id, quantity },
      location_id: places[index] ?? 0,
    })),
  };
}

function customerRow(id: number, name: string, city = 'Utrecht') {
  const contact = { email: `${id}@post.example`, phone: '', city, country_iso2: 'NL' };
  return { id, account_id: COPIED_ACCOUNT, name, folded_name: name.toLowerCase(), ...contact, date_created: 0 };
}

function copiedOrder(order_number: string): CopiedOrder {
  const { non_revenue_wt: _, sold_before_discount_wt: __, ...order } = toOrderRow(FURTHER);
  const items = FURTHER.items.map((item) => ({ ...item, product_id: null }));
  return { order: { ...order, order_number, customer_id: CUSTOMER.zon }, items, payments: FURTHER.payments };
}

const LAMP_BEFORE = productRows(LAMP, { stock: [5, 7] });
const BOOK_BEFORE = productRows(BOOK, { stock: 3 });
const CHAIR_BEFORE = productRows(CHAIR, { stock: 0 });
const ZON_BEFORE = customerRow(CUSTOMER.zon, 'Zon');
const VRIES_BEFORE = customerRow(CUSTOMER.vries, 'Vries');

/** Writes the rows of the copy again without changes. */
async function writeAsBefore(db: StoreKeeperDb): Promise<void> {
  for (const rows of [LAMP_BEFORE, BOOK_BEFORE, CHAIR_BEFORE]) await writeProductRows(db, rows);
  await writeCustomers(db, [ZON_BEFORE, VRIES_BEFORE]);
  await writeCopiedOrders(db, SOLD, [copiedOrder('N-1')]);
}

/** A small copy with three products, and two customers of whom one has an order. */
export async function fillStoreKeeperCopy(copy: CopyDb): Promise<void> {
  const db = toStoreKeeperDb(copy);
  await insertRows(copy, 'accounts', [{ id: beta, name: 'beta' }]);
  await seedFixtureReference(copy);
  await writeAsBefore(db);
  await markSeen(db, 1, [LAMP.id, BOOK.id, CHAIR.id], [CUSTOMER.zon, CUSTOMER.vries]);
}

async function markSeen(db: StoreKeeperDb, sweep: number, products: number[], customers: number[]): Promise<void> {
  for (const [list, ids] of Object.entries({ products, customers })) {
    const rows = ids.map((id) => ({ list, row_id: id, record_id: id, sweep }));
    await writeSeenRows(db, rows);
    if (ids.length > 0) await removeUnseenRows(db, list, sweep);
  }
}

/** All writes of a copy of a StoreKeeper account. */
export const STOREKEEPER_WRITES: readonly RecordedWrite<StoreKeeperDb>[] = [
  { name: 'unchanged rows', raises: [], write: writeAsBefore },
  {
    ...{ name: 'a title', raises: ['products'], products: [LAMP.id] },
    write: (db) => writeProductRows(db, productRows({ ...LAMP, title: 'Lantaarn' }, { stock: [5, 7] })),
  },
  {
    ...{ name: 'a price', raises: ['products'], products: [LAMP.id] },
    write: (db) => writeProductRows(db, productRows(LAMP, { ppu: 200, stock: [5, 7] })),
  },
  {
    ...{ name: 'the removal of a price', raises: ['products'], products: [LAMP.id] },
    write: (db) => writeProductRows(db, { ...LAMP_BEFORE, prices: [] }),
  },
  {
    ...{ name: 'a price that moves to another product', raises: ['products'], products: [LAMP.id, CHAIR.id] },
    write: (db) =>
      writeProductRows(db, {
        ...CHAIR_BEFORE,
        prices: [...CHAIR_BEFORE.prices, ...LAMP_BEFORE.prices.map((price) => ({ ...price, product_id: CHAIR.id }))],
      }),
  },
  {
    ...{ name: 'stock at locations', raises: ['stock'], products: [LAMP.id] },
    write: (db) => writeProductRows(db, productRows(LAMP, { stock: [6, 6] })),
  },
  {
    ...{ name: 'stock that is no longer at a location', raises: ['stock'], products: [LAMP.id] },
    write: (db) => writeProductRows(db, productRows(LAMP, { stock: 12 })),
  },
  {
    ...{ name: 'stock at no location', raises: ['stock'], products: [BOOK.id] },
    write: (db) => writeProductRows(db, productRows(BOOK, { stock: 4 })),
  },
  {
    ...{ name: 'the removal of products', raises: ['products', 'stock'], products: [LAMP.id, CHAIR.id] },
    async write(db) {
      await markSeen(db, 2, [BOOK.id], []);
      await removeUnseenProducts(db, 'products');
    },
  },
  {
    ...{ name: 'the name of a customer', raises: ['customers'], orders: [SOLD] },
    write: (db) => writeCustomers(db, [{ ...ZON_BEFORE, name: 'Zonneschijn' }, VRIES_BEFORE]),
  },
  {
    ...{ name: 'the address of a customer', raises: ['customers'], orders: [SOLD] },
    write: (db) => writeCustomers(db, [{ ...ZON_BEFORE, email: 'zon@post.example' }]),
  },
  {
    ...{ name: 'the city of a customer', raises: ['customers'] },
    write: (db) => writeCustomers(db, [{ ...ZON_BEFORE, city: 'Zeist' }]),
  },
  {
    ...{ name: 'another customer', raises: ['customers'] },
    write: (db) => writeCustomers(db, [customerRow(CUSTOMER.zoe, 'Zoe')]),
  },
  {
    ...{ name: 'the removal of customers without orders', raises: ['customers'] },
    async write(db) {
      await markSeen(db, 2, [], [CUSTOMER.mees]);
      await removeUnlistedCustomers(db, 'customers');
    },
  },
  {
    ...{ name: 'another number of an order', raises: ['orders'], orders: [SOLD] },
    write: (db) => writeCopiedOrders(db, SOLD, [copiedOrder('N-2')]),
  },
  {
    ...{ name: 'the removal of an order', raises: ['orders'], orders: [SOLD] },
    write: (db) => writeCopiedOrders(db, SOLD, []),
  },
];

const COPIED_PRODUCTS = [LAMP, BOOK].map((product) => createProduct({ ...product, product_group_id: 1, stock: 2 }));
const noPause = async () => undefined;

/** The writes to the copy of another deployment's catalog. It has no separate feed. */
export const CATALOG_COPY_WRITES: readonly RecordedWrite<CopyDb>[] = [
  {
    ...{ name: 'products', raises: ['products'] },
    write: (db) => applyChanges(db, { products: COPIED_PRODUCTS, prices: [], removed: [] }, {}, noPause),
  },
  {
    ...{ name: 'the removal of products', raises: ['products'] },
    write: (db) => applyChanges(db, { products: [], prices: [], removed: [LAMP.id, BOOK.id] }, {}, noPause),
  },
];
