import { type AliasedExpression, type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { ITEM_SIGNS, ORDER_ITEM_SORTS, ORDER_PAYMENT_SORTS } from '../../../shared/contract/order-rows.ts';
import type { ItemType } from '../../../shared/contract/orders.ts';
import { isAmong } from '../dialects/expressions.ts';
import { listedRows, NO_DETAIL, type OrderedList, type OrderedPlaces, type OrderTerm } from '../ordered-lists.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { onlyRow, type PageRange, type StoreScope } from '../scoped-queries.ts';
import { selectedTotals, type TotalsSelection, withKeys } from '../totals/totals-selection.ts';
import { ITEM_TOTALS, PAYMENT_TOTALS } from '../totals/totals-tables.ts';
import { countingOrders, type OrderSelection } from './order-selection.ts';
import { type CountedList, countPeriods, type Direction, findOrderOffset, totalOf } from './page-offsets.ts';

/** The order of lists of lines by purchase, before the id of the line. */
function byMoment(direction: Direction) {
  return sql`orders.date_purchased ${sql.raw(direction)}, orders.id`;
}

/** How many items there are, and one page of them by moment of purchase, order and id. */
export async function readItems(
  db: StoreDb,
  scope: StoreScope,
  selection: CountedItems & { readonly sort?: ItemSort },
  page: PageRange,
) {
  const direction = directionOf(selection.sort);
  const { total, place } = await placeOf(db, countedItems(scope, selection), page, direction);
  if (!place) return { total, items: [] };
  const ids = db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select('order_items.id')
    .where(selectedItems(scope, { ...selection, range: place.range }))
    .orderBy(byMoment(direction))
    .orderBy('order_items.id')
    .limit(page.limit)
    .offset(place.skip);
  return { total, items: await readItemsOfPage(db, ids.as('page'), direction) };
}

/** How many payments there are, and one page of them by moment of purchase, order and id. */
export async function readPayments(
  db: StoreDb,
  scope: StoreScope,
  selection: CountedPayments & { readonly sort?: PaymentSort },
  page: PageRange,
) {
  const direction = directionOf(selection.sort);
  const { total, place } = await placeOf(db, countedPayments(scope, selection), page, direction);
  if (!place) return { total, payments: [] };
  const ids = db
    .selectFrom('orders')
    .innerJoin('order_payments', 'order_payments.order_id', 'orders.id')
    .select('order_payments.id')
    .where(selectedPayments(scope, { ...selection, range: place.range }))
    .orderBy(byMoment(direction))
    .orderBy('order_payments.id')
    .limit(page.limit)
    .offset(place.skip);
  return { total, payments: await readPaymentsOfPage(db, ids.as('page'), direction) };
}

/** The columns of items that are summed. */
export const ITEM_SUMS = ['quantity', 'value_ex', 'value_wt', 'discount_wt', 'cost_ex'] as const;

export type ItemSums = Record<(typeof ITEM_SUMS)[number], number>;

export function sumItems(db: StoreDb, scope: StoreScope, selection: CountedItems): Promise<ItemSums> {
  return sumTotals(db, countedItems(scope, selection), ITEM_SUMS);
}

export function sumPayments(db: StoreDb, scope: StoreScope, selection: CountedPayments) {
  return sumTotals(db, countedPayments(scope, selection), ['amount']);
}

async function placeOf(db: StoreDb, list: CountedList, { start }: PageRange, direction: Direction) {
  const counts = await countPeriods(db, list);
  return { total: totalOf(counts), place: await findOrderOffset(db, list, counts, start, direction) };
}

async function sumTotals<Sum extends string>(
  db: StoreDb,
  { totals, scope, selection, isSelected }: CountedList,
  sums: readonly Sum[],
): Promise<Record<Sum, number>> {
  const columns = sums.map((sum) => sql`coalesce(sum(${sql.id(sum)}), 0) as ${sql.id(sum)}`);
  const { rows } = await sql<Record<Sum, number>>`
    select ${sql.join(columns)}
    from ${selectedTotals(totals, scope, selection)} as totals
    where ${isSelected}
  `.execute(db);
  return onlyRow(rows);
}

export interface ItemSelection extends Omit<OrderSelection, 'status'> {
  readonly type?: ItemType | undefined;
  /** Sign of the quantity. */
  readonly sign?: (typeof ITEM_SIGNS)[number] | undefined;
  readonly tax_rate_id?: number | undefined;
  readonly product_group_id?: number | undefined;
  readonly product_id?: number | undefined;
}

/** Items of whole local days, by the keys of the stored totals: everything but the product. */
export type CountedItems = Omit<ItemSelection, 'product_id'> & TotalsSelection;

export interface PaymentSelection extends Pick<OrderSelection, 'range' | 'shop_id' | 'location_id'> {
  readonly provider_id?: number | undefined;
}

export type CountedPayments = PaymentSelection & TotalsSelection;

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

/** The same by the stored totals. */
function countedItems(scope: StoreScope, selection: CountedItems): CountedList {
  const { type, sign, payment_term, is_paid } = selection;
  const isSelected = withKeys({
    type,
    is_return: sign === undefined ? undefined : sign === 'negative',
    payment_term,
    is_paid,
    tax_rate_id: keyOf(selection.tax_rate_id),
    product_group_id: keyOf(selection.product_group_id),
  });
  return { totals: ITEM_TOTALS, scope, selection, isSelected };
}

/** Payments of direct orders that count. */
function selectedPayments(scope: StoreScope, selection: PaymentSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'order_payments'>();
  const terms = [countingOrders(scope, { ...selection, payment_term: 'direct' })];
  const { provider_id } = selection;
  if (provider_id !== undefined) terms.push(eb('order_payments.provider_id', '=', provider_id));
  return eb.and(terms);
}

/** The same by the stored totals. */
function countedPayments(scope: StoreScope, selection: CountedPayments): CountedList {
  const { provider_id } = selection;
  return { totals: PAYMENT_TOTALS, scope, selection, isSelected: withKeys({ provider_id }) };
}

/** In the totals 0 stands for none, but as an id it names nothing. */
function keyOf(id: number | undefined): number | undefined {
  return id === 0 ? -1 : id;
}

/** Ids of the lines of a page. */
type PageOfIds = AliasedExpression<{ id: number }, 'page'>;

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

/** The items of a page with their orders, by moment of purchase, order and id. */
function readItemsOfPage(db: StoreDb, page: PageOfIds, direction: Direction) {
  return itemsOfOrders(db)
    .innerJoin(page, 'page.id', 'order_items.id')
    .orderBy(byMoment(direction))
    .orderBy('order_items.id')
    .execute();
}

/** The payments of a page with their orders, by moment of purchase, order and id. */
function readPaymentsOfPage(db: StoreDb, page: PageOfIds, direction: Direction) {
  return paymentsOfOrders(db)
    .innerJoin(page, 'page.id', 'order_payments.id')
    .orderBy(byMoment(direction))
    .orderBy('order_payments.id')
    .execute();
}

function itemsOfOrders(db: StoreDb) {
  return itemsWithGroup(db)
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['orders.order_number', 'orders.date_purchased', 'orders.shop_id']);
}

function paymentsOfOrders(db: StoreDb) {
  return paymentsWithProvider(db)
    .innerJoin('orders', 'orders.id', 'order_payments.order_id')
    .select(['orders.order_number', 'orders.date_purchased', 'orders.shop_id']);
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

interface ListOrder {
  readonly sort?: string | undefined;
  readonly product_id?: number | undefined;
}

/** True where the list is by moment of purchase and of rows that the stored totals count. */
export function isCountedList({ sort, product_id }: ListOrder): boolean {
  return product_id === undefined && isByMoment(sort);
}

function isByMoment(sort = 'date_purchased'): boolean {
  return sort.endsWith('date_purchased');
}

function directionOf(sort: string | undefined): Direction {
  return sort?.startsWith('-') ? 'desc' : 'asc';
}

export function ordersAndItems({ product_id }: Pick<ItemSelection, 'product_id'>) {
  const eb = expressionBuilder<StoreSchema>();
  return product_id === undefined
    ? eb.selectFrom('orders').innerJoin('order_items', 'order_items.order_id', 'orders.id')
    : itemsOfProducts();
}

/** SQLite does not reorder a cross join: the items of few products come first, not all orders of the period. */
export function itemsOfProducts() {
  return expressionBuilder<StoreSchema>()
    .selectFrom('order_items')
    .crossJoin('orders')
    .whereRef('orders.id', '=', 'order_items.order_id');
}

type ItemSort = (typeof ORDER_ITEM_SORTS)[number];

const ITEM_SORT_COLUMNS = {
  quantity: 'order_items.quantity',
  ppu_wt: 'order_items.ppu_wt',
  value_ex_wt: 'order_items.value_ex',
  value_wt: 'order_items.value_wt',
  cost_value_ex: 'order_items.cost_ex',
} as const satisfies Readonly<Record<Exclude<ItemSort, `-${string}` | 'date_purchased'>, string>>;

/** The items of a selection in its order, then by id; those of a product with their sums, which the totals do not have. */
export function itemList(scope: StoreScope, selection: ItemSelection & { readonly sort?: ItemSort }): OrderedList {
  return {
    name: 'items',
    scope,
    selection,
    subjects: ['orders', 'order_lines'],
    rows: ordersAndItems(selection).select(['order_items.id', NO_DETAIL]).where(selectedItems(scope, selection)),
    order: lineOrder(selection.sort, ITEM_SORT_COLUMNS),
    sums: selection.product_id === undefined ? {} : LISTED_SUMS,
    follows: {
      ...({ feed: 'orders', subjects: ['orders'], table: 'order_items' } as const),
      touched: (ids) => linesOf('order_items', ids),
      rowsOf: (ids) =>
        itemsOfProducts()
          .select(['order_items.id', NO_DETAIL])
          .where(isAmong('order_items.id', ids))
          .where(selectedItems(scope, selection)),
    },
  };
}

const LISTED_SUMS = Object.fromEntries(ITEM_SUMS.map((sum) => [sum, sql.ref<number>(`order_items.${sum}`)]));

function linesOf(table: 'order_items' | 'order_payments', ids: string) {
  return expressionBuilder<StoreSchema>()
    .selectFrom(table)
    .select(`${table}.id`)
    .where(isAmong(`${table}.order_id`, ids));
}

type PaymentSort = (typeof ORDER_PAYMENT_SORTS)[number];

const PAYMENT_SORT_COLUMNS = {
  date_paid: 'order_payments.date_paid',
  amount: 'order_payments.amount',
} as const satisfies Readonly<Record<Exclude<PaymentSort, `-${string}` | 'date_purchased'>, string>>;

/** The payments of a selection in its order, then by id. */
export function paymentList(
  scope: StoreScope,
  selection: PaymentSelection & { readonly sort?: PaymentSort },
): OrderedList {
  return {
    name: 'payments',
    scope,
    selection,
    subjects: ['orders', 'order_lines'],
    rows: expressionBuilder<StoreSchema>()
      .selectFrom('orders')
      .innerJoin('order_payments', 'order_payments.order_id', 'orders.id')
      .select(['order_payments.id', NO_DETAIL])
      .where(selectedPayments(scope, selection)),
    order: lineOrder(selection.sort, PAYMENT_SORT_COLUMNS),
    follows: {
      ...({ feed: 'orders', subjects: ['orders'], table: 'order_payments' } as const),
      touched: (ids) => linesOf('order_payments', ids),
      rowsOf: (ids) =>
        expressionBuilder<StoreSchema>()
          .selectFrom('order_payments')
          .crossJoin('orders')
          .select(['order_payments.id', NO_DETAIL])
          .whereRef('orders.id', '=', 'order_payments.order_id')
          .where(isAmong('order_payments.id', ids))
          .where(selectedPayments(scope, selection)),
    },
  };
}

/** By a column, or by moment of purchase and order. */
function lineOrder(sort: string | undefined, columns: Readonly<Record<string, string>>): OrderTerm[] {
  const column = columns[sort?.replace('-', '') ?? ''];
  const direction = directionOf(sort);
  if (column !== undefined) return [{ by: sql.ref(column), direction }];
  return [
    { by: sql.ref('orders.date_purchased'), direction },
    { by: sql.ref('orders.id'), direction: 'asc' },
  ];
}

/** A page of items out of an ordered list. `db` has to be the transaction of the list. */
export async function readListedItems(db: StoreDb, list: OrderedPlaces, page: PageRange) {
  const { from, before, rows } = await list.page(page);
  return itemsOfOrders(db)
    .innerJoin(listedRows({ rows }), 'listed.id', 'order_items.id')
    .where('listed.place', '>=', from)
    .where('listed.place', '<', before)
    .orderBy('listed.place')
    .execute();
}

/** A page of payments out of an ordered list. `db` has to be the transaction of the list. */
export async function readListedPayments(db: StoreDb, list: OrderedPlaces, page: PageRange) {
  const { from, before, rows } = await list.page(page);
  return paymentsOfOrders(db)
    .innerJoin(listedRows({ rows }), 'listed.id', 'order_payments.id')
    .where('listed.place', '>=', from)
    .where('listed.place', '<', before)
    .orderBy('listed.place')
    .execute();
}

/** Sums over all items of the list, of one product. */
export async function sumListedItems(list: OrderedPlaces): Promise<ItemSums> {
  return (await list.sums()) as ItemSums;
}
