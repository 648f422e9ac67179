import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { changePrices, changeStock, moveStock } from '../../../../electron/store/catalog/catalog-writer.ts';
import { createDemoShopsRepository } from '../../../../electron/store/demo/demo-shops-repository.ts';
import type { NewOrder } from '../../../../electron/store/orders/order-rules.ts';
import { changeOrder, insertOrders } from '../../../../electron/store/orders/order-writer.ts';
import type { OrdersTable, StoreSchema } from '../../../../electron/store/schema.ts';
import { ORDER_STATUSES } from '../../../../shared/contract/orders.ts';
import { foldText } from '../../../../shared/fold-text.ts';
import {
  changeProduct,
  insertPrices,
  insertProduct,
  removeProduct,
  renameCustomer,
  setStock,
} from '../../../support/catalog-rows.ts';
import { createOrderLike } from '../../../support/copied-order.ts';
import { ACCOUNT, CUSTOMER, GROUP, LOCATION, ORDER, PRODUCT, RATE, SHOP } from '../../../support/shop-fixture-ids.ts';

/** The time, a new id, and a number that makes choices. */
interface NewOrderContext {
  readonly now: number;
  readonly newId: number;
  readonly n: number;
}

const PLACES = [
  { shop_id: SHOP.utrecht1, location_id: LOCATION.utrecht },
  { shop_id: SHOP.amsterdam, location_id: LOCATION.amsterdam },
  { shop_id: SHOP.webshop, location_id: null },
] as const;
const BUYERS = [null, CUSTOMER.zon, CUSTOMER.vries];

/** A book; two books and a tip; a book with a discount and a toy; a book and its shipping. */
const SALES = [ORDER.summerHalfPastTwo, ORDER.saleWithTip, ORDER.discountInCash, ORDER.webshopToBelgium];

function order({ now, newId, n }: NewOrderContext, model: number, changes: Partial<NewOrder['order']> = {}): NewOrder {
  const customer_id = chosen(BUYERS, n >> 2) ?? null;
  return createOrderLike(model, newId, now, { ...chosen(PLACES, n), customer_id, ...changes });
}

export function sale(context: NewOrderContext): NewOrder {
  const status = context.n % 5 === 0 ? 'processing' : 'complete';
  return order(context, chosen(SALES, context.n) ?? ORDER.summerHalfPastTwo, { status });
}

/** Returns one piece. */
export function returned(sold: OrdersTable, context: NewOrderContext): NewOrder {
  const { shop_id, location_id, id: follows_order_id } = sold;
  return order(context, ORDER.partialReturn, { shop_id, location_id, follows_order_id });
}

export function payment(invoiced: OrdersTable, context: NewOrderContext): NewOrder {
  const { items, payments, ...paying } = order(context, ORDER.otherItems, { follows_order_id: invoiced.id });
  const due = invoiced.value_wt;
  const value = { ppu: due, ppu_wt: due, value_wt: due, value_ex: due };
  return {
    ...paying,
    items: items.filter(({ type }) => type === 'invoice_payment').map((item) => ({ ...item, ...value })),
    payments: payments.map((paid) => ({ ...paid, amount: due })),
  };
}

type Db = Kysely<StoreSchema>;

export interface WriteContext extends NewOrderContext {
  readonly db: Db;
}

const { alpha } = ACCOUNT;
const LOCATIONS = [LOCATION.utrecht, LOCATION.amsterdam, LOCATION.arnhem];
const FIRST_PRODUCT = 1_001;
const PRODUCT_IDS = 9;

function chosen<Value>(values: readonly Value[], n: number): Value | undefined {
  return values[n % values.length];
}

function ordersOf(db: Db) {
  return db.selectFrom('orders').selectAll().where('account_id', '=', alpha).orderBy('id');
}

function stockOf(db: Db) {
  return db
    .selectFrom('stock')
    .selectAll()
    .where('account_id', '=', alpha)
    .orderBy('product_id')
    .orderBy('location_id')
    .execute();
}

async function productId({ db, n }: WriteContext): Promise<number> {
  const rows = await db.selectFrom('products').select('id').where('account_id', '=', alpha).execute();
  return chosen(rows, n)?.id ?? 0;
}

async function addProduct({ db, n }: WriteContext): Promise<void> {
  const id = FIRST_PRODUCT + (n % PRODUCT_IDS);
  const known = await db.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst();
  if (known) return;
  const [sku, title] = [`NEW-${id}`, `Nieuw ${n}`];
  const folded = { folded_sku: foldText(sku), folded_title: foldText(title) };
  const product = { id, account_id: alpha, sku, title, product_group_id: GROUP.toys, shop_product_id: n };
  await insertProduct(db, { product: { ...product, ...folded } });
}

async function stockAnywhere(context: WriteContext): Promise<void> {
  const product_id = await productId(context);
  if (product_id === 0) return;
  const location_id = chosen(LOCATIONS, context.n >> 3) ?? LOCATION.utrecht;
  const quantity = (context.n % 90) * 500 - 9_000;
  await setStock(context.db, { account_id: alpha, product_id, location_id }, quantity);
}

/** Moves all stock to another location. */
async function carryStock({ db, n }: WriteContext): Promise<void> {
  const rows = await stockOf(db);
  const from = chosen(rows, n);
  if (!from) return;
  const location_id = chosen(LOCATIONS, n >> 4) ?? from.location_id;
  const isTaken = rows.some((row) => row.product_id === from.product_id && row.location_id === location_id);
  if (isTaken) return;
  await setStock(db, from, null);
  await setStock(db, { ...from, location_id }, from.quantity);
}

async function reprice(context: WriteContext): Promise<void> {
  const { db, n, newId } = context;
  const product_id = await productId(context);
  if (product_id === 0) return;
  if (n % 3 > 0) {
    const prices = await db.selectFrom('product_prices').select('id').where('product_id', '=', product_id).execute();
    const changes = prices.map(({ id }) => ({ id, ppu: n * 100, ppu_wt: n * 121 }));
    await changePrices(db, alpha, changes);
    return;
  }
  const price = { ppu: n * 100, ppu_wt: n * 121, tax_rate_id: RATE.nl21, currency: 'EUR', from_qty: 1_000 };
  const of = { id: newId, account_id: alpha, product_id, product_price_type_id: 1 };
  await insertPrices(db, [{ ...of, ...price }]);
}

function readFeeds(db: Db) {
  return db.selectFrom('feeds').selectAll().orderBy('account_id').orderBy('feed').execute();
}

/** Writes that store the existing values again. */
const EQUAL_WRITES: readonly ((context: WriteContext) => Promise<unknown>)[] = [
  async ({ db }) => {
    const prices = await db
      .selectFrom('product_prices')
      .select(['id', 'ppu', 'ppu_wt'])
      .where('account_id', '=', alpha)
      .execute();
    await changePrices(db, alpha, prices);
  },
  async ({ db, n }) => {
    const place = chosen(await stockOf(db), n);
    if (place) await changeStock(db, place, place.quantity);
  },
  async ({ db }) => {
    const places = await stockOf(db);
    const movements = places.map(({ product_id, location_id }) => ({ product_id, location_id, by: 0 }));
    await moveStock(db, alpha, movements);
  },
  async ({ db, n }) => {
    const order = chosen(await ordersOf(db).execute(), n);
    if (order === undefined) return;
    const { account_id, id, status, is_paid, date_updated } = order;
    await changeOrder(db, { account_id, id, status, is_paid, date_updated });
  },
];

/** Everything that happens in a shop. What a rule refuses does not happen. */
export const SHOP_WRITES = {
  sell: (context: WriteContext) => insertOrders(context.db, [sale(context)]),

  async returnOrder(context: WriteContext) {
    const sold = await ordersOf(context.db).where('status', '=', 'complete').where('value_wt', '>', 0).execute();
    const order = chosen(sold, context.n);
    if (order) await insertOrders(context.db, [returned(order, context)]);
  },

  sendInvoice: (context: WriteContext) => insertOrders(context.db, [order(context, ORDER.unpaidInvoice)]),

  async payInvoice(context: WriteContext) {
    const open = await ordersOf(context.db).where('payment_term', '=', 'invoice').where('is_paid', '=', 0).execute();
    const order = chosen(open, context.n);
    if (order) await insertOrders(context.db, [payment(order, context)]);
  },

  async changeStatus({ db, n, now }: WriteContext) {
    const order = chosen(await ordersOf(db).execute(), n);
    const status = chosen(ORDER_STATUSES, n >> 5);
    if (order && status) {
      await changeOrder(db, { account_id: alpha, id: order.id, status, date_updated: now });
    }
  },

  async removeOldOrders({ db, n }: WriteContext) {
    const order = chosen(await ordersOf(db).orderBy('date_purchased').limit(6).execute(), n);
    if (order) await createDemoShopsRepository(db).removeOrdersBefore(alpha, order.date_purchased + 1);
  },

  addProduct,
  stockAnywhere,
  carryStock,
  reprice,

  async removeProduct(context: WriteContext) {
    const id = await productId(context);
    if (id !== 0) await removeProduct(context.db, id);
  },

  async sellAndMoveStock(context: WriteContext) {
    await insertOrders(context.db, [sale(context)]);
    const places = await stockOf(context.db);
    const movements = places
      .slice(context.n % 3)
      .map(({ product_id, location_id }) => ({ product_id, location_id, by: -1_000 }));
    await moveStock(context.db, alpha, movements);
  },

  async removeStock(context: WriteContext) {
    const place = chosen(await stockOf(context.db), context.n);
    if (place) await setStock(context.db, place, null);
  },

  async renameProduct(context: WriteContext) {
    const [id, title] = [await productId(context), `Naam ${context.n}`];
    if (id !== 0) await changeProduct(context.db, id, { title, folded_title: foldText(title) });
  },

  async renameCustomer({ db, n }: WriteContext) {
    const id = n % 2 === 0 ? CUSTOMER.zon : CUSTOMER.vries;
    const change = n % 3 === 0 ? { email: `${n}@post.example` } : { name: `Klant ${n}` };
    await renameCustomer(db, id, change);
  },

  /** Writing the same value is not a change. */
  async writeEqualValues(context: WriteContext) {
    const before = await readFeeds(context.db);
    await chosen(EQUAL_WRITES, context.n)?.(context);
    expect(await readFeeds(context.db)).toEqual(before);
  },

  async writeOtherAccount({ db, n }: WriteContext) {
    const place = { account_id: ACCOUNT.beta, product_id: PRODUCT.beta, location_id: LOCATION.beta };
    await changeStock(db, place, n);
  },
} as const;

export type ShopWrite = keyof typeof SHOP_WRITES;
export const SHOP_WRITE_NAMES = Object.keys(SHOP_WRITES) as ShopWrite[];
