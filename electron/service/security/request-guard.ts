import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listOrderChanges, listProductChanges } from '../../../shared/contract/changes.ts';
import { readDayClosing } from '../../../shared/contract/day-closing.ts';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import type { Access, Endpoint } from '../../../shared/contract/endpoint.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { readPaymentsReport } from '../../../shared/contract/payments-report.ts';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import { readTurnoverByDay } from '../../../shared/contract/turnover-by-day.ts';
import { type Caller, managesAll, mayManage } from '../../base/caller.ts';
import { createKeyedQueue, type KeyedQueue } from '../../base/keyed-queue.ts';
import { hashSecret } from '../../base/secret-hash.ts';
import { ApiError, NO_SUCH_PATH } from '../server/api-error.ts';
import { getHeaderValues } from '../server/header-decoder.ts';
import type { AccessTokens } from './access-tokens.ts';
import { checkAddress } from './address-guard.ts';
import { API_KEY_PREFIX } from './api-key-format.ts';
import type { ApiKeys } from './api-keys.ts';
import type { BearerIdentity, Identity } from './bearer.ts';
import { type Exposure, getPeer } from './exposure.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Queues heavy calls of the same token or key. */
    heavyCalls: KeyedQueue;
  }
  interface FastifyRequest {
    /** The caller; `null` on a public endpoint. */
    identity: BearerIdentity | null;
    /** Where the request comes from, see `getPeer`; never logged. Empty for a call in this process. */
    peer: string;
  }
}

/** For a service that listens. Runs before the request guard: host and origin 403. */
export function addNetworkGuard(app: FastifyInstance, exposure: Exposure): void {
  app.addHook('onRequest', async (request) => {
    checkAddress(request.raw, exposure);
    request.peer = getPeer(request.raw, exposure.proxies);
  });
}

/** In the order of the contract: path 404, method 405, token 401, rights 403. Closed by default. */
export function addRequestGuard(app: FastifyInstance, bearers: Bearers): void {
  app.decorate('heavyCalls', createKeyedQueue(MAX_HEAVY_CALLS));
  app.decorateRequest('identity', null);
  app.decorateRequest('peer', '');
  app.decorateRequest('signedInCaller', null);
  app.addHook('onRequest', async (request) => {
    checkRoute(app, request);
    checkExpectation(request.raw);
    checkTransferCoding(request.raw);
    const { access } = request.routeOptions.config;
    if (access === 'public') return;
    request.identity = await authenticate(request.raw, bearers);
    checkRights(access, request.identity.caller);
  });
}

const BEARER_FORM = /^bearer +([\w.~+/-]+=*)$/i;

export interface Bearers {
  readonly accessTokens: Pick<AccessTokens, 'resolve'>;
  readonly apiKeys: Pick<ApiKeys, 'resolve'>;
}

/** Identifies the caller by the bearer token. All wrong tokens get the same 401, and so do all wrong keys. */
export async function authenticate(message: IncomingMessage, bearers: Bearers): Promise<BearerIdentity> {
  const bearer = parseBearer(getHeaderValues(message, 'authorization'));
  if (bearer === null) throw new ApiError('unauthorized', BEARER_NEEDED, { hint: NO_BEARER_HINT });
  const identity = await resolveBearer(bearer, bearers);
  if (identity) return { ...identity, secretHash: hashSecret(bearer) };
  throw new ApiError('unauthorized', BEARER_NEEDED, isMeantAsKey(bearer) ? { hint: KEY_HINT } : {});
}

export const BEARER_NEEDED = 'A valid bearer token is needed.';

export const KEY_HINT =
  'Check that all of the API key was pasted. If it was, the key was revoked or has ended: make another one on the local ' +
  'API page of the window, or with npm run keys.';

const NO_BEARER_HINT =
  'Send an API key, made on the local API page of the window or with npm run keys, or a token from POST ' +
  '/api/auth/login, as Authorization: Bearer, followed by all of it.';

/** The bearer token in the values of `Authorization`, valid or not; `null` if nothing has that form. */
export function parseBearer([authorization = '', ...further]: readonly string[]): string | null {
  return (further.length === 0 && BEARER_FORM.exec(authorization)?.[1]) || null;
}

function resolveBearer(bearer: string, { accessTokens, apiKeys }: Bearers): Promise<Identity | null> {
  return (isMeantAsKey(bearer) ? apiKeys : accessTokens).resolve(bearer);
}

function isMeantAsKey(bearer: string): boolean {
  return bearer.startsWith(API_KEY_PREFIX);
}

export function checkRights(access: Access | undefined, caller: Caller): void {
  if (access === 'user' || (access === 'manager' && mayManage(caller))) return;
  throw new ApiError('forbidden', 'Only owners and accountants may do this.');
}

/** Throws `forbidden` for a user who is not a manager, or is locked to a location. */
export function requireManagerOfAll(caller: Caller): void {
  if (managesAll(caller)) return;
  throw new ApiError('forbidden', 'Only an owner or accountant of all locations may do this.');
}

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'] as const;

/** Tells a path that does not exist (404) from a method that a known path does not have (405). */
function checkRoute(app: FastifyInstance, request: FastifyRequest): void {
  const url = request.raw.url ?? '';
  // A request target has no fragment, and the router would take it for the query. It also takes `*` for `/`.
  const isNoPath = url.includes('#') || url.startsWith('*');
  if (!request.is404 && !isNoPath) return;
  const allowed = isNoPath ? [] : METHODS.filter((method) => app.findRoute({ method, url }) !== null);
  if (allowed.length === 0) throw new ApiError('not_found', NO_SUCH_PATH);
  throw new ApiError('method_not_allowed', `This path takes ${allowed.join(', ')} only.`, {
    headers: { allow: allowed.join(', ') },
  });
}

/** Node itself answers `100-continue`; the service can meet no other expectation. */
function checkExpectation(message: IncomingMessage): void {
  if (getHeaderValues(message, 'expect').some((value) => value.toLowerCase() !== '100-continue')) {
    throw new ApiError('expectation_failed', 'The Expect header can only be 100-continue.');
  }
}

/** Node decodes only chunks: the bytes of another transfer coding would be read as if they were the body. */
function checkTransferCoding(message: IncomingMessage): void {
  if (getHeaderValues(message, 'transfer-encoding').some((value) => value.trim().toLowerCase() !== 'chunked')) {
    throw new ApiError('bad_request', 'The Transfer-Encoding header can only be chunked.');
  }
}

/** Per token or key. Further ones wait, but never for those of another token. */
const MAX_HEAVY_CALLS = 2;

const HEAVY_ENDPOINTS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  readFinancialReport,
  readTurnoverByDay,
  readPaymentsReport,
  readDayClosing,
  readProductSales,
  listOrderItems,
  listOrderPayments,
  listDiscountOrders,
  listProductChanges,
  listOrderChanges,
]);

/** Reports, rows behind figures, feeds, and large pages of lists. */
export function isHeavy(endpoint: Endpoint, query: unknown): boolean {
  return HEAVY_ENDPOINTS.has(endpoint) || isBigPage(query);
}

/** Rows of a page that a person looks at. A caller that asks for more probably wants the whole list. */
const MAX_VIEWED_ROWS = 100;

function isBigPage(query: unknown): boolean {
  if (typeof query !== 'object' || query === null || !('limit' in query)) return false;
  return typeof query.limit === 'number' && query.limit > MAX_VIEWED_ROWS;
}
