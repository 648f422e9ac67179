import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Makes a server listen on the loopback address, by default on a free port. Returns the port. */
export async function listenLocally(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Returns a port of this computer on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenLocally(server);
  server.close();
  await once(server, 'close');
  return port;
}
