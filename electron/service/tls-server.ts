import { constants } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:https';
import type { ServiceLimits } from './service-limits.ts';

/** In PEM: a certificate with its chain, and its private key. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

/** A server for HTTPS with the limits of the service; it takes another identity by `setSecureContext`. */
export function createTlsServer(
  identity: TlsIdentity,
  limits: ServiceLimits,
  answer: RequestListener,
): Server {
  const server = createServer(
    {
      ...identity,
      minVersion: 'TLSv1.2',
      // A client that begins anew again and again would make the server calculate for nothing.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
      handshakeTimeout: limits.headersTimeoutMs,
      requireHostHeader: false,
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
    },
    answer,
  );
  // Nobody is there yet who could read an answer, and none may go out unencrypted.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (_failure, socket) => socket.destroy());
  return server;
}
