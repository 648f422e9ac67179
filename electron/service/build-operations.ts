import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { requireAccessOfRoutes } from './add-endpoint.ts';
import { createServer } from './create-server.ts';
import { addErrorHandler } from './error-handler.ts';
import { addRequestGuard } from './guards/request-guard.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import type { Reach } from './reach.ts';
import type { Readiness } from './readiness.ts';
import { createRequestJournal } from './request-journal.ts';
import { createRequestLog } from './request-log.ts';
import { addHealthRoutes } from './routes/health-routes.ts';
import { addMetricsRoute, addReadinessRoute } from './routes/operation-routes.ts';
import { SERVICE_LIMITS } from './service-limits.ts';
import { addStandardHeaders } from './standard-headers.ts';

export interface Operations {
  readonly readiness: Readiness;
  readonly metrics: ServiceMetrics;
}

interface OperationsDeps extends Operations {
  readonly log: FastifyBaseLogger;
  readonly clock: { now(): number };
  /** As that of the service: another program of this computer finds out here that this one runs. */
  readonly nonce: string;
  readonly reach: Reach;
}

/**
 * What those who run a server ask of it, over plain HTTP on a port of its own: whoever reaches the API does not reach
 * this. Without a token: nothing here is of a shop.
 */
export function buildOperations({
  log,
  clock,
  nonce,
  reach,
  readiness,
  metrics,
}: OperationsDeps): FastifyInstance {
  // The window has no use for what a monitor asks every few seconds; nor has the log of a program that is well.
  const requestLog = createRequestLog({ journal: createRequestJournal(0), clock, log: { info() {} } });
  const app = createServer({ log, limits: SERVICE_LIMITS, requestLog, reach, tls: null });
  const nobody = { resolve: async () => null };
  addErrorHandler(app);
  addStandardHeaders(app, false);
  addRequestGuard(app, { accessTokens: nobody, apiKeys: nobody }, reach);
  requireAccessOfRoutes(app);
  addHealthRoutes(app, { nonce });
  addReadinessRoute(app, readiness);
  addMetricsRoute(app, metrics);
  return app;
}
