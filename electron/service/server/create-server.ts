import { constants } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer } from 'node:https';
import { type SecureContextOptions, Server as TlsServer } from 'node:tls';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  LogController,
} from 'fastify';
import { MAX_WINDOW_BODY_BYTES } from '../../../shared/contract/endpoint.ts';
import {
  HTTP_LIMITS,
  type HttpLimits,
  limitResponseTime,
  toFastifyOptions,
  toNodeOptions,
} from '../../base/http-limits.ts';
import { limitOpenExchanges } from '../../base/open-exchanges.ts';
import { checkAddress } from '../security/address-guard.ts';
import type { Exposure } from '../security/exposure.ts';
import { sendError } from './error-handler.ts';
import type { RequestLog } from './request-log.ts';
import { createRequestId, createStandardHeaders } from './response-headers.ts';
import { addSocketErrors } from './socket-errors.ts';

export interface ServerDeps {
  readonly log: FastifyBaseLogger;
  readonly limits: ServiceLimits;
  readonly requestLog: RequestLog;
  readonly exposure: Exposure;
  readonly tls: TlsIdentity | null;
}

/** The router returns the raw query text, so that it is checked in one place. */
export function createFastifyServer({ log, limits, requestLog, exposure, tls }: ServerDeps): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...requestOptions(log, limits),
    ...toFastifyOptions(limits),
    return503OnClosing: false,
    ...(tls && createTlsOptions(tls, limits)),
    // A request with an unreadable path comes here without any hook: the checks before "path 404" are made here.
    frameworkErrors: (error, request, reply) => {
      reply.headers(createStandardHeaders(request.id, tls !== null));
      limitResponseTime(reply.raw, limits);
      sendError(findRefusal(request.raw, exposure) ?? error, request, reply);
      requestLog.ended(request, reply, reply.statusCode);
    },
  });
  app.server.maxConnections = limits.maxConnections;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    limitResponseTime(reply.raw, limits);
    done();
  });
  const getExchanges = limitOpenExchanges(app.server, (message, response) => app.routing(message, response), log);
  addSocketErrors(app, { requestLog, isEncrypted: tls !== null, getExchanges });
  return app;
}

/** A server for calls of this process. It never listens. */
export function createInProcessServer(log: FastifyBaseLogger): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...requestOptions(log, { ...SERVICE_LIMITS, maxBodyBytes: MAX_WINDOW_BODY_BYTES }),
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.headers(createStandardHeaders(request.id, false))),
  });
  return app;
}

function requestOptions(log: FastifyBaseLogger, limits: ServiceLimits) {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestId,
    bodyLimit: limits.maxBodyBytes,
    handlerTimeout: limits.handlerTimeoutMs,
    // Ids of any length get this far: only their form decides whether the path exists.
    routerOptions: { querystringParser: (text: string) => ({ text }), maxParamLength: limits.maxHeaderBytes },
  };
}

export function createTlsOptions(
  tls: TlsIdentity,
  limits: ServiceLimits,
): { readonly serverFactory: FastifyServerFactory<Server> } {
  return { serverFactory: (answer) => createTlsServer(tls, limits, answer) };
}

function findRefusal(message: IncomingMessage, exposure: Exposure): unknown {
  try {
    checkAddress(message, exposure);
    return null;
  } catch (refusal) {
    return refusal;
  }
}

export interface ServiceLimits extends HttpLimits {
  /**
   * For a handler, which only waits for the platform. The platform's deadlines are shorter: this one ends what hangs.
   */
  readonly handlerTimeoutMs: number;
}

export const SERVICE_LIMITS: ServiceLimits = { ...HTTP_LIMITS, handlerTimeoutMs: 60_000 };

/** For a server: each window of the chain keeps a connection for `keepAliveMs` after its last request. */
export const SERVER_LIMITS: ServiceLimits = { ...SERVICE_LIMITS, maxConnections: 5_000 };

/** In PEM: a certificate with its chain, and its private key. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

/** For every connection, whatever the certificate is. */
const SECURE_OPTIONS: SecureContextOptions = {
  minVersion: 'TLSv1.2',
  // A client that renegotiates again and again would waste CPU of the server.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
};

export function createTlsServer(identity: TlsIdentity, limits: ServiceLimits, answer: RequestListener): Server {
  const timeouts = { handshakeTimeout: limits.headersTimeoutMs, keepAliveTimeout: limits.keepAliveMs };
  const server = createServer({ ...SECURE_OPTIONS, ...identity, ...toNodeOptions(limits), ...timeouts }, answer);
  // No client can read an answer yet, and none may be sent unencrypted.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (_failure, socket) => socket.destroy());
  return server;
}

/** Uses another identity for new connections; open ones keep theirs. False if the server speaks plain HTTP. */
export function replaceIdentity(server: Server, { cert, key }: TlsIdentity): boolean {
  if (!(server instanceof TlsServer)) return false;
  // Options that are not repeated would be lost.
  server.setSecureContext({ ...SECURE_OPTIONS, cert, key });
  return true;
}

export type ListenErrorCode = 'port_taken' | 'port_not_allowed' | 'no_such_address';

/** Why the service cannot listen, in a sentence for the person who started it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code: ListenErrorCode;

  constructor(code: ListenErrorCode, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Port 0 means a free one. Returns the port. Throws `ListenError`. */
export async function listenOn(app: FastifyInstance, host: string, port: number): Promise<number> {
  try {
    // Fastify calls any server that it did not create plain HTTP.
    const listenTextResolver = (address: string) => `listens at ${address.replace(/^https?:\/\//, '')}`;
    await app.listen({ host, port, listenTextResolver });
  } catch (error) {
    throw toListenError(error, host, port);
  }
  return getPort(app);
}

/** A port of this address on which nothing listens. */
export async function findFreePort(host: string): Promise<number> {
  const app = Fastify();
  const port = await listenOn(app, host, 0);
  await app.close();
  return port;
}

export function getPort({ server }: FastifyInstance): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the service listens on no port');
  return address.port;
}

function toListenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    return new ListenError('port_taken', `Port ${port} of ${host} is taken by another program.`, error);
  }
  if (code === 'EACCES') {
    return new ListenError('port_not_allowed', `Port ${port} of ${host} may not be used.`, error);
  }
  if (code === 'EADDRNOTAVAIL') {
    return new ListenError('no_such_address', `This computer has no address ${host}.`, error);
  }
  return error;
}
