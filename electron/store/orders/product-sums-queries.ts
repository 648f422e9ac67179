import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type CalendarDate, formatLocalDay, getInstants, type InstantRange } from '../../../shared/calendar.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { countMonths } from '../totals/totals-months.ts';
import { type PeriodPart, splitPeriod } from '../totals/totals-selection.ts';
import { ITEM_SUMS, type ItemSelection, joinOrdersAndItems, matchItems } from './order-lines-queries.ts';

type ProductSelection = Pick<ItemSelection, 'shop_id' | 'location_id' | 'product_group_id' | 'product_id'>;

interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Below this number of whole months, reading the items is as fast as reading the totals. */
const MIN_MONTHS = 3;

/**
 * Sums the product items of orders that count, per product. Reads whole months from the totals, and other days from the
 * items. Skips items without a product.
 */
export function sumProducts(db: StoreDb, scope: StoreScope, selection: ProductSelection & Period) {
  const parts = splitPeriod(selection.from, selection.to);
  const months = parts.filter(({ unit }) => unit === 'month');
  const [first, last] = [months.at(0)?.first, months.at(-1)?.last];
  if (first === undefined || last === undefined || countMonths(first, last) < MIN_MONTHS) {
    return sumProductDays(db, scope, selection, getInstants(selection.from, selection.to));
  }
  const monthSums = sumMonths(db, scope, selection, first, last);
  const days = parts.filter(({ unit }) => unit === 'day');
  if (days.length === 0) return monthSums;
  const summed = days.reduce(
    (parts, day) => parts.unionAll(sumProductDays(db, scope, selection, getPartInstants(day), day.sign)),
    monthSums,
  );
  return (
    db
      .selectFrom(summed.as('summed'))
      .select(({ ref }) => ref('summed.product_id').as('product_id'))
      .select(({ fn }) => SUM_COLUMNS.map((sum) => fn.sum<number>(`summed.${sum}`).as(sum)))
      .groupBy('summed.product_id')
      // The subtracted days may be all days on which a product was sold.
      .having(({ fn }) => fn.sum('summed.items'), '<>', 0)
  );
}

const SUM_COLUMNS = ['items', ...ITEM_SUMS] as const;

function getPartInstants({ first, last }: PeriodPart): InstantRange {
  return getInstants(formatLocalDay(first), formatLocalDay(last));
}

function sumMonths(db: StoreDb, scope: StoreScope, selection: ProductSelection, first: number, last: number) {
  return db
    .selectFrom('product_totals_by_month as totals')
    .select(({ ref }) => ref('totals.product_id').$castTo<number | null>().as('product_id'))
    .select(({ fn }) => SUM_COLUMNS.map((sum) => fn.sum<number>(`totals.${sum}`).as(sum)))
    .where(matchTotals(scope, selection))
    .where('totals.month', '>=', first)
    .where('totals.month', '<=', last)
    .groupBy('totals.product_id');
}

function matchTotals(scope: StoreScope, selection: ProductSelection): Expression<SqlBool> {
  const eb = expressionBuilder<{ totals: StoreSchema['product_totals_by_month'] }, 'totals'>();
  const { shop_id, location_id, product_group_id, product_id } = selection;
  const terms = [eb('totals.account_id', '=', scope.accountId)];
  if (scope.locationId !== null) terms.push(eb('totals.location_id', '=', scope.locationId));
  // 0 means no location and cannot be selected.
  if (location_id !== undefined) {
    terms.push(eb('totals.location_id', 'in', location_id), eb('totals.location_id', '<>', 0));
  }
  if (shop_id !== undefined) terms.push(eb('totals.shop_id', 'in', shop_id));
  if (product_group_id !== undefined) terms.push(eb('totals.product_group_id', '=', product_group_id));
  if (product_id !== undefined) terms.push(eb('totals.product_id', '=', product_id));
  return eb.and(terms);
}

/** A `sign` of -1 subtracts the items. */
function sumProductDays(
  db: StoreDb,
  scope: StoreScope,
  selection: ProductSelection,
  range: InstantRange,
  sign: PeriodPart['sign'] = 1,
) {
  const signed = sql.lit(sign);
  return joinOrdersAndItems(db, selection)
    .select('order_items.product_id')
    .select([
      sql<number>`${signed} * count(*)`.as('items'),
      ...ITEM_SUMS.map((sum) => sql<number>`${signed} * sum(${sql.ref(`order_items.${sum}`)})`.as(sum)),
    ])
    .where(matchItems(scope, { ...selection, range, type: 'product' }))
    .where('order_items.product_id', 'is not', null)
    .groupBy('order_items.product_id');
}
