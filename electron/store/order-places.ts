import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type InstantRange, instantsOf } from '../../shared/calendar.ts';
import { dateOfLocalDay, localDayOf } from '../../shared/local-days.ts';
import type { OrderSelection } from './order-selection.ts';
import type { StoreSchema } from './schema.ts';
import type { StoreScope } from './store-scope.ts';
import { dayOfMonth, daysIn, monthAfter, monthBefore, monthOf } from './totals/local-months.ts';
import {
  periodsOf,
  selectedTotals,
  type TotalsPeriods,
  type TotalsSelection,
} from './totals/totals-selection.ts';
import { ORDER_TOTALS } from './totals/totals-tables.ts';

type Db = Kysely<StoreSchema>;

/** Orders of whole local days, by what the kept totals tell apart: everything but a search. */
export type CountedSelection = Omit<OrderSelection, 'q'> & TotalsSelection;

export type Direction = 'asc' | 'desc';

/** A row in a list by moment of purchase: in `range`, behind the first `skip` rows. */
export interface OrderPlace {
  readonly range: InstantRange;
  readonly skip: number;
}

/** Rows that are passed over faster than the totals are looked up. */
const NEAR = 500;

export async function countByTotals(db: Db, scope: StoreScope, selection: CountedSelection): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select coalesce(sum(orders), 0) as orders
    from ${selectedTotals(ORDER_TOTALS, scope, selection)} as totals
    where ${isSelected(selection)}
  `.execute(db);
  return rows[0]?.orders ?? 0;
}

/**
 * Finds row `start` of a list by moment of purchase without reading the rows before it: the totals tell in which
 * month, and then on which day, it lies. Null where the list is shorter.
 */
export async function findOrderPlace(
  db: Db,
  scope: StoreScope,
  selection: CountedSelection,
  start: number,
  direction: Direction,
): Promise<OrderPlace | null> {
  if (start < NEAR) return { range: selection.range, skip: start };
  let skip = start;
  for (const periods of stretchesOf(selection, direction)) {
    for (const { period, orders } of await readCounts(db, scope, selection, periods, direction)) {
      if (skip >= orders) {
        skip -= orders;
      } else if (periods.unit === 'day') {
        return { range: fromDayOn(selection.range, period, direction), skip };
      } else {
        return findInMonth(db, scope, selection, { month: period, skip, direction });
      }
    }
  }
  return null;
}

async function findInMonth(
  db: Db,
  scope: StoreScope,
  selection: CountedSelection,
  { month, direction, ...place }: { month: number; skip: number; direction: Direction },
): Promise<OrderPlace | null> {
  let { skip } = place;
  for (const { period, orders } of await readCounts(db, scope, selection, daysOfMonth(month), direction)) {
    if (skip < orders) return { range: fromDayOn(selection.range, period, direction), skip };
    skip -= orders;
  }
  return null;
}

/** The days of the first month, the whole months between, the days of the last month; in the list's direction. */
function stretchesOf({ from, to }: TotalsSelection, direction: Direction): TotalsPeriods[] {
  const [first, last] = [localDayOf(from), localDayOf(to)];
  const [firstMonth, lastMonth] = [monthOf(first), monthOf(last)];
  if (firstMonth === lastMonth) return [{ unit: 'day', first, last }];
  const stretches: TotalsPeriods[] = [
    { ...daysOfMonth(firstMonth), first },
    { unit: 'month', first: monthAfter(firstMonth), last: monthBefore(lastMonth) },
    { ...daysOfMonth(lastMonth), last },
  ];
  return direction === 'asc' ? stretches : stretches.toReversed();
}

function daysOfMonth(month: number): TotalsPeriods {
  return { unit: 'day', first: dayOfMonth(month, 1), last: dayOfMonth(month, daysIn(month)) };
}

/** The periods that have orders, in the list's direction. */
async function readCounts(
  db: Db,
  scope: StoreScope,
  selection: CountedSelection,
  periods: TotalsPeriods,
  direction: Direction,
) {
  const { rows } = await sql<{ period: number; orders: number }>`
    select period, sum(orders) as orders
    from ${periodsOf(ORDER_TOTALS, scope, selection, periods)} as totals
    where ${isSelected(selection)}
    group by period
    order by period ${direction === 'asc' ? sql`asc` : sql`desc`}
  `.execute(db);
  return rows;
}

function fromDayOn({ start, end }: InstantRange, day: number, direction: Direction): InstantRange {
  const date = dateOfLocalDay(day);
  const ofDay = instantsOf(date, date);
  return direction === 'asc' ? { start: ofDay.start, end } : { start, end: ofDay.end };
}

function isSelected({ status, payment_term, is_paid }: CountedSelection): RawBuilder<SqlBool> {
  const terms = [sql<SqlBool>`1 = 1`];
  if (status !== undefined) terms.push(sql`status in (${sql.join(status)})`);
  if (payment_term !== undefined) terms.push(sql`payment_term = ${payment_term}`);
  if (is_paid !== undefined) terms.push(sql`is_paid = ${is_paid ? 1 : 0}`);
  return sql.join(terms, sql` and `) as RawBuilder<SqlBool>;
}
