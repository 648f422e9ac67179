import { addDays, countDaysBetween } from '../../../shared/calendar.ts';
import { readDayClosing } from '../../../shared/contract/day-closing.ts';
import {
  type FinancialReport,
  listLocationIds,
  listShopIds,
  readFinancialReport,
} from '../../../shared/contract/financial-report.ts';
import { readPaymentsReport } from '../../../shared/contract/payments-report.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import { readTurnoverByDay } from '../../../shared/contract/turnover-by-day.ts';
import { applyRounding } from '../../../shared/report-checks.ts';
import { getAllRows, type ReadEndpoint } from '../../api-client/endpoint-reader.ts';
import type { ReportKind, ReportQuery, Reports } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { assertSorted, assertValid } from './remote-checks.ts';

export const REPORT_ENDPOINTS = {
  financial: readFinancialReport,
  turnoverByDay: readTurnoverByDay,
  payments: readPaymentsReport,
  dayClosing: readDayClosing,
  productSales: readProductSales,
} as const satisfies Record<ReportKind, unknown>;

type CheckedReports = {
  readonly [Kind in PlainReportKind]: (query: Reports[Kind]['query'], answer: Reports[Kind]['answer']) => void;
};

/** Without product sales, which are checked as a list. */
type PlainReportKind = Exclude<ReportKind, 'productSales'>;

const REPORT_READS: {
  readonly [K in PlainReportKind]: (read: ReadEndpoint, query: Reports[K]['query']) => Promise<Reports[K]['answer']>;
} = {
  financial: (read, query) => read(readFinancialReport, query),
  dayClosing: (read, query) => read(readDayClosing, query),
  async turnoverByDay(read, query) {
    const answer = await read(readTurnoverByDay, query);
    // A deployment that ignores the parameter answers with whole days.
    if (answer.until !== query.until)
      throw new PlatformError('query_refused', 'The platform reports whole days only. Leave out until.');
    return getAllRows(readTurnoverByDay, answer);
  },
  async payments(read, query) {
    const answer = await read(readPaymentsReport, query);
    return { rows: getAllRows(readPaymentsReport, answer), totals: answer.totals };
  },
};

/** Checks that an answer covers the requested period, shops and locations. */
const CHECKS: CheckedReports = {
  financial(query, report) {
    assertValid(readFinancialReport, hasRequestedScope(query, report));
  },
  dayClosing({ date, ...places }, closing) {
    assertValid(
      readDayClosing,
      closing.date === date && hasRequestedScope({ from: date, to: date, ...places }, closing.report),
    );
  },
  turnoverByDay({ from, to }, rows) {
    const isEveryDay = rows.every(({ date }, index) => date === addDays(from, index));
    assertValid(readTurnoverByDay, isEveryDay && rows.length === countDaysBetween(from, to) + 1);
  },
  payments({ from, to }, { rows }) {
    assertSorted(readPaymentsReport, rows, ({ date }) => date);
    const isAsked = rows.every(({ date }) => from <= date && date <= to);
    assertValid(readPaymentsReport, isAsked);
  },
};

export async function readRemoteReport<Kind extends PlainReportKind>(
  read: ReadEndpoint,
  kind: Kind,
  query: Reports[Kind]['query'],
): Promise<Reports[Kind]['answer']> {
  const answer = await REPORT_READS[kind](read, query);
  CHECKS[kind](query, answer);
  return ROUNDED_REPORTS[kind](answer);
}

type RoundedReports = {
  readonly [Kind in PlainReportKind]: (answer: Reports[Kind]['answer']) => Reports[Kind]['answer'];
};

/** A deployment may round every figure to a cent. Checks must not fail because of that. */
const ROUNDED_REPORTS: RoundedReports = {
  financial: applyRounding,
  dayClosing: (closing) => ({ ...closing, report: applyRounding(closing.report) }),
  turnoverByDay: (days) => days,
  payments: (payments) => payments,
};

function hasRequestedScope({ from, to, location_id, shop_id }: ReportQuery, report: FinancialReport): boolean {
  const hasRequestedIds = isSameIds(location_id, listLocationIds(report)) && isSameIds(shop_id, listShopIds(report));
  return report.from === from && report.to === to && hasRequestedIds;
}

function isSameIds(asked: readonly number[] | undefined, ids: readonly number[]): boolean {
  return asked === undefined || (ids.length === asked.length && asked.every((id) => ids.includes(id)));
}
