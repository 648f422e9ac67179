import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { ITEM_SIGNS } from '../../shared/contract/order-items.ts';
import type { ItemType } from '../../shared/contract/orders.ts';
import { countingOrders, type OrderSelection } from './order-selection.ts';
import type { StoreSchema } from './schema.ts';
import type { PageRange, StoreScope } from './store-scope.ts';

type Db = Kysely<StoreSchema>;

export interface ItemSelection extends Omit<OrderSelection, 'status' | 'q'> {
  readonly type?: ItemType | undefined;
  /** Sign of the quantity. */
  readonly sign?: (typeof ITEM_SIGNS)[number] | undefined;
  readonly tax_rate_id?: number | undefined;
  readonly product_group_id?: number | undefined;
  readonly product_id?: number | undefined;
}

export interface PaymentSelection extends Omit<OrderSelection, 'status' | 'q' | 'payment_term'> {
  readonly provider_id?: number | undefined;
}

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

/** Items of orders that count, by moment of purchase, order and id. */
export function readItems(db: Db, scope: StoreScope, selection: ItemSelection, page: PageRange) {
  return itemsWithGroup(db)
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['orders.order_number', 'orders.date_purchased', 'orders.shop_id'])
    .where(selectedItems(scope, selection))
    .orderBy('orders.date_purchased')
    .orderBy('orders.id')
    .orderBy('order_items.id')
    .limit(page.limit)
    .offset(page.start)
    .execute();
}

export function sumItems(db: Db, scope: StoreScope, selection: ItemSelection) {
  return db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(({ fn, lit }) => [
      fn.countAll<number>().as('total'),
      fn.coalesce(fn.sum<number>('order_items.quantity'), lit(0)).as('quantity'),
      fn.coalesce(fn.sum<number>('order_items.value_ex'), lit(0)).as('value_ex'),
      fn.coalesce(fn.sum<number>('order_items.value_wt'), lit(0)).as('value_wt'),
      fn.coalesce(fn.sum<number>('order_items.cost_ex'), lit(0)).as('cost_ex'),
    ])
    .where(selectedItems(scope, selection))
    .executeTakeFirstOrThrow();
}

/** Payments of direct orders that count, by moment of purchase, order and id. */
export function readPayments(db: Db, scope: StoreScope, selection: PaymentSelection, page: PageRange) {
  return paymentsWithProvider(db)
    .innerJoin('orders', 'orders.id', 'order_payments.order_id')
    .select(['orders.order_number', 'orders.date_purchased', 'orders.shop_id'])
    .where(selectedPayments(scope, selection))
    .orderBy('orders.date_purchased')
    .orderBy('orders.id')
    .orderBy('order_payments.id')
    .limit(page.limit)
    .offset(page.start)
    .execute();
}

export function sumPayments(db: Db, scope: StoreScope, selection: PaymentSelection) {
  return db
    .selectFrom('order_payments')
    .innerJoin('orders', 'orders.id', 'order_payments.order_id')
    .select(({ fn, lit }) => [
      fn.countAll<number>().as('total'),
      fn.coalesce(fn.sum<number>('order_payments.amount'), lit(0)).as('amount'),
    ])
    .where(selectedPayments(scope, selection))
    .executeTakeFirstOrThrow();
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

/** Items of orders that count. */
export function selectedItems(scope: StoreScope, selection: ItemSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'order_items'>();
  const { type, sign, tax_rate_id, product_group_id, product_id } = selection;
  const terms = [countingOrders(scope, selection)];
  if (type !== undefined) terms.push(eb('order_items.type', '=', type));
  if (sign !== undefined) terms.push(eb('order_items.quantity', sign === 'positive' ? '>' : '<', 0));
  if (tax_rate_id !== undefined) terms.push(eb('order_items.tax_rate_id', '=', tax_rate_id));
  if (product_group_id !== undefined) {
    terms.push(eb('order_items.product_group_id', '=', product_group_id));
  }
  if (product_id !== undefined) terms.push(eb('order_items.product_id', '=', product_id));
  return eb.and(terms);
}

function selectedPayments(scope: StoreScope, selection: PaymentSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'order_payments'>();
  const terms = [countingOrders(scope, { ...selection, payment_term: 'direct' })];
  if (selection.provider_id !== undefined) {
    terms.push(eb('order_payments.provider_id', '=', selection.provider_id));
  }
  return eb.and(terms);
}
