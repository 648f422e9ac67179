import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { Certificate } from '../../support/certificates.ts';

/** A server on this computer, on a port of its own. */
export interface Stub {
  readonly port: number;
  /** Requests that arrived. */
  arrivals(): number;
  close(): Promise<void>;
}

/** Speaks HTTPS with the certificate, and plain HTTP without one. */
export async function startStub(listener: RequestListener, certificate?: Certificate): Promise<Stub> {
  let arrivals = 0;
  const take: RequestListener = (request, response) => {
    arrivals += 1;
    listener(request, response);
  };
  const server = certificate ? createHttpsServer({ ...certificate }, take) : createHttpServer(take);
  const port = await listening(server);
  return {
    port,
    arrivals: () => arrivals,
    async close() {
      await closed(server, () => server.closeAllConnections());
    },
  };
}

/** Takes connections and never says a word. */
export async function startSilence(): Promise<Stub> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  const port = await listening(server);
  return {
    port,
    arrivals: () => sockets.size,
    async close() {
      await closed(server, () => {
        for (const socket of sockets) socket.destroy();
      });
    },
  };
}

async function listening(server: Server | TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stub listens on no port');
  return address.port;
}

async function closed(server: Server | TcpServer, endConnections: () => void): Promise<void> {
  const ending = once(server, 'close');
  server.close();
  endConnections();
  await ending;
}
