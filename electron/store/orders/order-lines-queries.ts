import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { ITEM_SIGNS, ORDER_ITEM_SORTS, ORDER_PAYMENT_SORTS } from '../../../shared/contract/order-rows.ts';
import type { ItemType } from '../../../shared/contract/orders.ts';
import { avoidIndex, isAmong } from '../dialects/expressions.ts';
import type { List, OrderTerm } from '../list-reader.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { matchCountingOrders, type OrderSelection } from './order-selection.ts';

/** The columns of `order_items` that are summed. Queries use these names as columns. */
export const ITEM_SUMS = ['quantity', 'value_ex', 'value_wt', 'discount_wt', 'cost_ex'] as const;

export type ItemSums = Record<(typeof ITEM_SUMS)[number], number>;

export interface ItemSelection extends Omit<OrderSelection, 'status'> {
  readonly type?: ItemType | undefined;
  /** The sign of the quantity. */
  readonly sign?: (typeof ITEM_SIGNS)[number] | undefined;
  readonly tax_rate_id?: number | undefined;
  readonly product_group_id?: number | undefined;
  readonly product_id?: number | undefined;
}

export interface PaymentSelection extends Pick<OrderSelection, 'range' | 'shop_id' | 'location_id'> {
  readonly provider_id?: number | undefined;
}

/** Matches items of orders that count. */
export function matchItems(scope: StoreScope, selection: ItemSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'order_items'>();
  const { type, sign, tax_rate_id, product_group_id, product_id } = selection;
  const terms = [matchCountingOrders(scope, selection)];
  if (type !== undefined) terms.push(eb('order_items.type', '=', type));
  if (sign !== undefined) terms.push(eb('order_items.quantity', sign === 'positive' ? '>' : '<', 0));
  if (tax_rate_id !== undefined) terms.push(eb('order_items.tax_rate_id', '=', tax_rate_id));
  if (product_group_id !== undefined) terms.push(eb('order_items.product_group_id', '=', product_group_id));
  if (product_id !== undefined) terms.push(eb('order_items.product_id', '=', product_id));
  return eb.and(terms);
}

/** Matches payments of direct orders that count. */
function matchPayments(scope: StoreScope, selection: PaymentSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'order_payments'>();
  const terms = [matchCountingOrders(scope, { ...selection, payment_term: 'direct' })];
  const { provider_id } = selection;
  if (provider_id !== undefined) terms.push(eb('order_payments.provider_id', '=', provider_id));
  return eb.and(terms);
}

export type ItemRecord = Awaited<ReturnType<typeof readItemsOfOrders>>[number];

export type PaymentRecord = Awaited<ReturnType<typeof readPaymentsOfOrders>>[number];

/** Reads the items of these orders, sorted by order and id. */
export function readItemsOfOrders(db: StoreDb, orderIds: readonly number[]) {
  return selectItemsWithGroup(db)
    .where('order_items.order_id', 'in', orderIds)
    .orderBy('order_items.order_id')
    .orderBy('order_items.id')
    .execute();
}

export function readPaymentsOfOrders(db: StoreDb, orderIds: readonly number[]) {
  return selectPaymentsWithProvider(db)
    .where('order_payments.order_id', 'in', orderIds)
    .orderBy('order_payments.order_id')
    .orderBy('order_payments.id')
    .execute();
}

/** Reads items with their orders by item id, unsorted. */
export function readItems(db: StoreDb, accountId: number, ids: readonly number[]) {
  return selectItemsWithOrder(db)
    .where(isAmong('order_items.id', JSON.stringify(ids)))
    .where(avoidIndex('order_items.account_id'), '=', accountId)
    .execute();
}

/** Reads payments with their orders by payment id, unsorted. */
export function readPayments(db: StoreDb, accountId: number, ids: readonly number[]) {
  return selectPaymentsWithOrder(db)
    .where(isAmong('order_payments.id', JSON.stringify(ids)))
    .where(avoidIndex('order_payments.account_id'), '=', accountId)
    .execute();
}

const ORDER_COLUMNS = ['orders.order_number', 'orders.date_purchased', 'orders.shop_id'] as const;

export type ItemWithOrder = Awaited<ReturnType<typeof readItems>>[number];

export type PaymentWithOrder = Awaited<ReturnType<typeof readPayments>>[number];

function selectItemsWithOrder(db: StoreDb) {
  return selectItemsWithGroup(db).innerJoin('orders', 'orders.id', 'order_items.order_id').select(ORDER_COLUMNS);
}

function selectPaymentsWithOrder(db: StoreDb) {
  return selectPaymentsWithProvider(db)
    .innerJoin('orders', 'orders.id', 'order_payments.order_id')
    .select(ORDER_COLUMNS);
}

function selectItemsWithGroup(db: StoreDb) {
  return db
    .selectFrom('order_items')
    .leftJoin('turnover_groups', 'turnover_groups.id', 'order_items.product_group_id')
    .selectAll('order_items')
    .select('turnover_groups.code as product_group_code');
}

function selectPaymentsWithProvider(db: StoreDb) {
  return db
    .selectFrom('order_payments')
    .innerJoin('payment_providers', 'payment_providers.id', 'order_payments.provider_id')
    .selectAll('order_payments')
    .select(['payment_providers.title', 'payment_providers.type_alias']);
}

export function joinOrdersAndItems(db: StoreDb, { product_id }: Pick<ItemSelection, 'product_id'>) {
  return product_id === undefined
    ? db.selectFrom('orders').innerJoin('order_items', 'order_items.order_id', 'orders.id')
    : joinItemsBeforeOrders(db);
}

/**
 * SQLite does not reorder a cross join, so it starts with the items of few products, not with all orders of the period.
 */
export function joinItemsBeforeOrders(db: StoreDb) {
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

/** Defines the list of ids of the selected items, sorted by `sort`, then by id. */
export function defineItemList(
  db: StoreDb,
  scope: StoreScope,
  selection: ItemSelection & { readonly sort?: ItemSort },
): List<{ id: number }, keyof typeof ITEM_LIST_SUMS> {
  return {
    name: 'items',
    scope,
    selection,
    subjects: ['orders'],
    query: joinOrdersAndItems(db, selection).select('order_items.id').where(matchItems(scope, selection)),
    order: getLineOrder(selection.sort, ITEM_SORT_COLUMNS, 'order_items.id'),
    sums: ITEM_LIST_SUMS,
  };
}

const ITEM_LIST_SUMS = {
  quantity: sql.ref<number>('order_items.quantity'),
  value_ex: sql.ref<number>('order_items.value_ex'),
  value_wt: sql.ref<number>('order_items.value_wt'),
  cost_ex: sql.ref<number>('order_items.cost_ex'),
};

/** Defines the list of the items with their orders. */
export function defineItemRecordList(
  db: StoreDb,
  scope: StoreScope,
  selection: Parameters<typeof defineItemList>[2],
): List<ItemWithOrder, string> {
  return {
    ...defineItemList(db, scope, selection),
    query: joinOrdersAndItems(db, selection)
      .leftJoin('turnover_groups', 'turnover_groups.id', 'order_items.product_group_id')
      .selectAll('order_items')
      .select(['turnover_groups.code as product_group_code', ...ORDER_COLUMNS])
      .where(matchItems(scope, selection)),
  };
}

type PaymentSort = (typeof ORDER_PAYMENT_SORTS)[number];

const PAYMENT_SORT_COLUMNS = {
  date_paid: 'order_payments.date_paid',
  amount: 'order_payments.amount',
} as const satisfies Readonly<Record<Exclude<PaymentSort, `-${string}` | 'date_purchased'>, string>>;

/** Defines the list of ids of the selected payments, sorted by `sort`, then by id. */
export function definePaymentList(
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
      .where(matchPayments(scope, selection)),
    order: getLineOrder(selection.sort, PAYMENT_SORT_COLUMNS, 'order_payments.id'),
    sums: { amount: sql.ref<number>('order_payments.amount') },
  };
}

/** Defines the list of the payments with their orders. */
export function definePaymentRecordList(
  db: StoreDb,
  scope: StoreScope,
  selection: Parameters<typeof definePaymentList>[2],
): List<PaymentWithOrder, string> {
  return {
    ...definePaymentList(db, scope, selection),
    // SQLite does not reorder a cross join, so it starts with the orders, which are sorted.
    query: db
      .selectFrom('orders')
      .innerJoin('order_payments', 'order_payments.order_id', 'orders.id')
      .crossJoin('payment_providers')
      .whereRef('payment_providers.id', '=', 'order_payments.provider_id')
      .selectAll('order_payments')
      .select(['payment_providers.title', 'payment_providers.type_alias', ...ORDER_COLUMNS])
      .where(matchPayments(scope, selection)),
  };
}

/** Sorts by a column, or by purchase time and order; then by line id. */
function getLineOrder(
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
