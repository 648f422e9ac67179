import { type Kysely, sql } from 'kysely';
import { onlyRow } from '../only-row.ts';
import type { StoreSchema } from '../schema.ts';
import type { PageRange, StoreScope } from '../store-scope.ts';
import type { ItemTotal, PaymentTotal } from '../totals/totals-schema.ts';
import { selectedTotals } from '../totals/totals-selection.ts';
import {
  type CountedItems,
  type CountedPayments,
  countedItems,
  countedPayments,
  selectedItems,
  selectedPayments,
} from './order-line-selection.ts';
import { readItemsOfPage, readPaymentsOfPage } from './order-lines-queries.ts';
import { type CountedList, countPeriods, findOrderPlace, totalOf } from './page-offsets.ts';

type Db = Kysely<StoreSchema>;

/** How many items there are, and one page of them by moment of purchase, order and id. */
export async function readItems(db: Db, scope: StoreScope, selection: CountedItems, page: PageRange) {
  const { total, place } = await placeOf(db, countedItems(scope, selection), page);
  if (!place) return { total, items: [] };
  const ids = db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select('order_items.id')
    .where(selectedItems(scope, { ...selection, range: place.range }))
    .orderBy('orders.date_purchased')
    .orderBy('orders.id')
    .orderBy('order_items.id')
    .limit(page.limit)
    .offset(place.skip);
  return { total, items: await readItemsOfPage(db, ids.as('page')) };
}

/** How many payments there are, and one page of them by moment of purchase, order and id. */
export async function readPayments(db: Db, scope: StoreScope, selection: CountedPayments, page: PageRange) {
  const { total, place } = await placeOf(db, countedPayments(scope, selection), page);
  if (!place) return { total, payments: [] };
  const ids = db
    .selectFrom('orders')
    .innerJoin('order_payments', 'order_payments.order_id', 'orders.id')
    .select('order_payments.id')
    .where(selectedPayments(scope, { ...selection, range: place.range }))
    .orderBy('orders.date_purchased')
    .orderBy('orders.id')
    .orderBy('order_payments.id')
    .limit(page.limit)
    .offset(place.skip);
  return { total, payments: await readPaymentsOfPage(db, ids.as('page')) };
}

export type ItemSums = Pick<ItemTotal, 'quantity' | 'value_ex' | 'value_wt' | 'discount_wt' | 'cost_ex'>;

export function sumItems(db: Db, scope: StoreScope, selection: CountedItems): Promise<ItemSums> {
  const sums = ['quantity', 'value_ex', 'value_wt', 'discount_wt', 'cost_ex'] as const;
  return sumTotals(db, countedItems(scope, selection), sums);
}

export function sumPayments(
  db: Db,
  scope: StoreScope,
  selection: CountedPayments,
): Promise<Pick<PaymentTotal, 'amount'>> {
  return sumTotals(db, countedPayments(scope, selection), ['amount']);
}

async function placeOf(db: Db, list: CountedList, { start }: PageRange) {
  const counts = await countPeriods(db, list);
  return { total: totalOf(counts), place: await findOrderPlace(db, list, counts, start, 'asc') };
}

async function sumTotals<Sum extends string>(
  db: Db,
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
