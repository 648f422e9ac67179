import type { Kysely } from 'kysely';
import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import { toEuros } from '../../../shared/money.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { StoreSchema } from '../../store/schema.ts';
import { readOuterOrders, sumOrders } from '../../store/totals/report-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { Reports } from '../platform.ts';
import { readEmbeddedReport } from './embedded-report.ts';
import { scopeOf, withInstants } from './embedded-scope.ts';

/** The closing of a day: its counts and its report, read at one moment. */
export function readEmbeddedDayClosing(
  store: Kysely<StoreSchema>,
  clock: Pick<Clock, 'now'>,
  caller: Caller,
  { date, ...place }: Reports['dayClosing']['query'],
): Promise<DayClosing> {
  return inTransaction(store, async (db) => {
    const scope = scopeOf(caller);
    const query = { ...place, from: date, to: date };
    const sums = await sumOrders(db, scope, query);
    const outer = await readOuterOrders(db, scope, withInstants(query));
    const report = await readEmbeddedReport(db, clock, caller, query);
    return {
      date,
      location_id: report.location_id,
      orders: sums.orders,
      returns: sums.returns,
      discounted_orders: sums.discounted_orders,
      discount_value_wt: toEuros(sums.discount_wt),
      first_order_number: outer?.first.order_number ?? null,
      last_order_number: outer?.last.order_number ?? null,
      report,
    };
  });
}
