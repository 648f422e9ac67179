import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Platform } from '../platform/platform.ts';
import type { Clock } from '../session/clock.ts';
import type { TokensRepository } from '../store/tokens-repository.ts';
import { createAccessTokens } from './access-tokens.ts';
import { requireAccessOfRoutes } from './add-endpoint.ts';
import { createServer } from './create-server.ts';
import { addErrorHandler } from './error-handler.ts';
import { addRequestGuard } from './guards/request-guard.ts';
import { addJsonBodies } from './json-body.ts';
import { createKnownIds } from './known-ids.ts';
import { addRequestLog } from './request-log.ts';
import { addAuthRoutes } from './routes/auth-routes.ts';
import { addDiscountOrdersRoutes } from './routes/discount-orders-routes.ts';
import { addFinancialReportRoutes } from './routes/financial-report-routes.ts';
import { addHealthRoutes } from './routes/health-routes.ts';
import { addOrderRowsRoutes } from './routes/order-rows-routes.ts';
import { addOrdersRoutes } from './routes/orders-routes.ts';
import { addProductsRoutes } from './routes/products-routes.ts';
import { addReferenceRoutes } from './routes/reference-routes.ts';
import { SERVICE_LIMITS, type ServiceLimits } from './service-limits.ts';
import type { ServiceParts } from './service-parts.ts';
import { addStandardHeaders } from './standard-headers.ts';

export interface ServiceDeps {
  readonly platform: Platform;
  readonly tokens: TokensRepository;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: FastifyBaseLogger;
  /** Hex; what `/health` proves to know. */
  readonly nonce: string;
  readonly limits?: ServiceLimits;
}

const ROUTES: ReadonlyArray<(app: FastifyInstance, parts: ServiceParts) => void> = [
  addHealthRoutes,
  addAuthRoutes,
  addReferenceRoutes,
  addProductsRoutes,
  addOrdersRoutes,
  addDiscountOrdersRoutes,
  addOrderRowsRoutes,
  addFinancialReportRoutes,
];

/** The API in front of a platform. It serves once it listens; see listen.ts. */
export function buildService(deps: ServiceDeps): FastifyInstance {
  const { platform, tokens, clock, log, nonce, limits = SERVICE_LIMITS } = deps;
  const accessTokens = createAccessTokens({ tokens, platform, clock });
  const parts: ServiceParts = { platform, accessTokens, nonce, requireKnownIds: createKnownIds(platform) };

  const app = createServer(log, limits);
  addErrorHandler(app);
  addRequestLog(app);
  addStandardHeaders(app);
  addRequestGuard(app, accessTokens);
  addJsonBodies(app);
  requireAccessOfRoutes(app);
  for (const addRoutes of ROUTES) addRoutes(app, parts);
  return app;
}
