import type { FastifyInstance } from 'fastify';
import { type CalendarDate, countDaysBetween } from '../../../shared/calendar.ts';
import { readDayClosing } from '../../../shared/contract/day-closing.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { readPaymentsReport } from '../../../shared/contract/payments-report.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import { MAX_TURNOVER_DAYS, readTurnoverByDay } from '../../../shared/contract/turnover-by-day.ts';
import { ApiError } from '../server/api-error.ts';
import { addEndpoint, type RouteDeps } from './add-endpoint.ts';
import { toList, toPage } from './envelopes.ts';

export function addReportsRoutes(app: FastifyInstance, { platform, requireKnownIds }: RouteDeps): void {
  addEndpoint(app, readFinancialReport, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    return platform.readReport(caller, 'financial', query);
  });

  addEndpoint(app, readTurnoverByDay, async ({ caller, query }) => {
    refuseTooManyDays(query);
    await requireKnownIds(caller, query);
    const days = await platform.readReport(caller, 'turnoverByDay', query);
    const { from, to, until } = query;
    return { from, to, ...(until !== undefined && { until }), ...toList(days) };
  });

  addEndpoint(app, readPaymentsReport, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const { rows, totals } = await platform.readReport(caller, 'payments', query);
    return { from: query.from, to: query.to, ...toList(rows), totals: [...totals] };
  });

  addEndpoint(app, readDayClosing, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    return platform.readReport(caller, 'dayClosing', query);
  });

  addEndpoint(app, readProductSales, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const page = await platform.readReport(caller, 'productSales', query);
    return toPage({ sums: page.sums }, query, page);
  });
}

function refuseTooManyDays({ from, to }: { from: CalendarDate; to: CalendarDate }): void {
  if (countDaysBetween(from, to) < MAX_TURNOVER_DAYS) return;
  throw new ApiError('bad_request', `to must not make the range longer than ${MAX_TURNOVER_DAYS} days.`);
}
