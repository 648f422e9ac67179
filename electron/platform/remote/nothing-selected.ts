import { addDays, daysBetween, localTimestamp } from '../../../shared/calendar.ts';
import type { ReportKind, Reports } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { emptyReport } from './empty-report.ts';

/**
 * What was read, or `nothing` where an id of the query is unknown there: to the port it selects nothing, while the API
 * refuses it with a 400 that names it.
 */
export async function readOrNothing<Answer>(
  query: object,
  nothing: () => Answer,
  reading: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await reading();
  } catch (error) {
    if (namesUnknownId(error, query)) return nothing();
    throw error;
  }
}

function namesUnknownId(error: unknown, query: object): boolean {
  if (!(error instanceof PlatformError) || error.code !== 'query_refused') return false;
  return Object.entries(query).some(([name, id]) => error.message === `${name} ${id} does not exist.`);
}

export const NO_ITEM_SUMS = { quantity: 0, value: 0, value_wt: 0, cost: 0 };

export const emptyPage = () => ({ rows: [], total: 0 });
export const emptyBatch = () => ({ rows: [], next: null });

/** Each report of nothing. */
export const NOTHING_REPORTED: {
  readonly [Kind in ReportKind]: (query: Reports[Kind]['query'], now: number) => Reports[Kind]['answer'];
} = {
  financial: ({ from, to, location_id = null }, now) =>
    emptyReport({ from, to, location_id, generated_at: localTimestamp(now) }),
  dayClosing: ({ date, location_id = null }, now) => ({
    ...{ date, location_id, orders: 0, returns: 0, discounted_orders: 0, discount_value_wt: 0 },
    ...{ first_order_number: null, last_order_number: null },
    report: emptyReport({ from: date, to: date, location_id, generated_at: localTimestamp(now) }),
  }),
  turnoverByDay: ({ from, to }) =>
    Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => ({
      ...{ date: addDays(from, day), orders: 0, returns: 0, turnover: 0, turnover_wt: 0 },
      ...{ discount_value_wt: 0, cost: 0 },
    })),
  payments: () => ({ rows: [], totals: [] }),
  productSales: () => ({
    ...emptyPage(),
    sums: { ...NO_ITEM_SUMS, discount_value_wt: 0, margin: 0 },
  }),
};
