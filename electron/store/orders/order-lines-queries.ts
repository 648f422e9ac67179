import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { ITEM_SIGNS, ORDER_ITEM_SORTS, ORDER_PAYMENT_SORTS } from '../../../shared/contract/order-rows.ts';
import type { ItemType } from '../../../shared/contract/orders.ts';
import { isAmong, avoidIndex } from '../dialects/expressions.ts';
import type { List, OrderTerm } from '../list-reader.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { countingOrders, type OrderSelection } from './order-selection.ts';

/** The columns of items that are summed. */
export const ITEM_SUMS = ['quantity', 'value_ex', 'value_wt', 'discount_wt', 'cost_ex'] as const;

export type ItemSums = Record<(typeof ITEM_SUMS)[number], number>;

export interface ItemSelection extends Omit<OrderSelection, 'status'> {
  readonly type?: ItemType | undefined;
  /** Sign of the quantity. */
  readonly sign?: (typeof ITEM_SIGNS)[number] | undefined;
  readonly tax_rate_id?: number | undefined;
  readonly product_group_id?: number | undefined;
  readonly product_id?: number | undefined;
}

export interface PaymentSelection extends Pick<OrderSelection, 'range' | 'shop_id' | 'location_id'> {
  readonly provider_id?: number | undefined;
}

/** Items of orders that count. */
export function selectedItems(scope: StoreScope, selection: ItemSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'order_items'>();
  const { type, sign, tax_rate_id, product_group_id, product_id } = selection;
  const terms = [countingOrders(scope, selection)];
  if (type !== undefined) terms.push(eb('order_items.type', '=', type));
  if (sign !== undefined) terms.push(eb('order_items.quantity', sign === 'positive' ? '>' : '<', 0));
  if (tax_rate_id !== undefined) terms.push(eb('order_items.tax_rate_id', '=', tax_rate_id));
  if (product_group_id !== undefined) terms.push(eb('order_items.product_group_id', '=', product_group_id));
  if (product_id !== undefined) terms.push(eb('order_items.product_id', '=', product_id));
  return eb.and(terms);
}

/** Payments of direct orders that count. */
function selectedPayments(scope: StoreScope, selection: PaymentSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'order_payments'>();
  const terms = [countingOrders(scope, { ...selection, payment_term: 'direct' })];
  const { provider_id } = selection;
  if (provider_id !== undefined) terms.push(eb('order_payments.provider_id', '=', provider_id));
  return eb.and(terms);
}

export type ItemRecord = Awaited<ReturnType<typeof readItemsOfOrders>>[number];

export type PaymentRecord = Awaited<ReturnType<typeof readPaymentsOfOrders>>[number];

/** Items of some orders, by order and id. */
export function readItemsOfOrders(db: StoreDb, orderIds: readonly number[]) {
  return itemsWithGroup(db)
    .where('order_items.order_id', 'in', orderIds)
    .orderBy('order_items.order_id')
    .orderBy('order_items.id')
    .execute();
}

export function readPaymentsOfOrders(db: StoreDb, orderIds: readonly number[]) {
  return paymentsWithProvider(db)
    .where('order_payments.order_id', 'in', orderIds)
    .orderBy('order_payments.order_id')
    .orderBy('order_payments.id')
    .execute();
}

/** These items with their orders, unsorted. */
export function readItems(db: StoreDb, accountId: number, ids: readonly number[]) {
  return itemsOfOrders(db)
    .where(isAmong('order_items.id', JSON.stringify(ids)))
    .where(avoidIndex('order_items.account_id'), '=', accountId)
    .execute();
}

/** These payments with their orders, unsorted. */
export function readPayments(db: StoreDb, accountId: number, ids: readonly number[]) {
  return paymentsOfOrders(db)
    .where(isAmong('order_payments.id', JSON.stringify(ids)))
    .where(avoidIndex('order_payments.account_id'), '=', accountId)
    .execute();
}

const OF_ORDER = ['orders.order_number', 'orders.date_purchased', 'orders.shop_id'] as const;

export type ItemOfOrder = Awaited<ReturnType<typeof readItems>>[number];

export type PaymentOfOrder = Awaited<ReturnType<typeof readPayments>>[number];

function itemsOfOrders(db: StoreDb) {
  return itemsWithGroup(db).innerJoin('orders', 'orders.id', 'order_items.order_id').select(OF_ORDER);
}

function paymentsOfOrders(db: StoreDb) {
  return paymentsWithProvider(db).innerJoin('orders', 'orders.id', 'order_payments.order_id').select(OF_ORDER);
}

function itemsWithGroup(db: StoreDb) {
  return db
    .selectFrom('order_items')
    .leftJoin('turnover_groups', 'turnover_groups.id', 'order_items.product_group_id')
    .selectAll('order_items')
    .select('turnover_groups.code as product_group_code');
}

function paymentsWithProvider(db: StoreDb) {
  return db
    .selectFrom('order_payments')
    .innerJoin('payment_providers', 'payment_providers.id', 'order_payments.provider_id')
    .selectAll('order_payments')
    .select(['payment_providers.title', 'payment_providers.type_alias']);
}

export function ordersAndItems(db: StoreDb, { product_id }: Pick<ItemSelection, 'product_id'>) {
  return product_id === undefined
    ? db.selectFrom('orders').innerJoin('order_items', 'order_items.order_id', 'orders.id')
    : itemsOfProducts(db);
}

/** SQLite does not reorder a cross join: the items of few products come first, not all orders of the period. */
export function itemsOfProducts(db: StoreDb) {
  return db.selectFrom('order_items').crossJoin('orders').whereRef('orders.id', '=', 'order_items.order_id');
}

type ItemSort = (typeof ORDER_ITEM_SORTS)[number];

const ITEM_SORT_COLUMNS = {
  quantity: 'order_items.quantity',
  ppu_wt: 'order_items.ppu_wt',
  value_ex_wt: 'order_items.value_ex',
  value_wt: 'order_items.value_wt',
  cost_value_ex: 'order_items.cost_ex',
} as const satisfies Readonly<Record<Exclude<ItemSort, `-${string}` | 'date_purchased'>, string>>;

/** The ids of the items of a selection in its order, then by id. */
export function itemList(
  db: StoreDb,
  scope: StoreScope,
  selection: ItemSelection & { readonly sort?: ItemSort },
): List<{ id: number }, keyof ItemSums> {
  return {
    name: 'items',
    scope,
    selection,
    subjects: ['orders'],
    query: ordersAndItems(db, selection).select('order_items.id').where(selectedItems(scope, selection)),
    order: lineOrder(selection.sort, ITEM_SORT_COLUMNS, 'order_items.id'),
    sums: LISTED_SUMS,
  };
}

const LISTED_SUMS = {
  quantity: sql.ref<number>('order_items.quantity'),
  value_ex: sql.ref<number>('order_items.value_ex'),
  value_wt: sql.ref<number>('order_items.value_wt'),
  discount_wt: sql.ref<number>('order_items.discount_wt'),
  cost_ex: sql.ref<number>('order_items.cost_ex'),
};

/** The same with the items themselves and their orders. */
export function itemRecordList(
  db: StoreDb,
  scope: StoreScope,
  selection: Parameters<typeof itemList>[2],
): List<ItemOfOrder, string> {
  return {
    ...itemList(db, scope, selection),
    query: ordersAndItems(db, selection)
      .leftJoin('turnover_groups', 'turnover_groups.id', 'order_items.product_group_id')
      .selectAll('order_items')
      .select(['turnover_groups.code as product_group_code', ...OF_ORDER])
      .where(selectedItems(scope, selection)),
  };
}

type PaymentSort = (typeof ORDER_PAYMENT_SORTS)[number];

const PAYMENT_SORT_COLUMNS = {
  date_paid: 'order_payments.date_paid',
  amount: 'order_payments.amount',
} as const satisfies Readonly<Record<Exclude<PaymentSort, `-${string}` | 'date_purchased'>, string>>;

/** The ids of the payments of a selection in its order, then by id. */
export function paymentList(
  db: StoreDb,
  scope: StoreScope,
  selection: PaymentSelection & { readonly sort?: PaymentSort },
): List<{ id: number }, 'amount'> {
  return {
    name: 'payments',
    scope,
    selection,
    subjects: ['orders'],
    query: db
      .selectFrom('orders')
      .innerJoin('order_payments', 'order_payments.order_id', 'orders.id')
      .select('order_payments.id')
      .where(selectedPayments(scope, selection)),
    order: lineOrder(selection.sort, PAYMENT_SORT_COLUMNS, 'order_payments.id'),
    sums: { amount: sql.ref<number>('order_payments.amount') },
  };
}

/** The same with the payments themselves and their orders. */
export function paymentRecordList(
  db: StoreDb,
  scope: StoreScope,
  selection: Parameters<typeof paymentList>[2],
): List<PaymentOfOrder, string> {
  return {
    ...paymentList(db, scope, selection),
    // SQLite does not reorder a cross join: the orders come first, as they are sorted.
    query: db
      .selectFrom('orders')
      .innerJoin('order_payments', 'order_payments.order_id', 'orders.id')
      .crossJoin('payment_providers')
      .whereRef('payment_providers.id', '=', 'order_payments.provider_id')
      .selectAll('order_payments')
      .select(['payment_providers.title', 'payment_providers.type_alias', ...OF_ORDER])
      .where(selectedPayments(scope, selection)),
  };
}

/** By a column, or by time of purchase and order; then by the id of the line. */
function lineOrder(
  sort: string | undefined,
  columns: Readonly<Record<string, string>>,
  id: 'order_items.id' | 'order_payments.id',
): OrderTerm[] {
  const column = columns[sort?.replace('-', '') ?? ''];
  const direction = sort?.startsWith('-') ? 'desc' : 'asc';
  const byId: OrderTerm = { by: sql.ref(id), direction: 'asc' };
  if (column !== undefined) return [{ by: sql.ref(column), direction }, byId];
  return [{ by: sql.ref('orders.date_purchased'), direction }, { by: sql.ref('orders.id'), direction: 'asc' }, byId];
}
