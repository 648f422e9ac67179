import { constants } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:https';
import { type SecureContextOptions, Server as TlsServer } from 'node:tls';
import type { ServiceLimits } from './service-limits.ts';

/** In PEM: a certificate with its chain, and its private key. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

/** What holds for every connection, whatever the certificate is. */
const TERMS: SecureContextOptions = {
  minVersion: 'TLSv1.2',
  // A client that begins anew again and again would make the server calculate for nothing.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
};

/** A server for HTTPS with the limits of the service. */
export function createTlsServer(
  identity: TlsIdentity,
  limits: ServiceLimits,
  answer: RequestListener,
): Server {
  const server = createServer(
    {
      ...TERMS,
      ...identity,
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

/** Shows another identity to new connections; those that are open go on. False where the server speaks plain HTTP. */
export function showIdentity(server: Server, { cert, key }: TlsIdentity): boolean {
  if (!(server instanceof TlsServer)) return false;
  // Node forgets what is not told again.
  server.setSecureContext({ ...TERMS, cert, key });
  return true;
}
