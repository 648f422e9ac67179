import type { FastifyInstance } from 'fastify';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { addEndpoint } from './add-endpoint.ts';
import type { ServiceParts } from './service-parts.ts';

export function addFinancialReportRoutes(
  app: FastifyInstance,
  { platform, requireKnownIds }: ServiceParts,
): void {
  addEndpoint(app, readFinancialReport, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    return platform.readReport(caller, 'financial', query);
  });
}
