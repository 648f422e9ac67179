import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import {
  WINDOW_ENDED_HEADER,
  WINDOW_KEY_HEADER,
  WINDOWS_LET_IN_HEADER,
} from '../../../shared/contract/window-key.ts';
import type { UiCore } from '../../bridge/ui-host.ts';
import { addApiRoutes } from './api-routes.ts';
import { addBridgeRoutes } from './bridge-routes.ts';
import { addDownloadRoutes } from './download-routes.ts';
import type { DownloadShelf } from './download-shelf.ts';
import type { Entrance } from './entrance.ts';
import { addLaunchRoutes } from './launch-routes.ts';
import { addPageRoutes } from './page-routes.ts';
import { refusalPage } from './plain-page.ts';
import { refusalOf } from './request-guard.ts';
import { sendPage } from './send-page.ts';
import { PLAIN_TYPE, UI_HEADERS } from './ui-headers.ts';
import { UI_LIMITS, type UiLimits } from './ui-limits.ts';
import { refuseUnread } from './unread-requests.ts';
import type { WindowPort } from './window-port.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers a browser that has not been let in yet. Absent: it needs the cookie, and the key of the window. */
    opensWithoutCookie?: true;
    /** What a browser asks for by itself: the page and its files, and downloads under their random names. */
    opensWithCookieAlone?: true;
    /** The answer may take as long as it likes. Absent: as long as the limit says. */
    mayBeTakenSlowly?: true;
  }
}

export interface UiServerParts {
  readonly core: UiCore;
  readonly entrance: Entrance;
  /** Where it listens; null while it does not. */
  readonly where: () => WindowPort | null;
  /** Called when a launch code is presented a second time, by somebody else. */
  readonly onCodeUsedTwice: () => void;
  readonly shelf: DownloadShelf;
  /** Key of the proof for which another start of the program gets a launch address. */
  readonly nonce: string;
  readonly rendererFolder: string;
  readonly log: FastifyBaseLogger;
  readonly limits?: UiLimits;
}

/** The server of the user interface, not yet listening. It serves one browser on this computer. */
export function buildUiServer(parts: UiServerParts): FastifyInstance {
  const { limits = UI_LIMITS } = parts;
  const app = Fastify({
    loggerInstance: parts.log,
    // A launch address in the log would let its reader in.
    logController: new LogController({ disableRequestLogging: true }),
    // However long an id is, its path comes to the guard.
    routerOptions: { maxParamLength: limits.maxHeaderBytes },
    bodyLimit: limits.maxBodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      requireHostHeader: false,
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
    },
    forceCloseConnections: true,
    clientErrorHandler: refuseUnread,
    // A request whose path cannot be read comes here without any hook.
    frameworkErrors: (error, request, reply) => {
      limitTaking(reply, limits);
      if (!refuseStranger(parts, request, reply)) answerError(error, request, reply);
    },
  });
  app.server.maxConnections = limits.maxConnections;
  // Node answers an unknown expectation by itself, without headers; here it counts for nothing.
  app.server.on('checkExpectation', (message, response) => app.routing(message, response));
  app.addHook('onSend', async ({ routeOptions }, reply) => {
    // A browser takes nothing of a download while it asks where to put it.
    if (!routeOptions.config?.mayBeTakenSlowly) limitTaking(reply, limits);
  });
  app.addHook('onRequest', async (request, reply) => refuseStranger(parts, request, reply));
  addLaunchRoutes(app, { ...parts, authority: () => parts.where()?.authority ?? '' });
  addBridgeRoutes(app, parts.core);
  addApiRoutes(app, parts.core);
  addDownloadRoutes(app, parts.shelf, parts.core);
  addPageRoutes(app, parts.rendererFolder, parts.core);
  app.removeContentTypeParser('text/plain');
  app.setNotFoundHandler((_, reply) => reply.code(404).type(PLAIN_TYPE).send('Not found.'));
  app.setErrorHandler(answerError);
  return app;
}

/** The answer to whoever must not ask here; nothing for who may. */
function refuseStranger(
  { entrance, where }: Pick<UiServerParts, 'entrance' | 'where'>,
  { raw, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  reply.headers(UI_HEADERS);
  const { method = '', url = '', rawHeaders } = raw;
  const refusal = refusalOf({ method, target: url, rawHeaders }, where() ?? { authority: '', port: 0 });
  if (refusal !== null) return reply.code(403).type(PLAIN_TYPE).send(refusal);
  const { opensWithoutCookie = false, opensWithCookieAlone = false } = routeOptions.config ?? {};
  if (opensWithoutCookie) return;
  const judged = entrance.judge(headers.cookie, headers[WINDOW_KEY_HEADER], !opensWithCookieAlone);
  if (judged !== 'let-in') {
    const kind = judged === 'ended' ? 'ended' : 'not-let-in';
    if (judged === 'ended') reply.header(WINDOW_ENDED_HEADER, '1');
    return sendPage(reply.code(401), refusalPage(kind, headers['accept-language']));
  }
  reply.header(WINDOWS_LET_IN_HEADER, entrance.opened);
}

/** Node would wait for ever for a client that takes nothing. */
function limitTaking({ raw }: FastifyReply, { unreadTimeoutMs }: UiLimits): void {
  const tooLong = setTimeout(() => raw.destroy(), unreadTimeoutMs);
  raw.once('close', () => clearTimeout(tooLong));
}

/** What went wrong inside is for the log alone. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'the browser host failed');
  return reply
    .code(status)
    .type(PLAIN_TYPE)
    .send(status >= 500 ? 'Tilldesk failed; its log tells why.' : error.message);
}
