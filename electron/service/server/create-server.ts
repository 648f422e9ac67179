import type { IncomingMessage, Server } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  LogController,
} from 'fastify';
import { checkAddress } from '../security/address-guard.ts';
import type { Reach } from '../security/reach.ts';
import { sendError } from './error-handler.ts';
import type { RequestLog } from './request-log.ts';
import type { ServiceLimits } from './service-limits.ts';
import { addSocketErrors } from './socket-errors.ts';
import { newRequestId, standardHeaders } from './standard-headers.ts';
import { createTlsServer, type TlsIdentity } from './tls-server.ts';
import { limitTaking } from './unread-answers.ts';

export interface ServerGround {
  readonly log: FastifyBaseLogger;
  readonly limits: ServiceLimits;
  readonly requestLog: RequestLog;
  readonly reach: Reach;
  /** Null: plain HTTP. */
  readonly tls: TlsIdentity | null;
}

/**
 * Fastify with the limits of the service and with its own answers for what never reaches a route. A missing
 * Host header is let through to the host guard, and the router hands out the raw query text, so that both are
 * judged in one place.
 */
export function createServer({ log, limits, requestLog, reach, tls }: ServerGround): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: newRequestId,
    bodyLimit: limits.maxBodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    handlerTimeout: limits.handlerTimeoutMs,
    return503OnClosing: false,
    // However long an id is, its form alone says whether the path exists.
    routerOptions: { querystringParser: (text) => ({ text }), maxParamLength: limits.maxHeaderBytes },
    http: {
      requireHostHeader: false,
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
    },
    ...(tls && encryptedBy(tls, limits)),
    // A request whose path cannot be read comes here without any hook: the checks before "path 404" are made here.
    frameworkErrors: (error, request, reply) => {
      reply.headers(standardHeaders(request.id, tls !== null));
      limitTaking(reply.raw, limits.unreadTimeoutMs);
      sendError(refusalOf(request.raw, reach) ?? error, request, reply);
      requestLog.answered(request, reply);
    },
  });
  app.server.maxConnections = limits.maxConnections;
  app.addHook('onSend', async (_, reply) => limitTaking(reply.raw, limits.unreadTimeoutMs));
  // Node answers an unknown expectation by itself, without a body; the guard does it in the right form.
  app.server.on('checkExpectation', (message, response) => app.routing(message, response));
  addSocketErrors(app, { requestLog, isEncrypted: tls !== null });
  return app;
}

function encryptedBy(
  tls: TlsIdentity,
  limits: ServiceLimits,
): { readonly serverFactory: FastifyServerFactory<Server> } {
  return { serverFactory: (answer) => createTlsServer(tls, limits, answer) };
}

function refusalOf(message: IncomingMessage, reach: Reach): unknown {
  try {
    checkAddress(message, reach);
    return null;
  } catch (refusal) {
    return refusal;
  }
}
