import { moveStock, type StockMovement } from '../../../store/catalog/catalog-writer.ts';
import { type IdRange, readLastOrderId, readStockAt } from '../../../store/demo/live-shop-queries.ts';
import { insertOrders } from '../../../store/orders/order-writer.ts';
import type { ShopsTable, StoreDb } from '../../../store/schema.ts';
import { getDay, getDayNumberAt } from '../day.ts';
import type { IdRanges } from '../demo-profile.ts';
import type { DemoModel } from '../model.ts';
import { type NumberedOrder, planNumberedOrders } from '../orders/order-plan.ts';
import { createOrderRows } from '../orders/order-rows.ts';
import type { Purchase } from '../orders/payments.ts';
import type { PlannedOrder } from '../orders/planned-order.ts';
import type { Random } from '../prng.ts';

/** The context of an action: one account at one time, in one transaction. */
export interface LiveContext {
  readonly db: StoreDb;
  /** The model with the current sale prices of the store. `catalog.prices` has the original ones of the seed. */
  readonly model: DemoModel;
  readonly random: Random;
  /** Milliseconds since the epoch, in whole seconds. */
  readonly now: number;
  /** Whether the plan has no more events for the order. */
  readonly isClosed: (orderId: number) => boolean;
}

/** Returns false without writing if there is nothing to do. */
export type LiveAction = (context: LiveContext) => Promise<boolean>;

export function createPurchase({ now }: LiveContext, shop: ShopsTable, customerId: number | null): Purchase {
  return { day: getDay(getDayNumberAt(now)), purchasedAt: now, shop, customerId };
}

/** Writes the order as of now and updates the stock at its shop's location. */
export async function writeOrder(
  context: LiveContext,
  plan: PlannedOrder,
  followsOrderId: number | null = null,
): Promise<void> {
  const { db, model, now } = context;
  const name = await createOrderName(db, model.profile.ids, now);
  const { order, ...lines } = createOrderRows(model, { ...name, plan, follows: null }, now);
  await insertOrders(db, [{ order: { ...order, follows_order_id: followsOrderId }, ...lines }]);
  await updateStock(context, plan);
}

/** The webshop has no location, and some products are not stocked at all locations. */
async function updateStock({ db, model }: LiveContext, { shop, items }: PlannedOrder): Promise<void> {
  if (shop.location_id === null) return;
  const soldByProduct = new Map<number, number>();
  for (const { product_id, quantity } of items) {
    if (product_id !== null) soldByProduct.set(product_id, (soldByProduct.get(product_id) ?? 0) + quantity);
  }
  const { account } = model.profile.ids;
  const { location_id } = shop;
  const movements: StockMovement[] = [];
  for (const [product_id, sold] of soldByProduct) {
    const quantity = await readStockAt(db, { account_id: account, product_id, location_id });
    if (quantity !== undefined) movements.push({ product_id, location_id, by: -sold });
  }
  await moveStock(db, account, movements);
}

const MAX_LIVE_ORDERS = 400_000_000;

/** Planned orders have fewer digits after the date, so the numbers never collide. */
const DIGITS = 5;

export interface OrderName {
  readonly id: number;
  readonly orderNumber: string;
}

function getLiveOrderIds({ liveOrders }: IdRanges): IdRange {
  return { above: liveOrders, upTo: liveOrders + MAX_LIVE_ORDERS };
}

export function isLiveOrder(ids: IdRanges, orderId: number): boolean {
  const { above, upTo } = getLiveOrderIds(ids);
  return orderId > above && orderId <= upTo;
}

/** Creates the next unused id and number. The number is the date and the count of live orders so far. */
async function createOrderName(db: StoreDb, ids: IdRanges, purchasedAt: number): Promise<OrderName> {
  const range = getLiveOrderIds(ids);
  const id = (await readLastOrderId(db, ids.account, range)) + 1;
  if (id > range.upTo) throw new RangeError('the live till has no numbers left');
  const date = getDay(getDayNumberAt(purchasedAt)).date.slice(2).replaceAll('-', '');
  return { id, orderNumber: `${date}${String(id - range.above).padStart(DIGITS, '0')}` };
}

export async function readLiveOrderRange(db: StoreDb, ids: IdRanges): Promise<IdRange> {
  const range = getLiveOrderIds(ids);
  return { above: range.above, upTo: await readLastOrderId(db, ids.account, range) };
}

export const MAX_FOLLOW_UP_DAYS = 30;

/**
 * Lists ids of recent orders whose plan is finished. The live till may change them, because the next start does not.
 */
export function listClosedOrders(model: DemoModel, toppedUpUntil: number): ReadonlySet<number> {
  const lastDay = getDayNumberAt(toppedUpUntil);
  const orders = planNumberedOrders(model, lastDay - MAX_FOLLOW_UP_DAYS, lastDay);
  return new Set(orders.filter((order) => isClosed(order, toppedUpUntil)).map(({ id }) => id));
}

function isClosed({ plan: { states, followUps } }: NumberedOrder, instant: number): boolean {
  return followUps.length === 0 && states.every(({ since }) => since <= instant);
}
