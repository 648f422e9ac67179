import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformWebhooks } from '../platform/platform-webhooks.ts';
import type { ApiKeysRepository } from '../store/accounts/api-keys-repository.ts';
import type { SignInFailuresRepository } from '../store/accounts/sign-in-attempts-repository.ts';
import type { SignInProofsRepository } from '../store/accounts/sign-in-proofs-repository.ts';
import type { TokensRepository } from '../store/accounts/tokens-repository.ts';
import type { OwnWebhooks } from '../store/webhooks/active-webhooks.ts';
import { addMcpRoute } from './mcp/mcp-route.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import type { OpenApiDocument } from './openapi/openapi-document.ts';
import { collectEndpoints, collectReads, type RouteDeps, requireAccessOfRoutes } from './routes/add-endpoint.ts';
import { addAuthRoutes } from './routes/auth-routes.ts';
import { addProductsRoutes, addReferenceRoutes, addStockRoutes } from './routes/catalog-routes.ts';
import { addChangesRoutes } from './routes/changes-routes.ts';
import { addDocsPageRoutes, addOpenApiRoute, createDescription } from './routes/documentation-routes.ts';
import { createKnownIds } from './routes/known-ids.ts';
import { addHealthRoutes, addMetricsRoute, addReadinessRoute } from './routes/operation-routes.ts';
import { addOrdersRoutes } from './routes/orders-routes.ts';
import { addReportsRoutes } from './routes/reports-routes.ts';
import { addStartPageRoute } from './routes/start-page-route.ts';
import { addWebhooksRoutes } from './routes/webhooks-routes.ts';
import { createAccessTokens } from './security/access-tokens.ts';
import { createApiKeyService, createApiKeys } from './security/api-keys.ts';
import { createDeltaCursors } from './security/delta-cursors.ts';
import { type Exposure, OWN_COMPUTER } from './security/exposure.ts';
import { createOwnSessions } from './security/own-sessions.ts';
import { addNetworkGuard, addRequestGuard } from './security/request-guard.ts';
import {
  createSignIn,
  observeSignIn,
  type ReadWindowSignIn,
  readWindowSignIn,
  refuseWindowSignIn,
} from './security/sign-in.ts';
import { createSignInAdmission } from './security/sign-in-admission.ts';
import { createSignInProofs } from './security/sign-in-proofs.ts';
import { createSignInThrottle, NO_PEER_THROTTLE, type PeerThrottle } from './security/sign-in-throttle.ts';
import { addJsonBodies } from './server/body-decoder.ts';
import { addCompression } from './server/compression.ts';
import {
  createFastifyServer,
  createInProcessServer,
  SERVICE_LIMITS,
  type ServiceLimits,
  type TlsIdentity,
} from './server/create-server.ts';
import { addErrorHandler } from './server/error-handler.ts';
import { closeConnectionsOnStop, type Readiness, trackOpenCalls } from './server/readiness.ts';
import { createRequestJournal, createRequestLog, observeRequests, type RequestJournal } from './server/request-log.ts';
import { addAnswerAgeHeaders, addStandardHeaders } from './server/response-headers.ts';
import { addWindowRoutes, type WindowRoutesDeps } from './window/window-routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Describes the API of the service that listens. */
    describeApi: () => OpenApiDocument;
    /** Answers the calls in progress with 503: the program is stopping. */
    refuseOpenCalls: () => void;
  }
}

/** What the API needs, whether it listens or not. */
export interface ApiDeps {
  readonly platform: Platform;
  readonly tokens: TokensRepository;
  readonly apiKeys: ApiKeysRepository;
  readonly signInFailures: SignInFailuresRepository;
  readonly signInProofs: SignInProofsRepository;
  readonly webhooks: PlatformWebhooks;
  /** Webhooks that a user subscribed here, not those of another platform. */
  readonly ownWebhooks: OwnWebhooks;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Hex. `/health` proves that it knows this value. */
  readonly nonce: string;
  /** Secret key of the data folder. Cursors are sealed with a key derived from it. */
  readonly secretKey: Uint8Array;
  /** Base URL of the platform for sign-ins that name none. Default: the built-in platform. */
  readonly defaultPlatform?: string | null;
  /** Stores answered requests for the window; without it none are stored. */
  readonly journal?: RequestJournal;
  /** Folder with the built page of `/docs`; without it the page does not exist. */
  readonly docsFolder?: string;
}

export interface ServiceDeps extends ApiDeps {
  readonly limits?: ServiceLimits;
  /** Who can reach the service. Default: only this computer. */
  readonly exposure?: Exposure;
  /** Default: plain HTTP. */
  readonly tls?: TlsIdentity | null;
  /** Default: sign-ins are not counted by peer. */
  readonly peerThrottle?: PeerThrottle;
  /** For a server without a window. Without it there is no /ready and no /metrics. */
  readonly operations?: Operations & { readonly showsMetrics: boolean };
}

type AddRoutes = (app: FastifyInstance, routeDeps: RouteDeps) => void;

const API_ROUTES: readonly AddRoutes[] = [
  addAuthRoutes,
  addReferenceRoutes,
  addProductsRoutes,
  addChangesRoutes,
  addStockRoutes,
  addOrdersRoutes,
  addReportsRoutes,
  addWebhooksRoutes,
];

const LISTENING_ROUTES: readonly AddRoutes[] = [addHealthRoutes, addDocsPageRoutes, ...API_ROUTES];

/** The API in front of a platform. It serves once it listens; see `listenOn`. */
export function buildService(deps: ServiceDeps): FastifyInstance {
  const { clock, log, limits = SERVICE_LIMITS, docsFolder = null } = deps;
  const { exposure = OWN_COMPUTER, tls = null, peerThrottle = NO_PEER_THROTTLE, operations } = deps;
  const requestLog = createRequestLog({ journal: deps.journal ?? createRequestJournal(), clock, log });
  const { bearers, routeDeps } = createApi(deps, peerThrottle, refuseWindowSignIn);
  const { signIn } = routeDeps;

  const app = createFastifyServer({ log, limits, requestLog, exposure, tls });
  addErrorHandler(app);
  app.decorate('refuseOpenCalls', trackOpenCalls(app));
  observeRequests(app, operations ? [requestLog, operations.metrics] : [requestLog]);
  addStandardHeaders(app, tls !== null);
  if (operations) closeConnectionsOnStop(app, operations.readiness);
  addAnswerAgeHeaders(app, clock);
  addCompression(app);
  addNetworkGuard(app, exposure);
  addRequestGuard(app, bearers);
  addJsonBodies(app);
  requireAccessOfRoutes(app);
  const endpoints = collectEndpoints(app);
  const reads = collectReads(app);
  const observed = {
    ...routeDeps,
    signIn: operations ? observeSignIn(signIn, operations.metrics.countSignIn) : signIn,
  };
  for (const addRoutes of LISTENING_ROUTES) addRoutes(app, observed);
  addMcpRoute(app, reads);
  addStartPageRoute(app, { exposure, docsFolder, isServer: operations !== undefined });
  app.decorate('describeApi', createDescription(app, { endpoints, exposure }));
  addOpenApiRoute(app, app.describeApi);
  if (operations) addReadinessRoute(app, operations.readiness);
  if (operations?.showsMetrics) addMetricsRoute(app, operations.metrics);
  return app;
}

export interface WindowServiceDeps extends ApiDeps, Omit<WindowRoutesDeps, 'cursors' | 'apiKeyService'> {
  readonly journal: RequestJournal;
  /** Describes the service that listens. */
  readonly describeApi: () => OpenApiDocument;
}

/** The same API for the window of this process, with its own routes. It never listens: no other program can call it. */
export function buildWindowService(deps: WindowServiceDeps): FastifyInstance {
  const { journal, clock, log } = deps;
  const { bearers, routeDeps } = createApi(deps, NO_PEER_THROTTLE, readWindowSignIn);
  const app = createInProcessServer(log);
  addErrorHandler(app);
  observeRequests(app, [createRequestLog({ journal, clock, log, isFromWindow: true })]);
  addStandardHeaders(app, false);
  addAnswerAgeHeaders(app, clock);
  addRequestGuard(app, bearers);
  addJsonBodies(app);
  requireAccessOfRoutes(app);
  for (const addRoutes of [addDocsPageRoutes, ...API_ROUTES]) addRoutes(app, routeDeps);
  addOpenApiRoute(app, deps.describeApi);
  const apiKeyService = createApiKeyService(bearers.apiKeys, deps.platform);
  addWindowRoutes(app, { ...deps, cursors: routeDeps.cursors, apiKeyService });
  return app;
}

function createApi(deps: ApiDeps, peerThrottle: PeerThrottle, readsWindowSignIn: ReadWindowSignIn) {
  const { platform, clock, log, nonce, docsFolder = null } = deps;
  const accessTokens = createAccessTokens({ tokens: deps.tokens, platform, clock, log });
  const apiKeys = createApiKeys({ keys: deps.apiKeys, platform, clock, log });
  const { signInProofs, apiKeys: storedKeys } = deps;
  const proofs = createSignInProofs({
    ...{ proofs: signInProofs, apiKeys: storedKeys, tokens: deps.tokens, platform, clock, log },
  });
  const throttle = createSignInThrottle({ failures: deps.signInFailures, clock, log });
  const signIn = createSignIn({
    ...{ platform, peerThrottle, throttle, proofs, accessTokens, log },
    admit: createSignInAdmission(clock),
    admitProven: createSignInAdmission(clock),
    defaultPlatform: deps.defaultPlatform ?? null,
  });
  const routeDeps: RouteDeps = {
    platform,
    signIn,
    sessions: createOwnSessions({
      ...{ tokens: deps.tokens, apiKeys: storedKeys, webhooks: deps.ownWebhooks, clock },
    }),
    readWindowSignIn: readsWindowSignIn,
    nonce,
    docsFolder,
    cursors: createDeltaCursors({ key: deps.secretKey, clock }),
    webhooks: deps.webhooks,
    requireKnownIds: createKnownIds(platform),
  };
  return { bearers: { accessTokens, apiKeys }, routeDeps };
}

interface Operations {
  readonly readiness: Readiness;
  readonly metrics: ServiceMetrics;
}

interface OperationsDeps extends Operations {
  readonly log: FastifyBaseLogger;
  readonly clock: { now(): number };
  /** The nonce of the service: another program on this computer finds out here that this one runs. */
  readonly nonce: string;
  readonly exposure: Exposure;
}

/**
 * Serves /health, /ready and /metrics to operators, over plain HTTP on a separate port. It needs no token: it has no
 * data of a shop.
 */
export function buildOperations({ log, clock, nonce, exposure, readiness, metrics }: OperationsDeps): FastifyInstance {
  // A monitor asks every few seconds: neither the window nor the log needs its requests.
  const requestLog = createRequestLog({ journal: createRequestJournal(0), clock, log: { info() {} } });
  const app = createFastifyServer({ log, limits: SERVICE_LIMITS, requestLog, exposure, tls: null });
  const nobody = { resolve: async () => null };
  addErrorHandler(app);
  addStandardHeaders(app, false);
  addNetworkGuard(app, exposure);
  addRequestGuard(app, { accessTokens: nobody, apiKeys: nobody });
  requireAccessOfRoutes(app);
  addHealthRoutes(app, { nonce });
  addReadinessRoute(app, readiness);
  addMetricsRoute(app, metrics);
  return app;
}
