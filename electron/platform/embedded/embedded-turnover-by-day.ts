import type { Kysely } from 'kysely';
import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { dateOfDayNumber, dayNumberOf } from '../../../shared/local-days.ts';
import { sumOf, toEuros } from '../../../shared/money.ts';
import { type OrderSumsOfDay, sumOrdersByDay } from '../../store/days-queries.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { Caller, Reports } from '../platform.ts';
import { readBySpan } from './embedded-spans.ts';

type TurnoverQuery = Reports['turnoverByDay']['query'];

/** Turnover of every local day of the period, zeros for a day without orders. */
export async function readEmbeddedTurnoverByDay(
  store: Kysely<StoreSchema>,
  caller: Caller,
  query: TurnoverQuery,
): Promise<TurnoverDay[]> {
  const sums = await readBySpan(store, caller, query, sumOrdersByDay);
  const byDay = Map.groupBy(sums, ({ day }) => day);
  return daysOf(query).map((day) => toTurnoverDay(day, byDay.get(day) ?? []));
}

function daysOf({ from, to }: TurnoverQuery): number[] {
  const first = dayNumberOf(from);
  return Array.from({ length: dayNumberOf(to) - first + 1 }, (_, index) => first + index);
}

/** On the day of a clock change there are the sums of before and of after it. */
function toTurnoverDay(day: number, sums: readonly OrderSumsOfDay[]): TurnoverDay {
  return {
    date: dateOfDayNumber(day),
    orders: sumOf(sums, ({ orders }) => orders),
    returns: sumOf(sums, ({ returns }) => returns),
    turnover: toEuros(sumOf(sums, ({ turnover_ex }) => turnover_ex)),
    turnover_wt: toEuros(sumOf(sums, ({ turnover_wt }) => turnover_wt)),
    discount_value_wt: toEuros(sumOf(sums, ({ discount_wt }) => discount_wt)),
    cost: toEuros(sumOf(sums, ({ cost_ex }) => cost_ex)),
  };
}
