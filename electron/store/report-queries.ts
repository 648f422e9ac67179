import { type Kysely, sql } from 'kysely';
import { countingOrders, type OrderRange } from './order-selection.ts';
import type { StoreSchema } from './schema.ts';
import type { StoreScope } from './store-scope.ts';

type Db = Kysely<StoreSchema>;

/** Sums of the items that the figures of the report cannot tell apart. */
export type ItemBucket = Awaited<ReturnType<typeof sumItemBuckets>>[number];
export type ProviderSum = Awaited<ReturnType<typeof sumPaymentsByProvider>>[number];

/** Items of orders that count, summed by everything a figure of the report distinguishes. One pass over them. */
export function sumItemBuckets(db: Db, scope: StoreScope, selection: OrderRange) {
  return db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select([
      'orders.shop_id',
      'orders.payment_term',
      'orders.is_paid',
      'order_items.type',
      'order_items.product_group_id',
      'order_items.tax_rate_id',
      sql<0 | 1>`order_items.quantity < 0`.as('is_return'),
    ])
    .select(({ fn }) => [
      fn.sum<number>('order_items.value_ex').as('value_ex'),
      fn.sum<number>('order_items.value_wt').as('value_wt'),
      fn.sum<number>('order_items.cost_ex').as('cost_ex'),
    ])
    .where(countingOrders(scope, selection))
    .groupBy([
      'orders.shop_id',
      'orders.payment_term',
      'orders.is_paid',
      'order_items.type',
      'order_items.product_group_id',
      'order_items.tax_rate_id',
      'is_return',
    ])
    .execute();
}

/** Payments of direct orders that count, by provider. */
export function sumPaymentsByProvider(db: Db, scope: StoreScope, selection: OrderRange) {
  return db
    .selectFrom('orders')
    .innerJoin('order_payments', 'order_payments.order_id', 'orders.id')
    .select('order_payments.provider_id')
    .select(({ fn }) => fn.sum<number>('order_payments.amount').as('amount'))
    .where(countingOrders(scope, { ...selection, payment_term: 'direct' }))
    .groupBy('order_payments.provider_id')
    .execute();
}
