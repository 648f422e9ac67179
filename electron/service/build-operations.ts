import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import { requireAccessOfRoutes } from './routes/add-endpoint.ts';
import { addHealthRoutes } from './routes/health-routes.ts';
import { addMetricsRoute, addReadinessRoute } from './routes/operation-routes.ts';
import type { Reach } from './security/reach.ts';
import { addRequestGuard } from './security/request-guard.ts';
import { createServer } from './server/create-server.ts';
import { addErrorHandler } from './server/error-handler.ts';
import type { Readiness } from './server/readiness.ts';
import { createRequestJournal } from './server/request-journal.ts';
import { createRequestLog } from './server/request-log.ts';
import { SERVICE_LIMITS } from './server/service-limits.ts';
import { addStandardHeaders } from './server/standard-headers.ts';

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
