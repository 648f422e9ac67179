import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { PAGE_HEADERS } from '../pages/content-policy.ts';
import type { UiCore } from '../pages/ui-host.ts';
import { addApiRoutes } from './api-routes.ts';
import { addBridgeRoutes } from './bridge-routes.ts';
import { addDownloadRoutes } from './download-routes.ts';
import type { DownloadShelf } from './download-shelf.ts';
import type { LaunchCodes } from './launch-codes.ts';
import { addLaunchRoutes } from './launch-routes.ts';
import { addPageRoutes } from './page-routes.ts';
import { plainPage } from './plain-page.ts';
import { portOf } from './port-of.ts';
import { refusalOf } from './request-guard.ts';
import { sendPage } from './send-page.ts';
import type { UiCookie } from './ui-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers a browser that has not been let in yet. Absent: it needs the cookie. */
    opensWithoutCookie?: true;
  }
}

export interface UiServerParts {
  readonly core: UiCore;
  readonly codes: LaunchCodes;
  readonly cookie: UiCookie;
  readonly shelf: DownloadShelf;
  /** Key of the proof for which another start of the program gets a launch address. */
  readonly nonce: string;
  readonly rendererFolder: string;
  readonly log: FastifyBaseLogger;
}

/** The server of the user interface, not yet listening. It serves one browser on this computer. */
export function buildUiServer(parts: UiServerParts): FastifyInstance {
  const app = Fastify({
    loggerInstance: parts.log,
    // A launch address in the log would let its reader in.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    forceCloseConnections: true,
  });
  addGuard(app, parts.cookie);
  addLaunchRoutes(app, parts);
  addBridgeRoutes(app, parts.core);
  addApiRoutes(app, parts.core);
  addDownloadRoutes(app, parts.shelf, parts.core);
  addPageRoutes(app, parts.rendererFolder);
  app.removeContentTypeParser('text/plain');
  app.setNotFoundHandler((_, reply) => reply.code(404).type('text/plain').send('Not found.'));
  app.setErrorHandler(answerError);
  return app;
}

function addGuard(app: FastifyInstance, cookie: UiCookie): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(PAGE_HEADERS);
    const { method, url = '', rawHeaders } = request.raw;
    const port = portOf(app);
    const refusal = refusalOf({ method: method ?? '', target: url, rawHeaders }, port);
    if (refusal !== null) return reply.code(403).type('text/plain').send(refusal);
    if (request.routeOptions.config?.opensWithoutCookie || cookie.isIn(request.headers.cookie, port)) return;
    return sendPage(reply.code(401), plainPage('no-cookie', request.headers['accept-language']));
  });
}

/** What went wrong inside is for the log alone. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'the browser host failed');
  return reply
    .code(status)
    .type('text/plain')
    .send(status >= 500 ? 'Tilldesk failed; its log tells why.' : error.message);
}
