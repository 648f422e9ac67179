import type { Kysely } from 'kysely';
import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { dateOfDayNumber, dayNumberOf, localDayOf } from '../../../shared/local-days.ts';
import { toEuros } from '../../../shared/money.ts';
import type { Caller } from '../../base/caller.ts';
import type { StoreSchema } from '../../store/schema.ts';
import {
  type OrderSumsOfDay,
  sumOrdersByDay,
  sumTurnoverByDay,
  type TurnoverOfDay,
} from '../../store/totals/report-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { Reports } from '../platform.ts';
import { scopeOf } from './embedded-scope.ts';

type TurnoverQuery = Reports['turnoverByDay']['query'];

/** Turnover of every local day of the period, zeros for a day without orders. */
export function readEmbeddedTurnoverByDay(
  store: Kysely<StoreSchema>,
  caller: Caller,
  query: TurnoverQuery,
): Promise<TurnoverDay[]> {
  return inTransaction(store, async (db) => {
    const scope = scopeOf(caller);
    const orders = byDay(await sumOrdersByDay(db, scope, query));
    const turnover = byDay(await sumTurnoverByDay(db, scope, query));
    return datesOf(query).map((date) => {
      const day = localDayOf(date);
      return toTurnoverDay(date, orders.get(day), turnover.get(day));
    });
  });
}

function byDay<Row extends { readonly day: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.day, row]));
}

function datesOf({ from, to }: TurnoverQuery): string[] {
  const first = dayNumberOf(from);
  return Array.from({ length: dayNumberOf(to) - first + 1 }, (_, index) => dateOfDayNumber(first + index));
}

function toTurnoverDay(
  date: string,
  orders: OrderSumsOfDay | undefined,
  turnover: TurnoverOfDay | undefined,
): TurnoverDay {
  return {
    date,
    orders: orders?.orders ?? 0,
    returns: orders?.returns ?? 0,
    turnover: toEuros(turnover?.turnover_ex ?? 0),
    turnover_wt: toEuros(turnover?.turnover_wt ?? 0),
    discount_value_wt: toEuros(orders?.discount_wt ?? 0),
    cost: toEuros(turnover?.cost_ex ?? 0),
  };
}
