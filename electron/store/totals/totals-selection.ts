import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type CalendarDate, instantsOf, localDayOf } from '../../../shared/calendar.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { dayOfMonth, daysIn, monthAfter, monthBefore, monthOf } from './totals-months.ts';
import type { TotalsTable } from './totals-tables.ts';

/** Orders by local day of purchase, `to` included, and by where they were sold. */
export interface TotalsSelection {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** One of these; not empty. */
  readonly shop_id?: readonly number[] | undefined;
  readonly location_id?: readonly number[] | undefined;
}

/**
 * The rows whose sums are the totals of the selection, for a `from` clause. There may be several rows of one key, and
 * negative ones: a key whose sums are 0 is not in the selection.
 */
export function selectedTotals(totals: TotalsTable, scope: StoreScope, selection: TotalsSelection) {
  if (isPlacedByOrder(scope, selection)) return totalsOfOrders(totals, scope, selection);
  const columns = ['shop_id', ...Object.keys(totals.keys)].map((key) => sql.id(key));
  const parts = partsOfPeriod(selection.from, selection.to);
  const partOf = ({ unit, first, last, sign }: PeriodPart) => {
    const sums = Object.keys(totals.sums).map((sum) =>
      sign === 1 ? sql.id(sum) : sql`-${sql.id(sum)} as ${sql.id(sum)}`,
    );
    return sql`select ${sql.join([...columns, ...sums])}
      from ${sql.id(unit === 'day' ? totals.byDay : totals.byMonth)}
      where ${atPlace(scope, selection)} and ${sql.id(unit)} between ${first} and ${last}`;
  };
  return sql<unknown>`(${sql.join((parts.length > 0 ? parts : [NO_DAY]).map(partOf), sql` union all `)})`;
}

const NO_DAY: PeriodPart = { unit: 'day', first: 1, last: 0, sign: 1 };

/** The rows of single days, with their `day`. */
export function selectedDays(totals: TotalsTable, scope: StoreScope, selection: TotalsSelection): RawBuilder<unknown> {
  if (isPlacedByOrder(scope, selection)) return totalsOfOrders(totals, scope, selection);
  const [first, last] = [selection.from, selection.to].map(localDayOf);
  return sql`(select * from ${sql.id(totals.byDay)}
    where ${atPlace(scope, selection)} and day between ${first} and ${last})`;
}

/** Totals are kept by shop: those of a location are the sums of its orders where a shop sells at several. */
function isPlacedByOrder({ hasOrderLocations, locationId }: StoreScope, { location_id }: TotalsSelection): boolean {
  return hasOrderLocations === true && (locationId !== null || location_id !== undefined);
}

function totalsOfOrders(totals: TotalsTable, { accountId, locationId }: StoreScope, selection: TotalsSelection) {
  const { start, end } = instantsOf(selection.from, selection.to);
  const terms = [totals.condition, sql`orders.account_id = ${accountId}`];
  terms.push(sql`orders.date_purchased >= ${start} and orders.date_purchased < ${end}`);
  if (locationId !== null) terms.push(sql`orders.location_id = ${locationId}`);
  if (selection.location_id !== undefined) terms.push(sql`orders.location_id in (${sql.join(selection.location_id)})`);
  if (selection.shop_id !== undefined) terms.push(sql`orders.shop_id in (${sql.join(selection.shop_id)})`);
  const keys = { shop_id: sql`orders.shop_id`, day: sql`orders.local_day`, ...totals.keys };
  const columns = Object.entries({ ...keys, ...totals.sums }).map(([name, value]) => sql`${value} as ${sql.id(name)}`);
  return sql<unknown>`(select ${sql.join(columns)} from ${totals.source}
    where ${sql.join(terms, sql` and `)} group by ${sql.join(Object.values(keys))})`;
}

/** Names the shops, because the key of the totals begins with the shop. */
function atPlace({ accountId, locationId }: StoreScope, place: TotalsSelection): RawBuilder<SqlBool> {
  const terms = [sql`shops.account_id = ${accountId}`];
  if (locationId !== null) terms.push(sql`shops.location_id = ${locationId}`);
  if (place.location_id !== undefined) terms.push(sql`shops.location_id in (${sql.join(place.location_id)})`);
  if (place.shop_id !== undefined) terms.push(sql`shops.id in (${sql.join(place.shop_id)})`);
  const shops = sql`select shops.id from shops where ${sql.join(terms, sql` and `)}`;
  return sql`account_id = ${accountId} and shop_id in (${shops})`;
}

/** Days or months in a row, `first` and `last` included: days as YYYYMMDD, months as YYYYMM. */
export interface PeriodPart {
  readonly unit: 'day' | 'month';
  readonly first: number;
  readonly last: number;
  /** -1 for a part that is inside another part but not in the period. */
  readonly sign: 1 | -1;
}

/**
 * The parts whose totals sum to those of the days `from` to `to`: whole months, and single days at the edges. A month of
 * which more than half is in the period is taken whole, and its other days are subtracted. Empty where `to` is before
 * `from`.
 */
export function partsOfPeriod(from: CalendarDate, to: CalendarDate): PeriodPart[] {
  const [first, last] = [localDayOf(from), localDayOf(to)];
  if (first > last) return [];
  const [firstMonth, lastMonth] = [monthOf(first), monthOf(last)];
  if (firstMonth === lastMonth) return partsOfMonth(firstMonth, placeOf(first), placeOf(last));
  const head = partsOfMonth(firstMonth, placeOf(first), daysIn(firstMonth));
  const tail = partsOfMonth(lastMonth, 1, placeOf(last));
  const between = { unit: 'month', first: monthAfter(firstMonth), last: monthBefore(lastMonth), sign: 1 } as const;
  return [...head, ...(between.first <= between.last ? [between] : []), ...tail];
}

/** `first` and `last` are days of the month, from 1 on. */
function partsOfMonth(month: number, first: number, last: number): PeriodPart[] {
  const length = daysIn(month);
  const days = (from: number, to: number, sign: 1 | -1): PeriodPart[] =>
    from > to ? [] : [{ unit: 'day', first: dayOfMonth(month, from), last: dayOfMonth(month, to), sign }];
  if (2 * (last - first + 1) <= length) return days(first, last, 1);
  return [
    { unit: 'month', first: month, last: month, sign: 1 },
    ...days(1, first - 1, -1),
    ...days(last + 1, length, -1),
  ];
}

/** The number of the day in its month, from 1 on. */
function placeOf(day: number): number {
  return day % 100;
}
