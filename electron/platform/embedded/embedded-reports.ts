import type { Kysely } from 'kysely';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { OrderedLists } from '../../store/ordered-lists.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { ReportKind, Reports } from '../platform.ts';
import { readEmbeddedDayClosing } from './embedded-day-closing.ts';
import { readEmbeddedPayments } from './embedded-payments.ts';
import { readEmbeddedProductSales } from './embedded-product-sales.ts';
import { readEmbeddedReport } from './embedded-report.ts';
import { readEmbeddedTurnoverByDay } from './embedded-turnover-by-day.ts';

type EmbeddedReports = {
  [Kind in ReportKind]: (caller: Caller, query: Reports[Kind]['query']) => Promise<Reports[Kind]['answer']>;
};

/** The reports, each read at one moment. */
export function createEmbeddedReports(
  store: Kysely<StoreSchema>,
  lists: OrderedLists,
  clock: Pick<Clock, 'now'>,
): EmbeddedReports {
  return {
    financial: (caller, query) => readEmbeddedReport(store, clock, caller, query),
    turnoverByDay: (caller, query) => readEmbeddedTurnoverByDay(store, caller, query),
    payments: (caller, query) => readEmbeddedPayments(store, caller, query),
    dayClosing: (caller, query) => readEmbeddedDayClosing(store, clock, caller, query),
    productSales: (caller, query) => readEmbeddedProductSales(lists, caller, query),
  };
}
