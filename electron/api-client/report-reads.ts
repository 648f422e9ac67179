import { readDayClosing } from '../../shared/contract/day-closing.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { readPaymentsReport } from '../../shared/contract/payments-report.ts';
import { readProductSales } from '../../shared/contract/product-sales.ts';
import { readTurnoverByDay } from '../../shared/contract/turnover-by-day.ts';
import type { ReportKind, Reports } from '../platform/platform.ts';
import { pageOf, wholeOf } from './answered-lists.ts';
import type { ReadEndpoint } from './endpoint-reader.ts';

/** How each report is read over the API. */
export const REPORT_READS: {
  readonly [K in ReportKind]: (
    read: ReadEndpoint,
    query: Reports[K]['query'],
  ) => Promise<Reports[K]['answer']>;
} = {
  financial: (read, query) => read(readFinancialReport, query),
  dayClosing: (read, query) => read(readDayClosing, query),
  async turnoverByDay(read, query) {
    return wholeOf(readTurnoverByDay, await read(readTurnoverByDay, query));
  },
  async payments(read, query) {
    const answer = await read(readPaymentsReport, query);
    return { rows: wholeOf(readPaymentsReport, answer), totals: answer.totals };
  },
  async productSales(read, query) {
    const answer = await read(readProductSales, query);
    return { ...pageOf(readProductSales, query, answer), sums: answer.sums };
  },
};
