import { CompiledQuery, type Kysely } from 'kysely';
import type { Random } from '../../../../electron/platform/demo/prng.ts';
import { changePrices, moveStock } from '../../../../electron/store/catalog/catalog-writer.ts';
import { changeOrder, insertOrders, type NewOrder } from '../../../../electron/store/orders/order-writer.ts';
import type { OrdersTable, StoreSchema } from '../../../../electron/store/schema.ts';
import { getOnlyRow } from '../../../../electron/store/scoped-queries.ts';
import { QUANTITY_SCALE } from '../../../../shared/money.ts';
import { insertProduct, removeProduct as removeWholeProduct, setStock } from '../../../support/catalog-rows.ts';
import { createFurtherOrder, createOrderLike } from '../../../support/copied-order.ts';
import { ACCOUNT, GROUP, LOCATION, ORDER, PRODUCT, RATE } from '../../../support/shop-fixture.ts';
import {
  FEED_VERSIONS,
  type FeedVersions,
  namedRecords,
  type StoredRecord,
  type WrittenChange,
  type WrittenRecord,
} from '../stored-record.ts';

type Db = Kysely<StoreSchema>;

/** Returns the records that it wrote; each of them has really changed. */
type Act = (transaction: Db, random: Random) => Promise<readonly WrittenRecord[]>;

export interface Action {
  readonly account: number;
  readonly act: Act;
}

const { alpha, beta } = ACCOUNT;

export const ACTIONS: readonly (readonly [Action, weight: number])[] = [
  [{ account: alpha, act: sell }, 6],
  [{ account: alpha, act: takeBack }, 2],
  [{ account: alpha, act: moveOn }, 3],
  [{ account: alpha, act: setPrice }, 3],
  [{ account: alpha, act: countStock }, 4],
  [{ account: alpha, act: addProduct }, 1],
  [{ account: alpha, act: removeProduct }, 1],
  [{ account: beta, act: countStockOfBeta }, 2],
];

/** Acts. The action reports which records it wrote; their new state is read from the store. */
export async function changesOf(db: Db, { account, act }: Action, random: Random): Promise<readonly WrittenChange[]> {
  const before = getOnlyRow(await rowsOf<FeedVersions>(db, FEED_VERSIONS, [account]));
  const changes: WrittenChange[] = [];
  for (const written of await act(db, random)) {
    const ids = JSON.stringify([written.id]);
    const stored = getOnlyRow(await rowsOf<StoredRecord>(db, namedRecords(written.feed), [account, ids]));
    changes.push({ ...written, ...stored, feedBefore: before[written.feed] });
  }
  return changes;
}

async function rowsOf<Row>(db: Db, text: string, parameters: readonly (number | string)[]): Promise<readonly Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
}

/** Sales of one book, in Utrecht and in Amsterdam, and two in the webshop that continue. */
const SALES = [ORDER.summerHalfPastTwo, ORDER.beforeSpringChange, ORDER.webshopToBelgium, ORDER.onHold];
const NEXT_STATUS = { processing: 'complete', on_hold: 'cancelled' } as const;
const RECENT = 20;
/** Where the ids of new orders start. */
const FIRST_ORDER_ID = 10_000;

async function sell(db: Db, random: Random): Promise<WrittenRecord[]> {
  const sale = await newOrder(db, random.pick(SALES));
  await insertOrders(db, [sale]);
  return [wroteOrder(sale.order)];
}

/**
 * Returns all of a sale, and sometimes refunds it immediately. The sale changes with it, because it shows what
 * followed.
 */
async function takeBack(db: Db, random: Random): Promise<WrittenRecord[]> {
  const sales = await ownOrders(db)
    .select(['id', 'shop_id', 'location_id'])
    .where('status', '=', 'complete')
    .where('follows_order_id', 'is', null)
    .where('location_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('orders as later').whereRef('later.follows_order_id', '=', 'orders.id').select('later.id')),
      ),
    )
    .limit(RECENT)
    .execute();
  if (sales.length === 0) return sell(db, random);
  const sale = random.pick(sales);
  const model = sale.shop_id === SHOP_OF_FULL_RETURN ? ORDER.fullReturn : ORDER.partialReturn;
  const back = await newOrder(db, model, { follows_order_id: sale.id });
  await insertOrders(db, [back]);
  if (random.chance(0.5)) await changeStatus(db, sale.id, 'refunded');
  return [wroteOrder(back.order), wroteOrder(sale)];
}

const SHOP_OF_FULL_RETURN = createFurtherOrder(ORDER.fullReturn, 0).order.shop_id;

async function moveOn(db: Db, random: Random): Promise<WrittenRecord[]> {
  const status = random.pick(['processing', 'on_hold'] as const);
  const waiting = ownOrders(db).select(['id', 'location_id']).where('status', '=', status).limit(RECENT);
  const found = await waiting.execute();
  if (found.length === 0) return sell(db, random);
  const order = random.pick(found);
  await changeStatus(db, order.id, NEXT_STATUS[status]);
  return [wroteOrder(order)];
}

/** What was sold here, latest first. */
function ownOrders(db: Db) {
  return db
    .selectFrom('orders')
    .where('account_id', '=', alpha)
    .where('id', '>=', FIRST_ORDER_ID)
    .orderBy('id', 'desc');
}

function wroteOrder({ id, location_id }: Pick<OrdersTable, 'id' | 'location_id'>): WrittenRecord {
  return { account: alpha, feed: 'orders', id, isSeenInUtrecht: location_id === LOCATION.utrecht };
}

function changeStatus(db: Db, id: number, status: OrdersTable['status']): Promise<void> {
  return changeOrder(db, { account_id: alpha, id, status, date_updated: Date.now() });
}

async function newOrder(db: Db, model: number, changes: Partial<NewOrder['order']> = {}): Promise<NewOrder> {
  const last = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  const id = Math.max(FIRST_ORDER_ID, (last?.id ?? 0) + 1);
  return createOrderLike(model, id, Date.now(), changes);
}

const PRICES = [
  [2001, PRODUCT.cafe],
  [2002, PRODUCT.cafe],
  [2005, PRODUCT.apple],
  [2008, PRODUCT.course],
] as const;

const STOCK = [
  [PRODUCT.cafe, LOCATION.utrecht],
  [PRODUCT.cafe, LOCATION.amsterdam],
  [PRODUCT.apple, LOCATION.utrecht],
  [PRODUCT.course, LOCATION.amsterdam],
] as const;

const MOST_PPU = 900_000;

const FIRST_PRODUCT_ID = 3_000;

async function setPrice(db: Db, random: Random): Promise<WrittenRecord[]> {
  const [id, product] = random.pick(PRICES);
  const { ppu: before } = await db
    .selectFrom('product_prices')
    .select('ppu')
    .where('account_id', '=', alpha)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const ppu = (before + random.drawInteger(1, 90_000)) % MOST_PPU;
  await changePrices(db, alpha, [{ id, ppu, ppu_wt: Math.round(ppu * 1.21) }]);
  return [wroteProduct(product, true)];
}

async function countStock(db: Db, random: Random): Promise<WrittenRecord[]> {
  const [product_id, location_id] = random.pick(STOCK);
  await moveStock(db, alpha, [{ product_id, location_id, by: someQuantity(random) }]);
  return [wroteProduct(product_id, location_id === LOCATION.utrecht)];
}

async function countStockOfBeta(db: Db, random: Random): Promise<WrittenRecord[]> {
  await moveStock(db, beta, [{ product_id: PRODUCT.beta, location_id: LOCATION.beta, by: someQuantity(random) }]);
  return [{ ...wroteProduct(PRODUCT.beta, false), account: beta }];
}

async function addProduct(db: Db, random: Random): Promise<WrittenRecord[]> {
  const last = await db
    .selectFrom('product_changes')
    .select(({ fn }) => fn.max('product_id').as('id'))
    .executeTakeFirst();
  const id = Math.max(FIRST_PRODUCT_ID, (last?.id ?? 0) + 1);
  const account_id = alpha;
  const title = { sku: `A-${id}`, title: `Product ${id}`, folded_sku: `a-${id}`, folded_title: `product ${id}` };
  const amounts = { ppu: 10_000, ppu_wt: 12_100, tax_rate_id: RATE.nl21, currency: 'EUR', from_qty: null };
  const location_id = random.pick([LOCATION.utrecht, LOCATION.amsterdam]);
  await insertProduct(db, {
    product: { id, account_id, ...title, product_group_id: GROUP.toys, shop_product_id: id + 70_000 },
    prices: [{ id: id * 10, account_id, product_id: id, product_price_type_id: 1, ...amounts }],
  });
  await setStock(db, { account_id, product_id: id, location_id }, 5_000);
  return [wroteProduct(id, true)];
}

async function removeProduct(db: Db, random: Random): Promise<WrittenRecord[]> {
  const added = await db.selectFrom('products').select('id').where('id', '>=', FIRST_PRODUCT_ID).execute();
  if (added.length === 0) return addProduct(db, random);
  const { id } = random.pick(added);
  await removeWholeProduct(db, id);
  return [wroteProduct(id, true)];
}

/** Never 0, which would not be a change. */
function someQuantity(random: Random): number {
  return random.drawInteger(1, 9) * (random.chance(0.5) ? QUANTITY_SCALE : -QUANTITY_SCALE);
}

function wroteProduct(id: number, isSeenInUtrecht: boolean): WrittenRecord {
  return { account: alpha, feed: 'products', id, isSeenInUtrecht };
}
