import { SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import type { StockLocation } from '../catalog/catalog-writer.ts';
import type { OrderItemsTable, OrdersTable, StoreDb } from '../schema.ts';

export interface IdRange {
  readonly above: number;
  readonly upTo: number;
}

export type FollowableOrder = Pick<OrdersTable, 'id' | 'shop_id' | 'customer_id' | 'value_wt'>;

export interface OrderLines {
  readonly items: readonly Omit<OrderItemsTable, 'id' | 'account_id' | 'order_id'>[];
  readonly payments: readonly { readonly providerId: number; readonly amount: number }[];
}

const WAITING_STATUSES = ['new', 'processing', 'on_hold'] as const;

/** Limits searches in an account with many orders. */
const MAX_SEARCHED_ORDERS = 2_000;

const MAX_FOUND_ORDERS = 20;

/** Reads the highest order id of the account in the range, including removed orders. */
export async function readLastOrderId(db: StoreDb, accountId: number, { above, upTo }: IdRange): Promise<number> {
  const { last } = await db
    .selectFrom('order_changes')
    .select(({ fn }) => fn.max<number | null>('order_id').as('last'))
    .where('account_id', '=', accountId)
    .where('order_id', '>', above)
    .where('order_id', '<=', upTo)
    .executeTakeFirstOrThrow();
  return last ?? above;
}

/**
 * Complete orders without an original and without followers, purchased between `from` (inclusive) and `before`
 * (exclusive), latest first. Those of term `direct` are paid, those of term `invoice` are unpaid.
 */
export function readFollowableOrders(
  db: StoreDb,
  accountId: number,
  selection: { readonly term: OrdersTable['payment_term']; readonly from: number; readonly before: number },
): Promise<FollowableOrder[]> {
  const { term, from, before } = selection;
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('orders')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('date_purchased', '>=', from)
        .where('date_purchased', '<', before)
        .orderBy('date_purchased', 'desc')
        .limit(MAX_SEARCHED_ORDERS)
        .as('latest'),
    )
    .select(['latest.id', 'shop_id', 'customer_id', 'value_wt'])
    .where(({ and }) => and({ status: 'complete', payment_term: term, is_paid: term === 'direct' ? 1 : 0 }))
    .where('follows_order_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders as follower')
            .select('follower.id')
            .whereRef('follower.follows_order_id', '=', 'latest.id'),
        ),
      ),
    )
    .orderBy('date_purchased', 'desc')
    .limit(MAX_FOUND_ORDERS)
    .execute();
}

/** Reads the oldest of the latest orders in the id range that was purchased before an instant and is not sent yet. */
export function readWaitingOrder(db: StoreDb, accountId: number, { above, upTo }: IdRange, before: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'payment_term', 'is_paid'])
    .where('account_id', '=', accountId)
    .where('id', '>', Math.max(above, upTo - MAX_SEARCHED_ORDERS))
    .where('id', '<=', upTo)
    .where('date_purchased', '<', before)
    .where('status', 'in', WAITING_STATUSES)
    .orderBy('id')
    .executeTakeFirst();
}

/** Reads items and payments of an order, sorted by id. */
export async function readOrderLines(db: StoreDb, accountId: number, orderId: number): Promise<OrderLines> {
  const items = await db
    .selectFrom('order_items')
    .select(['type', 'product_id', 'sku', 'title', 'product_group_id', 'quantity', 'ppu', 'ppu_wt'])
    .select(['discount_wt', 'discount_ex', 'value_wt', 'value_ex', 'tax_rate_id', 'cost_ex'])
    .where(({ and }) => and({ account_id: accountId, order_id: orderId }))
    .orderBy('id')
    .execute();
  const payments = await db
    .selectFrom('order_payments')
    .select(['provider_id as providerId', 'amount'])
    .where(({ and }) => and({ account_id: accountId, order_id: orderId }))
    .orderBy('id')
    .execute();
  return { items, payments };
}

/** Reads all sale prices of an account, sorted by id. */
export function readSalePrices(db: StoreDb, accountId: number) {
  return db
    .selectFrom('product_prices')
    .select(['id', 'product_id', 'product_price_type_id', 'from_qty', 'ppu', 'ppu_wt'])
    .where('account_id', '=', accountId)
    .where('product_price_type_id', '=', SALE_PRICE_TYPE)
    .orderBy('id')
    .execute();
}

/** Reads stock in 1/1000. `undefined` if the product is not stocked there. */
export async function readStockAt(
  db: StoreDb,
  { account_id, product_id, location_id }: StockLocation,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('stock')
    .select('quantity')
    .where(({ and }) => and({ account_id, product_id, location_id }))
    .executeTakeFirst();
  return row?.quantity;
}
