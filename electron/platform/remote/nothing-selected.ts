import { addDays, countDaysBetween, formatTimestamp } from '../../../shared/calendar.ts';
import {
  CHECK_NAMES,
  createScope,
  type FinancialReport,
  type ReportScope,
} from '../../../shared/contract/financial-report.ts';
import type { ReportKind, Reports } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { sumSales } from './list-sums.ts';

/**
 * Returns `nothing` if an id in the query is unknown: the API refuses it with a 400 that names it. If the query has
 * more ids, reads again with the others.
 */
export async function readIgnoringUnknownIds<Query extends object, Answer>(
  query: Query,
  nothing: () => Answer,
  reading: (query: Query) => Promise<Answer>,
): Promise<Answer> {
  for (let currentQuery = query; ; ) {
    try {
      return await reading(currentQuery);
    } catch (error) {
      const rest = withoutUnknownId(error, currentQuery);
      if (rest === undefined) throw error;
      if (rest === null) return nothing();
      currentQuery = rest;
    }
  }
}

/** `null` if no id is left, `undefined` if the error has another reason. */
function withoutUnknownId<Query extends object>(error: unknown, query: Query): Query | null | undefined {
  if (!(error instanceof PlatformError) || error.code !== 'query_refused') return undefined;
  for (const [name, value] of Object.entries(query)) {
    const ids: readonly unknown[] = [value].flat();
    const known = ids.filter((id) => error.message !== `${name} ${id} does not exist.`);
    if (known.length < ids.length) return known.length === 0 ? null : { ...query, [name]: known };
  }
  return undefined;
}

export const EMPTY_REPORTS: {
  readonly [Kind in ReportKind]: (query: Reports[Kind]['query'], now: number) => Reports[Kind]['answer'];
} = {
  financial: ({ from, to, ...places }, now) =>
    createEmptyReport({ from, to, ...createScope(places), generated_at: formatTimestamp(now) }),
  dayClosing: ({ date, ...places }, now) => ({
    ...{ date, ...createScope(places), orders: 0, returns: 0, discounted_orders: 0, discount_value_wt: 0 },
    ...{ uncounted_orders: 0, uncounted_value_wt: 0, first_order_number: null, last_order_number: null },
    report: createEmptyReport({ from: date, to: date, ...createScope(places), generated_at: formatTimestamp(now) }),
  }),
  turnoverByDay: ({ from, to }) =>
    Array.from({ length: countDaysBetween(from, to) + 1 }, (_, day) => ({
      ...{ date: addDays(from, day), orders: 0, returns: 0, turnover: 0, turnover_wt: 0 },
      ...{ discount_value_wt: 0, cost: 0 },
    })),
  payments: () => ({ rows: [], totals: [] }),
  productSales: () => ({ rows: [], total: 0, sums: sumSales([]) }),
};

type ReportHead = ReportScope & Pick<FinancialReport, 'from' | 'to' | 'generated_at'>;

const createEmptyRates = () => ({ rates: [], total: 0, total_wt: 0 });

/** Creates the empty report of a location or shop that does not exist. The other deployment refuses such a report. */
function createEmptyReport(head: ReportHead): FinancialReport {
  return {
    ...{ ...head, currency: 'EUR', shops: [] },
    revenue: {
      ...{ total_sales: 0, total_sales_wt: 0, total_returns: 0, total_returns_wt: 0 },
      ...{ total_differences: 0, total_differences_wt: 0, total_turnover: 0, total_turnover_wt: 0 },
      total_cost_of_goods_sold: 0,
      margin: { value: 0, percentage: null },
      non_revenue: { gift_cards: 0, tips: 0, payments_on_invoice: 0, prepayments: 0, other: 0, total: 0 },
    },
    direct_paid: {
      ...createEmptyRates(),
      ...{ differences: 0, non_revenue: 0, payment_methods: [] },
      balance_check: { payments_total: 0, expected_total: 0, difference: 0, is_balanced: true },
    },
    not_paid_now: { ...createEmptyRates(), settled_since: createEmptyRates() },
    turnover_by_group: { shops: [], rows: [createRoundingRow()], shop_totals: [], total: 0, total_wt: 0 },
    checks: CHECK_NAMES.map((name) => ({ name, left: 0, right: 0, difference: 0, holds: true })),
    unknown: [],
  };
}

/** Creates the last row of every report. The title is that of the built-in platform. */
function createRoundingRow() {
  const title = 'Afrondingsverschillen';
  return { product_group_id: null, product_group_code: null, title, shops: [], total: 0, total_wt: 0 };
}
