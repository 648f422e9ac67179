import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves an empty page for every path, to whoever asks, over a connection for each. */
export interface PageServer {
  readonly port: number;
  close(): void;
}

export async function openPageServer(host: string, port: number): Promise<PageServer> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
    response.end('<!doctype html><title>a page of somebody else</title><body></body>');
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
