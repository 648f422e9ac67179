import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type CalendarDate, getInstants, toLocalDay } from '../../../shared/calendar.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { composeDay, countDays, getMonth, getNextMonth, getPreviousMonth } from './totals-months.ts';
import type { TotalsTable } from './totals-tables.ts';

/** Selects orders by local day of purchase (`from` and `to` inclusive), shop and location. */
export interface TotalsSelection {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** Any of these shops. Not empty. */
  readonly shop_id?: readonly number[] | undefined;
  readonly location_id?: readonly number[] | undefined;
}

/**
 * Builds a subquery whose rows add up to the totals of the selection. A key may have several rows, some of them
 * negative. Ignore keys whose sums are 0.
 */
export function selectTotals(totals: TotalsTable, scope: StoreScope, selection: TotalsSelection) {
  if (needsOrders(scope, selection)) return sumOrders(totals, scope, selection);
  const columns = ['shop_id', ...Object.keys(totals.keys)].map((key) => sql.id(key));
  const parts = splitPeriod(selection.from, selection.to);
  const selectPart = ({ unit, first, last, sign }: PeriodPart) => {
    const sums = Object.keys(totals.sums).map((sum) =>
      sign === 1 ? sql.id(sum) : sql`-${sql.id(sum)} as ${sql.id(sum)}`,
    );
    return sql`select ${sql.join([...columns, ...sums])}
      from ${sql.id(unit === 'day' ? totals.byDay : totals.byMonth)}
      where ${isInSelectedShops(scope, selection)} and ${sql.id(unit)} between ${first} and ${last}`;
  };
  return sql<unknown>`(${sql.join((parts.length > 0 ? parts : [NO_DAY]).map(selectPart), sql` union all `)})`;
}

const NO_DAY: PeriodPart = { unit: 'day', first: 1, last: 0, sign: 1 };

/** Builds a subquery with the rows of each `day`. */
export function selectDays(totals: TotalsTable, scope: StoreScope, selection: TotalsSelection): RawBuilder<unknown> {
  if (needsOrders(scope, selection)) return sumOrders(totals, scope, selection);
  const [first, last] = [selection.from, selection.to].map(toLocalDay);
  return sql`(select * from ${sql.id(totals.byDay)}
    where ${isInSelectedShops(scope, selection)} and day between ${first} and ${last})`;
}

/** Totals are stored by shop. If a shop sells at several locations, a location's totals are summed from its orders. */
function needsOrders({ hasOrderLocations, locationId }: StoreScope, { location_id }: TotalsSelection): boolean {
  return hasOrderLocations === true && (locationId !== null || location_id !== undefined);
}

function sumOrders(totals: TotalsTable, { accountId, locationId }: StoreScope, selection: TotalsSelection) {
  const { start, end } = getInstants(selection.from, selection.to);
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

/** Lists the shops, because the key of the totals starts with the shop. */
function isInSelectedShops({ accountId, locationId }: StoreScope, selection: TotalsSelection): RawBuilder<SqlBool> {
  const terms = [sql`shops.account_id = ${accountId}`];
  if (locationId !== null) terms.push(sql`shops.location_id = ${locationId}`);
  if (selection.location_id !== undefined) terms.push(sql`shops.location_id in (${sql.join(selection.location_id)})`);
  if (selection.shop_id !== undefined) terms.push(sql`shops.id in (${sql.join(selection.shop_id)})`);
  const shops = sql`select shops.id from shops where ${sql.join(terms, sql` and `)}`;
  return sql`account_id = ${accountId} and shop_id in (${shops})`;
}

/** Consecutive days (YYYYMMDD) or months (YYYYMM), including `first` and `last`. */
export interface PeriodPart {
  readonly unit: 'day' | 'month';
  readonly first: number;
  readonly last: number;
  /** -1 for a part to subtract from another, because it is not in the period. */
  readonly sign: 1 | -1;
}

/**
 * Splits a period into whole months and single days at its edges. If more than half of a month is in the period, the
 * result has the whole month and subtracts the other days. Empty if `to` is before `from`.
 */
export function splitPeriod(from: CalendarDate, to: CalendarDate): PeriodPart[] {
  const [first, last] = [toLocalDay(from), toLocalDay(to)];
  if (first > last) return [];
  const [firstMonth, lastMonth] = [getMonth(first), getMonth(last)];
  if (firstMonth === lastMonth) return splitMonth(firstMonth, getDayOfMonth(first), getDayOfMonth(last));
  const head = splitMonth(firstMonth, getDayOfMonth(first), countDays(firstMonth));
  const tail = splitMonth(lastMonth, 1, getDayOfMonth(last));
  const wholeMonths = {
    unit: 'month',
    first: getNextMonth(firstMonth),
    last: getPreviousMonth(lastMonth),
    sign: 1,
  } as const;
  return [...head, ...(wholeMonths.first <= wholeMonths.last ? [wholeMonths] : []), ...tail];
}

/** `first` and `last` are days of the month, starting at 1. */
function splitMonth(month: number, first: number, last: number): PeriodPart[] {
  const length = countDays(month);
  const days = (from: number, to: number, sign: 1 | -1): PeriodPart[] =>
    from > to ? [] : [{ unit: 'day', first: composeDay(month, from), last: composeDay(month, to), sign }];
  if (2 * (last - first + 1) <= length) return days(first, last, 1);
  return [
    { unit: 'month', first: month, last: month, sign: 1 },
    ...days(1, first - 1, -1),
    ...days(last + 1, length, -1),
  ];
}

function getDayOfMonth(day: number): number {
  return day % 100;
}
