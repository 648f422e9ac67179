import { type AliasedExpression, type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { ITEM_SIGNS } from '../../../shared/contract/order-rows.ts';
import type { ItemType } from '../../../shared/contract/orders.ts';
import { listedRows, NO_DETAIL, type OrderedList, type OrderedPlaces } from '../ordered-lists.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { onlyRow, type PageRange, type StoreScope } from '../scoped-queries.ts';
import { selectedTotals, type TotalsSelection, withKeys } from '../totals/totals-selection.ts';
import { ITEM_TOTALS, PAYMENT_TOTALS } from '../totals/totals-tables.ts';
import { countingOrders, type OrderSelection } from './order-selection.ts';
import { type CountedList, countPeriods, findOrderOffset, totalOf } from './page-offsets.ts';

/** The order of all lists of lines, before the id of the line. */
const BY_MOMENT = sql`orders.date_purchased, orders.id`;

/** How many items there are, and one page of them by moment of purchase, order and id. */
export async function readItems(db: StoreDb, scope: StoreScope, selection: CountedItems, page: PageRange) {
  const { total, place } = await placeOf(db, countedItems(scope, selection), page);
  if (!place) return { total, items: [] };
  const ids = db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select('order_items.id')
    .where(selectedItems(scope, { ...selection, range: place.range }))
    .orderBy(BY_MOMENT)
    .orderBy('order_items.id')
    .limit(page.limit)
    .offset(place.skip);
  return { total, items: await readItemsOfPage(db, ids.as('page')) };
}

/** How many payments there are, and one page of them by moment of purchase, order and id. */
export async function readPayments(db: StoreDb, scope: StoreScope, selection: CountedPayments, page: PageRange) {
  const { total, place } = await placeOf(db, countedPayments(scope, selection), page);
  if (!place) return { total, payments: [] };
  const ids = db
    .selectFrom('orders')
    .innerJoin('order_payments', 'order_payments.order_id', 'orders.id')
    .select('order_payments.id')
    .where(selectedPayments(scope, { ...selection, range: place.range }))
    .orderBy(BY_MOMENT)
    .orderBy('order_payments.id')
    .limit(page.limit)
    .offset(place.skip);
  return { total, payments: await readPaymentsOfPage(db, ids.as('page')) };
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

async function placeOf(db: StoreDb, list: CountedList, { start }: PageRange) {
  const counts = await countPeriods(db, list);
  return { total: totalOf(counts), place: await findOrderOffset(db, list, counts, start, 'asc') };
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
function readItemsOfPage(db: StoreDb, page: PageOfIds) {
  return itemsWithGroup(db)
    .innerJoin(page, 'page.id', 'order_items.id')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['orders.order_number', 'orders.date_purchased', 'orders.shop_id'])
    .orderBy(BY_MOMENT)
    .orderBy('order_items.id')
    .execute();
}

/** The payments of a page with their orders, by moment of purchase, order and id. */
function readPaymentsOfPage(db: StoreDb, page: PageOfIds) {
  return paymentsWithProvider(db)
    .innerJoin(page, 'page.id', 'order_payments.id')
    .innerJoin('orders', 'orders.id', 'order_payments.order_id')
    .select(['orders.order_number', 'orders.date_purchased', 'orders.shop_id'])
    .orderBy(BY_MOMENT)
    .orderBy('order_payments.id')
    .execute();
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

/** The items of a product by moment of purchase, order and id. */
export function productItemList(
  scope: StoreScope,
  selection: ItemSelection & { readonly product_id: number },
): OrderedList {
  return {
    name: 'product items',
    scope,
    selection,
    subjects: ['orders'],
    // SQLite does not reorder a cross join: the items of the product come first, not the orders of the period.
    rows: expressionBuilder<StoreSchema>()
      .selectFrom('order_items')
      .crossJoin('orders')
      .select(['order_items.id', NO_DETAIL])
      .whereRef('orders.id', '=', 'order_items.order_id')
      .where(selectedItems(scope, selection))
      .orderBy(BY_MOMENT)
      .orderBy('order_items.id'),
  };
}

/** A page of items out of an ordered list. `db` has to be the transaction of the list. */
export async function readListedItems(db: StoreDb, list: OrderedPlaces, page: PageRange) {
  const { from, before, rows } = await list.page(page);
  const ids = db
    .selectFrom(listedRows({ rows }))
    .select(({ ref }) => ref('id').$notNull().as('id'))
    .where('place', '>=', from)
    .where('place', '<', before);
  return readItemsOfPage(db, ids.as('page'));
}

/** Sums over all items of the list. */
export function sumListedItems(db: StoreDb, { all }: OrderedPlaces): Promise<ItemSums> {
  return db
    .selectFrom(all.as('page'))
    .innerJoin('order_items', 'order_items.id', 'page.id')
    .select(({ fn, lit }) => ITEM_SUMS.map((sum) => fn.coalesce(fn.sum<number>(`order_items.${sum}`), lit(0)).as(sum)))
    .executeTakeFirstOrThrow();
}
