import type { AliasedExpression, Kysely } from 'kysely';
import type { StoreSchema } from '../schema.ts';

type Db = Kysely<StoreSchema>;

/** Ids of the lines of a page. */
type PageOfIds = AliasedExpression<{ id: number }, 'page'>;

export type ItemRecord = Awaited<ReturnType<typeof readItemsOfOrders>>[number];
export type PaymentRecord = Awaited<ReturnType<typeof readPaymentsOfOrders>>[number];

/** Items of some orders, in the order in which each order has them. */
export function readItemsOfOrders(db: Db, orderIds: readonly number[]) {
  return itemsWithGroup(db)
    .where('order_items.order_id', 'in', orderIds)
    .orderBy('order_items.order_id')
    .orderBy('order_items.id')
    .execute();
}

export function readPaymentsOfOrders(db: Db, orderIds: readonly number[]) {
  return paymentsWithProvider(db)
    .where('order_payments.order_id', 'in', orderIds)
    .orderBy('order_payments.order_id')
    .orderBy('order_payments.id')
    .execute();
}

/** The items of a page with their orders, by moment of purchase, order and id. */
export function readItemsOfPage(db: Db, page: PageOfIds) {
  return itemsWithGroup(db)
    .innerJoin(page, 'page.id', 'order_items.id')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['orders.order_number', 'orders.date_purchased', 'orders.shop_id'])
    .orderBy('orders.date_purchased')
    .orderBy('orders.id')
    .orderBy('order_items.id')
    .execute();
}

/** The payments of a page with their orders, by moment of purchase, order and id. */
export function readPaymentsOfPage(db: Db, page: PageOfIds) {
  return paymentsWithProvider(db)
    .innerJoin(page, 'page.id', 'order_payments.id')
    .innerJoin('orders', 'orders.id', 'order_payments.order_id')
    .select(['orders.order_number', 'orders.date_purchased', 'orders.shop_id'])
    .orderBy('orders.date_purchased')
    .orderBy('orders.id')
    .orderBy('order_payments.id')
    .execute();
}

function itemsWithGroup(db: Db) {
  return db
    .selectFrom('order_items')
    .leftJoin('turnover_groups', 'turnover_groups.id', 'order_items.product_group_id')
    .selectAll('order_items')
    .select('turnover_groups.code as product_group_code');
}

function paymentsWithProvider(db: Db) {
  return db
    .selectFrom('order_payments')
    .innerJoin('payment_providers', 'payment_providers.id', 'order_payments.provider_id')
    .selectAll('order_payments')
    .select(['payment_providers.title', 'payment_providers.type_alias']);
}
