import { type Kysely, sql } from 'kysely';
import type { InstantRange } from '../../shared/calendar.ts';
import { MS_PER_DAY, type SteadySpan } from '../../shared/local-days.ts';
import { sumOfItems, TURNOVER_ITEMS } from './item-figures.ts';
import { countingOrders, type OrderRange } from './order-selection.ts';
import type { StoreSchema } from './schema.ts';
import type { StoreScope } from './store-scope.ts';

type Db = Kysely<StoreSchema>;
type Selection = Omit<OrderRange, 'range'>;

export type OrderSumsOfDay = Awaited<ReturnType<typeof sumOrdersByDay>>[number];
export type PaymentSumsOfDay = Awaited<ReturnType<typeof sumPaymentsByDay>>[number];

/** Counts and figures of the orders that count, all of the selection together. */
export function sumOrders(db: Db, scope: StoreScope, selection: OrderRange) {
  return orderSums(db, scope, selection).executeTakeFirstOrThrow();
}

/** The same for each local day of the span that has an order. `day` as in shared/local-days.ts. */
export function sumOrdersByDay(db: Db, scope: StoreScope, selection: Selection, span: SteadySpan) {
  return orderSums(db, scope, { ...selection, range: span })
    .select(dayIn(span).as('day'))
    .groupBy('day')
    .execute();
}

/** Payments of direct orders that count, for each local day of their purchase and each provider. */
export function sumPaymentsByDay(db: Db, scope: StoreScope, selection: Selection, span: SteadySpan) {
  return db
    .selectFrom('orders')
    .innerJoin('order_payments', 'order_payments.order_id', 'orders.id')
    .select([dayIn(span).as('day'), 'order_payments.provider_id'])
    .select(({ fn }) => [
      fn.countAll<number>().as('payments'),
      fn.sum<number>('order_payments.amount').as('amount'),
    ])
    .where(countingOrders(scope, { ...selection, range: span, payment_term: 'direct' }))
    .groupBy(['day', 'order_payments.provider_id'])
    .execute();
}

/** The first and the last order that counts, by moment of purchase, then id; undefined where none counts. */
export async function readOuterOrders(db: Db, scope: StoreScope, selection: OrderRange) {
  const [first, last] = [
    await outerOrder(db, scope, selection, 'asc'),
    await outerOrder(db, scope, selection, 'desc'),
  ];
  return first && last ? { first, last } : undefined;
}

/** From the first to the last purchase that counts in the selection; null where none does. */
export async function readPurchaseRange(
  db: Db,
  scope: StoreScope,
  selection: OrderRange,
): Promise<InstantRange | null> {
  const outer = await readOuterOrders(db, scope, selection);
  return outer ? { start: outer.first.date_purchased, end: outer.last.date_purchased + 1 } : null;
}

function outerOrder(db: Db, scope: StoreScope, selection: OrderRange, direction: 'asc' | 'desc') {
  return db
    .selectFrom('orders')
    .select(['order_number', 'date_purchased'])
    .where(countingOrders(scope, selection))
    .orderBy('date_purchased', direction)
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst();
}

function orderSums(db: Db, scope: StoreScope, selection: OrderRange) {
  return db
    .selectFrom('orders')
    .leftJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(({ fn }) => [
      fn.count<number>('orders.id').distinct().as('orders'),
      fn
        .count<number>('orders.id')
        .distinct()
        .filterWhere('order_items.type', '=', 'product')
        .filterWhere('order_items.quantity', '<', 0)
        .as('returns'),
      fn
        .count<number>('orders.id')
        .distinct()
        .filterWhere('orders.discount_wt', '>', 0)
        .as('discounted_orders'),
      fn.coalesce(fn.sum<number>('order_items.discount_wt'), sql.lit(0)).as('discount_wt'),
      sumOfItems('value_ex', TURNOVER_ITEMS).as('turnover_ex'),
      sumOfItems('value_wt', TURNOVER_ITEMS).as('turnover_wt'),
      sumOfItems('cost_ex', ['product']).as('cost_ex'),
    ])
    .where(countingOrders(scope, selection));
}

function dayIn({ firstDay, firstMidnight }: SteadySpan) {
  const purchased = sql.ref('orders.date_purchased');
  return sql<number>`(${purchased} - ${firstMidnight}) / ${MS_PER_DAY} + ${firstDay}`;
}
