import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { OPENED_WINDOWS_HEADER, WINDOW_ENDED_HEADER } from '../../../shared/contract/window-headers.ts';
import { ANSWER_PROOF_HEADER, PAGE_CALL_HEADER, type PageCall } from '../../../shared/contract/window-page.ts';
import { HTTP_LIMITS, type HttpLimits, limitResponseTime, toFastifyOptions } from '../../base/http-limits.ts';
import { limitOpenExchanges } from '../../base/open-exchanges.ts';
import type { UiCore } from '../../bridge/host.ts';
import { CLOSED_HEADERS } from '../page-policy.ts';
import { addDownloadRoutes, type DownloadDirectory } from './downloads.ts';
import { addLaunchRoutes, type Entrance, LAUNCH_ADDRESS_PATH, LAUNCH_PATH } from './entrance.ts';
import { createRefusalPage, PLAIN_TYPE, sendPage } from './plain-pages.ts';
import { addApiRoutes, addBridgeRoutes, addPageRoutes } from './ui-routes.ts';
import type { WindowPage } from './window-page.ts';
import type { WindowPort } from './window-port.ts';

/** A call with the page that made it. */
interface CallOfPage extends PageCall {
  readonly page: WindowPage;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for each call of an open page; `null` for pages, files, downloads and strangers. */
    callOfPage: CallOfPage | null;
  }
  interface FastifyContextConfig {
    /** The route answers a browser that was not let in yet. If absent, it needs the id of an open page. */
    opensWithoutCookie?: true;
    /** What a browser requests by itself: the page and its files, and downloads under their random names. */
    opensWithCookieOnly?: true;
    /** The client may read the answer without a time limit. */
    mayBeTakenSlowly?: true;
  }
}

export interface UiServerDeps {
  readonly core: UiCore;
  readonly entrance: Entrance;
  /** The port where it listens; `null` before that. */
  readonly where: () => WindowPort | null;
  /** Called when another browser presents a launch code again. */
  readonly onCodeUsedTwice: () => void;
  readonly directory: DownloadDirectory;
  /** Key of the proof for which another start of the program gets a launch address. */
  readonly nonce: string;
  readonly rendererFolder: string;
  readonly log: FastifyBaseLogger;
  readonly limits?: HttpLimits;
}

/** The server of the user interface, not yet listening. It serves one browser on this computer. */
export function buildUiServer(deps: UiServerDeps): FastifyInstance {
  const { limits = UI_LIMITS } = deps;
  const app = Fastify({
    loggerInstance: deps.log,
    // A launch address in the log would let its reader in.
    logController: new LogController({ disableRequestLogging: true }),
    // The guard must see the path of an id of any length.
    routerOptions: { maxParamLength: limits.maxHeaderBytes },
    ...toFastifyOptions(limits),
    forceCloseConnections: true,
    clientErrorHandler: refuseUnread,
    // No hook runs for a request with an unreadable path.
    frameworkErrors: (error, request, reply) => {
      limitResponseTime(reply.raw, limits);
      if (!refuseStranger(deps, request, reply)) answerError(error, request, reply);
    },
  });
  app.server.maxConnections = limits.maxConnections;
  // The header `Expect` has no effect here.
  limitOpenExchanges(app.server, (message, response) => app.routing(message, response), deps.log);
  app.decorateRequest('callOfPage', null);
  app.addHook('onSend', async ({ routeOptions }, reply) => {
    // A browser does not read a download while it asks for the folder.
    if (!routeOptions.config?.mayBeTakenSlowly) limitResponseTime(reply.raw, limits);
  });
  app.addHook('onSend', async (request, reply, payload) => proveAnswer(request, reply, payload));
  app.addHook('onRequest', async (request, reply) => refuseStranger(deps, request, reply));
  addLaunchRoutes(app, { ...deps, authority: () => deps.where()?.authority ?? '' });
  addBridgeRoutes(app, deps.core);
  addApiRoutes(app, deps.core);
  addDownloadRoutes(app, deps.directory, deps.core);
  addPageRoutes(app, deps.rendererFolder, deps.core);
  app.removeContentTypeParser('text/plain');
  app.setNotFoundHandler((_, reply) => reply.code(404).type(PLAIN_TYPE).send('Not found.'));
  app.setErrorHandler(answerError);
  return app;
}

/** Refuses a caller that is not let in; `undefined` for one that is. */
function refuseStranger(
  { entrance, where }: Pick<UiServerDeps, 'entrance' | 'where'>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const { raw, headers, routeOptions } = request;
  reply.headers(CLOSED_HEADERS);
  const window = where() ?? { authority: '', port: 0, earlier: [] };
  const refuse = (kind: 'restarted' | 'ended' | 'not-let-in') =>
    sendPage(reply.code(401), createRefusalPage(kind, headers['accept-language']));
  // A window of an earlier run learns nothing else, not even the current name.
  if (window.earlier.some((authority) => findRefusal(raw, { authority, port: 0 }) === null)) return refuse('restarted');
  const refusal = findRefusal(raw, window);
  if (refusal !== null) return reply.code(403).type(PLAIN_TYPE).send(refusal);
  const { opensWithoutCookie = false, opensWithCookieOnly = false } = routeOptions.config ?? {};
  if (opensWithoutCookie) return;
  const judged = opensWithCookieOnly ? entrance.judgeCookies(headers.cookie) : judgeCall(entrance, request);
  if (judged === 'ended') reply.header(WINDOW_ENDED_HEADER, '1');
  if (judged !== 'let-in') return refuse(judged === 'ended' ? 'ended' : 'not-let-in');
  reply.header(OPENED_WINDOWS_HEADER, entrance.opened);
}

/** Finds the page that calls. The id is enough: no cookie is sent with a call. */
function judgeCall(entrance: Entrance, request: FastifyRequest): 'let-in' | 'ended' | 'unknown' {
  const [, id = '', number] = CALL_OF_PAGE.exec(String(request.headers[PAGE_CALL_HEADER])) ?? [];
  const found = entrance.findPage(id);
  if (found === null) return 'unknown';
  const { method = '', url: target = '' } = request.raw;
  request.callOfPage = { page: found.page, number: Number(number), method, target };
  return found.hasEnded ? 'ended' : 'let-in';
}

const CALL_OF_PAGE = /^([\w-]{43})\.([1-9]\d{0,14})$/;

/** The page trusts no answer without this. */
function proveAnswer({ callOfPage, method }: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  if (callOfPage === null) return;
  // Fastify removes it after this hook.
  if (reply.statusCode === 204) reply.removeHeader('content-type');
  const hasBody = method !== 'HEAD' && (typeof payload === 'string' || payload instanceof Uint8Array);
  const headerOf = (name: string) => reply.getHeader(name)?.toString() ?? null;
  const proof = callOfPage.page.proveAnswer(callOfPage, reply.statusCode, headerOf, hasBody ? payload : '');
  reply.header(ANSWER_PROOF_HEADER, proof);
}

/** An internal error is only for the log. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'the browser host failed');
  return reply
    .code(status)
    .type(PLAIN_TYPE)
    .send(status >= 500 ? 'Tilldesk failed; its log has the reason.' : error.message);
}

/**
 * Why a request is refused; `null` if it is not. A page of another site (Origin, Fetch Metadata), a domain that was
 * pointed at this computer (Host) and a service worker are refused before anything else is read.
 */
function findRefusal(
  { method = '', url: target = '', headersDistinct }: IncomingMessage,
  { authority, port }: Pick<WindowPort, 'authority' | 'port'>,
): string | null {
  // It has every value: Node merges and drops none.
  const valuesOf = (name: string) => headersDistinct[name] ?? [];
  const areAll = (name: string, allowed: string) => {
    const values = valuesOf(name);
    return values.length > 0 && values.every((value) => value === allowed);
  };

  const [path] = target.split('?');
  const hosts = valuesOf('host');
  const host = hosts[0];
  const own = path === LAUNCH_ADDRESS_PATH ? `127.0.0.1:${port}` : authority;
  if (host === undefined || hosts.length > 1 || host !== own) return 'The Host header must name this program.';
  if (!target.startsWith('/')) return 'The address must be a path.';
  if (valuesOf('service-worker').length > 0) return 'The window has no service worker.';

  if (path === LAUNCH_PATH) {
    // For a browser, our own file on the disk is another site, and a pasted address is none.
    const isNavigation = areAll('sec-fetch-mode', 'navigate') && areAll('sec-fetch-dest', 'document');
    const isRead = method === 'GET' && valuesOf('origin').length === 0;
    const isForm = method === 'POST' && areAll('sec-fetch-site', 'cross-site') && areAll('origin', 'null');
    return isNavigation && (isRead || isForm) ? null : 'Open this address as a page in a browser.';
  }

  const origins = valuesOf('origin');
  if (origins.some((origin) => origin !== `http://${host}`)) {
    return 'The Origin header must name this program.';
  }
  if (method !== 'GET' && method !== 'HEAD' && origins.length === 0) return 'The Origin header is missing.';
  const isForeign = valuesOf('sec-fetch-site').some((site) => site !== 'none' && site !== 'same-origin');
  return isForeign ? 'Requests from pages of other sites are refused.' : null;
}

/** A relayed call has the deadline of the API client; calls of the bridge and downloads have none. */
export const UI_LIMITS: HttpLimits = { ...HTTP_LIMITS, maxBodyBytes: 64 * 1024 };

const UNREAD_STATUS_LINES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Ends a connection without a readable request: lines that are not HTTP, headers too large, clients too slow. If an
 * answer was sent on it before, nothing is sent: the client could take that for the answer to another request.
 */
function refuseUnread(failure: NodeJS.ErrnoException, socket: Socket): void {
  if (failure.syscall !== undefined || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status = UNREAD_STATUS_LINES[failure.code ?? ''] ?? '400 Bad Request';
  const headers = { ...CLOSED_HEADERS, 'content-length': '0', connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'));
  socket.destroySoon();
}
