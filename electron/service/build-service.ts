import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformWebhooks } from '../platform/platform-webhooks.ts';
import type { ApiKeysRepository } from '../store/accounts/api-keys-repository.ts';
import type { SignInFailuresRepository } from '../store/accounts/sign-in-attempts-repository.ts';
import type { SignInProofsRepository } from '../store/accounts/sign-in-proofs-repository.ts';
import type { TokensRepository } from '../store/accounts/tokens-repository.ts';
import type { Operations } from './build-operations.ts';
import { addRequestMetrics } from './metrics/request-metrics.ts';
import { requireAccessOfRoutes } from './routes/add-endpoint.ts';
import { addAuthRoutes } from './routes/auth-routes.ts';
import { addChangesRoutes } from './routes/changes-routes.ts';
import { collectEndpoints } from './routes/collect-endpoints.ts';
import { addCustomersRoutes } from './routes/customers-routes.ts';
import { addDiscountOrdersRoutes } from './routes/discount-orders-routes.ts';
import { addDocsPageRoutes } from './routes/docs-page-routes.ts';
import { addDocumentationRoutes } from './routes/documentation-routes.ts';
import { addFinancialReportRoutes } from './routes/financial-report-routes.ts';
import { addHealthRoutes } from './routes/health-routes.ts';
import { createKnownIds } from './routes/known-ids.ts';
import { addMetricsRoute, addReadinessRoute } from './routes/operation-routes.ts';
import { addOrderRowsRoutes } from './routes/order-rows-routes.ts';
import { addOrdersRoutes } from './routes/orders-routes.ts';
import { addProductsRoutes } from './routes/products-routes.ts';
import { addReferenceRoutes } from './routes/reference-routes.ts';
import { addReportsRoutes } from './routes/reports-routes.ts';
import type { ServiceParts } from './routes/service-parts.ts';
import { addSessionsRoutes } from './routes/sessions-routes.ts';
import { addStockRoutes } from './routes/stock-routes.ts';
import { addWebhooksRoutes } from './routes/webhooks-routes.ts';
import { createAccessTokens } from './security/access-tokens.ts';
import { createApiKeys } from './security/api-keys.ts';
import { createDeltaCursors } from './security/delta-cursors.ts';
import { forgiveFailedMarks } from './security/forgive-failed-marks.ts';
import { observedSignIn } from './security/observed-sign-in.ts';
import { createOwnSessions } from './security/own-sessions.ts';
import { NO_PEER_THROTTLE, type PeerThrottle } from './security/peer-throttle.ts';
import { OWN_COMPUTER, type Reach } from './security/reach.ts';
import { addRequestGuard } from './security/request-guard.ts';
import { createSignIn } from './security/sign-in.ts';
import { createSignInAdmission } from './security/sign-in-admission.ts';
import { createSignInProofs } from './security/sign-in-proofs.ts';
import { createSignInThrottle } from './security/sign-in-throttle.ts';
import type { ReadPlatformMark } from './security/window-sign-in.ts';
import { addAnswerAgeHeaders } from './server/answer-age-headers.ts';
import { createServer } from './server/create-server.ts';
import { addErrorHandler } from './server/error-handler.ts';
import { addFarewell } from './server/farewell.ts';
import { addJsonBodies } from './server/json-body.ts';
import { createRequestJournal, type RequestJournal } from './server/request-journal.ts';
import { addRequestLog, createRequestLog } from './server/request-log.ts';
import { SERVICE_LIMITS, type ServiceLimits } from './server/service-limits.ts';
import { addStandardHeaders } from './server/standard-headers.ts';
import type { TlsIdentity } from './server/tls-server.ts';

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
