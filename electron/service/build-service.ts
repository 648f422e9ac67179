import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createDeltaCursors } from '../feeds/delta-cursors.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformWebhooks } from '../platform/platform-webhooks.ts';
import type { Clock } from '../session/clock.ts';
import type { ApiKeysRepository } from '../store/api-keys-repository.ts';
import type { SignInFailuresRepository } from '../store/sign-in-failures-repository.ts';
import type { SignInProofsRepository } from '../store/sign-in-proofs-repository.ts';
import type { TokensRepository } from '../store/tokens-repository.ts';
import { createAccessTokens } from './access-tokens.ts';
import { requireAccessOfRoutes } from './add-endpoint.ts';
import { addAnswerAgeHeaders } from './answer-age-headers.ts';
import { createApiKeys } from './api-keys.ts';
import type { Operations } from './build-operations.ts';
import { collectEndpoints } from './collect-endpoints.ts';
import { createServer } from './create-server.ts';
import { addErrorHandler } from './error-handler.ts';
import { addFarewell } from './farewell.ts';
import { forgiveFailedMarks } from './forgive-failed-marks.ts';
import { addRequestGuard } from './guards/request-guard.ts';
import { addJsonBodies } from './json-body.ts';
import { createKnownIds } from './known-ids.ts';
import { observedSignIn } from './metrics/observed-sign-in.ts';
import { addRequestMetrics } from './metrics/request-metrics.ts';
import { createOwnSessions } from './own-sessions.ts';
import { NO_PEER_THROTTLE, type PeerThrottle } from './peer-throttle.ts';
import { OWN_COMPUTER, type Reach } from './reach.ts';
import { createRequestJournal, type RequestJournal } from './request-journal.ts';
import { addRequestLog, createRequestLog } from './request-log.ts';
import { addAuthRoutes } from './routes/auth-routes.ts';
import { addChangesRoutes } from './routes/changes-routes.ts';
import { addCustomersRoutes } from './routes/customers-routes.ts';
import { addDiscountOrdersRoutes } from './routes/discount-orders-routes.ts';
import { addDocsPageRoutes } from './routes/docs-page-routes.ts';
import { addDocumentationRoutes } from './routes/documentation-routes.ts';
import { addFinancialReportRoutes } from './routes/financial-report-routes.ts';
import { addHealthRoutes } from './routes/health-routes.ts';
import { addMetricsRoute, addReadinessRoute } from './routes/operation-routes.ts';
import { addOrderRowsRoutes } from './routes/order-rows-routes.ts';
import { addOrdersRoutes } from './routes/orders-routes.ts';
import { addProductsRoutes } from './routes/products-routes.ts';
import { addReferenceRoutes } from './routes/reference-routes.ts';
import { addReportsRoutes } from './routes/reports-routes.ts';
import { addSessionsRoutes } from './routes/sessions-routes.ts';
import { addStockRoutes } from './routes/stock-routes.ts';
import { addWebhooksRoutes } from './routes/webhooks-routes.ts';
import { SERVICE_LIMITS, type ServiceLimits } from './service-limits.ts';
import type { ServiceParts } from './service-parts.ts';
import { createSignIn } from './sign-in.ts';
import { createSignInAdmission } from './sign-in-admission.ts';
import { createSignInProofs } from './sign-in-proofs.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';
import { addStandardHeaders } from './standard-headers.ts';
import type { TlsIdentity } from './tls-server.ts';
import type { ReadPlatformMark } from './window-sign-in.ts';

export interface ServiceDeps {
  readonly platform: Platform;
  readonly tokens: TokensRepository;
  readonly apiKeys: ApiKeysRepository;
  readonly signInFailures: SignInFailuresRepository;
  readonly signInProofs: SignInProofsRepository;
  readonly webhooks: PlatformWebhooks;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: FastifyBaseLogger;
  /** Hex; what `/health` proves to know. */
  readonly nonce: string;
  /** Of the data folder; cursors are sealed with a key derived from it. */
  readonly secretKey: Uint8Array;
  /** Base URL that a sign-in goes to which names no platform. Default: the built-in platform. */
  readonly usualPlatform?: string | null;
  /** Of the marks that our own session makes; without it no platform can be named. */
  readonly readPlatformMark?: ReadPlatformMark;
  readonly limits?: ServiceLimits;
  /** Where what was answered is kept for the window; without it nobody looks. */
  readonly journal?: RequestJournal;
  /** Where the page of `/docs` was built to; without it the page does not exist. */
  readonly docsFolder?: string;
  /** From where it is reached. Default: this computer alone. */
  readonly reach?: Reach;
  /** Default: it speaks plain HTTP. */
  readonly tls?: TlsIdentity | null;
  /** Default: sign-ins are not counted by peer. */
  readonly peerThrottle?: PeerThrottle;
  /** Of a program without a window. Default: there is neither /ready nor /metrics. */
  readonly operations?: Operations & { readonly showsMetrics: boolean };
}

const ROUTES: ReadonlyArray<(app: FastifyInstance, parts: ServiceParts) => void> = [
  addHealthRoutes,
  addDocsPageRoutes,
  addAuthRoutes,
  addSessionsRoutes,
  addReferenceRoutes,
  addProductsRoutes,
  addChangesRoutes,
  addStockRoutes,
  addCustomersRoutes,
  addOrdersRoutes,
  addDiscountOrdersRoutes,
  addOrderRowsRoutes,
  addFinancialReportRoutes,
  addReportsRoutes,
  addWebhooksRoutes,
];

/** The API in front of a platform. It serves once it listens; see listen.ts. */
export function buildService(deps: ServiceDeps): FastifyInstance {
  const { platform, clock, log, nonce, limits = SERVICE_LIMITS, docsFolder = null } = deps;
  const { reach = OWN_COMPUTER, tls = null, peerThrottle = NO_PEER_THROTTLE, operations } = deps;
  const accessTokens = createAccessTokens({ tokens: deps.tokens, platform, clock, log });
  const apiKeys = createApiKeys({ keys: forgiveFailedMarks(deps.apiKeys, log), platform, clock, log });
  const { signInProofs, apiKeys: storedKeys } = deps;
  const proofs = createSignInProofs({ proofs: signInProofs, apiKeys: storedKeys, platform, clock, log });
  const throttle = createSignInThrottle({ failures: deps.signInFailures, clock, log });
  const requestLog = createRequestLog({ journal: deps.journal ?? createRequestJournal(), clock, log });
  const signIn = createSignIn({
    ...{ platform, peerThrottle, throttle, proofs, accessTokens, log },
    admit: createSignInAdmission(),
    admitProven: createSignInAdmission(),
    admitWindow: createSignInAdmission(),
    usualPlatform: deps.usualPlatform ?? null,
  });
  const parts: ServiceParts = {
    platform,
    signIn: operations ? observedSignIn(signIn, operations.metrics.signedIn) : signIn,
    sessions: createOwnSessions({ tokens: deps.tokens, apiKeys: storedKeys, clock }),
    readPlatformMark: deps.readPlatformMark ?? (() => null),
    nonce,
    docsFolder,
    cursors: createDeltaCursors({ key: deps.secretKey, clock }),
    webhooks: deps.webhooks,
    requireKnownIds: createKnownIds(platform),
  };

  const app = createServer({ log, limits, requestLog, reach, tls });
  addErrorHandler(app);
  addRequestLog(app, requestLog);
  if (operations) addRequestMetrics(app, operations.metrics);
  addStandardHeaders(app, tls !== null);
  if (operations) addFarewell(app, operations.readiness);
  addAnswerAgeHeaders(app, clock);
  addRequestGuard(app, { accessTokens, apiKeys }, reach);
  addJsonBodies(app);
  requireAccessOfRoutes(app);
  const endpoints = collectEndpoints(app);
  for (const addRoutes of ROUTES) addRoutes(app, parts);
  addDocumentationRoutes(app, { endpoints, reach });
  if (operations) addReadinessRoute(app, operations.readiness);
  if (operations?.showsMetrics) addMetricsRoute(app, operations.metrics);
  return app;
}
