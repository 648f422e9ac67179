import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dateOfLocalDay, type InstantRange, instantsOf, localDayOf } from '../../../shared/calendar.ts';
import type { StoreDb } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { dayOfMonth, daysIn, type LocalMonth, monthAfter, monthBefore, monthOf } from '../totals/totals-months.ts';
import { periodsOf, type TotalsPeriods, type TotalsSelection } from '../totals/totals-selection.ts';
import type { TotalsTable } from '../totals/totals-tables.ts';

export type Direction = 'asc' | 'desc';

/** A list by moment of purchase whose rows the stored totals count, day by day. */
export interface CountedList {
  readonly totals: TotalsTable;
  readonly scope: StoreScope;
  readonly selection: TotalsSelection;
  /** By keys of the totals. */
  readonly isSelected: RawBuilder<SqlBool>;
}

/** How many rows a month as YYYYMM or a day as YYYYMMDD has; never 0. */
export interface PeriodCount {
  readonly unit: TotalsPeriods['unit'];
  readonly period: number;
  readonly rows: number;
}

/** Where a page begins: in `range`, behind the first `skip` rows. */
export interface OrderOffset {
  readonly range: InstantRange;
  readonly skip: number;
}

/** Skipping so many rows is faster than reading the days of a month. */
const ROWS_PASSED_OVER = 100;

/** The rows of the whole months of the list and of its other days, oldest first. */
export function countPeriods(db: StoreDb, list: CountedList): Promise<PeriodCount[]> {
  return readCounts(db, list, rangesOf(list.selection));
}

export function totalOf(counts: readonly PeriodCount[]): number {
  return counts.reduce((sum, { rows }) => sum + rows, 0);
}

/**
 * Finds row `start` of the list without reading the rows before it: `counts` give the month or the day, and the counts of
 * its days the day of a month. Null where the list is shorter.
 */
export async function findOrderOffset(
  db: StoreDb,
  list: CountedList,
  counts: readonly PeriodCount[],
  start: number,
  direction: Direction,
): Promise<OrderOffset | null> {
  let skip = start;
  for (const count of direction === 'asc' ? counts : counts.toReversed()) {
    if (skip >= count.rows) {
      skip -= count.rows;
    } else if (count.unit === 'month' && skip > ROWS_PASSED_OVER) {
      const days = await readCounts(db, list, [daysOfMonth(count.period)]);
      return findOrderOffset(db, list, days, skip, direction);
    } else {
      return { range: fromPeriodOn(list.selection, count, direction), skip };
    }
  }
  return null;
}

/** Whole months, and the days before and after them. */
function rangesOf({ from, to }: TotalsSelection): TotalsPeriods[] {
  const [first, last] = [localDayOf(from), localDayOf(to)];
  const firstMonth = first % 100 === 1 ? monthOf(first) : monthAfter(monthOf(first));
  const lastMonth = last % 100 === daysIn(monthOf(last)) ? monthOf(last) : monthBefore(monthOf(last));
  if (firstMonth > lastMonth) return [{ unit: 'day', first, last }];
  return [
    { unit: 'day', first, last: daysOfMonth(monthBefore(firstMonth)).last },
    { unit: 'month', first: firstMonth, last: lastMonth },
    { unit: 'day', first: daysOfMonth(monthAfter(lastMonth)).first, last },
  ];
}

function daysOfMonth(month: LocalMonth): TotalsPeriods {
  return { unit: 'day', first: dayOfMonth(month, 1), last: dayOfMonth(month, daysIn(month)) };
}

async function readCounts(
  db: StoreDb,
  { totals, scope, selection, isSelected }: CountedList,
  ranges: readonly TotalsPeriods[],
): Promise<PeriodCount[]> {
  const counts = ranges
    .filter(({ first, last }) => first <= last)
    .map(
      (range) => sql`
        select ${sql.lit(range.unit)} as unit, period, sum(${sql.id(totals.count)}) as rows
        from ${periodsOf(totals, scope, selection, range)} as totals
        where ${isSelected}
        group by period`,
    );
  if (counts.length === 0) return [];
  const { rows } = await sql<PeriodCount>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows.filter((count) => count.rows !== 0).toSorted((a, b) => firstDayOf(a) - firstDayOf(b));
}

function firstDayOf({ unit, period }: Pick<PeriodCount, 'unit' | 'period'>): number {
  return unit === 'day' ? period : dayOfMonth(period, 1);
}

function lastDayOf({ unit, period }: Pick<PeriodCount, 'unit' | 'period'>): number {
  return unit === 'day' ? period : daysOfMonth(period).last;
}

function fromPeriodOn({ from, to }: TotalsSelection, count: PeriodCount, direction: Direction): InstantRange {
  return direction === 'asc'
    ? instantsOf(dateOfLocalDay(firstDayOf(count)), to)
    : instantsOf(from, dateOfLocalDay(lastDayOf(count)));
}
