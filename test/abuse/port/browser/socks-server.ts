import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that asks the given name server for each connection and passes the bytes on as they are. */
export interface SocksServer {
  readonly port: number;
  close(): void;
}

const NO_PASSWORD = Buffer.from([5, 0]);
const CONNECTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
const BY_NAME = 3;

/** SOCKS 5 as Chromium speaks it: by name, without a password. */
export async function openSocksServer(nameServer: string): Promise<SocksServer> {
  const resolver = new Resolver();
  resolver.setServers([nameServer]);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client.on('close', () => open.delete(client)));
    client.on('error', () => client.destroy());
    serve(client, resolver).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const client of open) client.destroy();
    },
  };
}

async function serve(client: Socket, resolver: Resolver): Promise<void> {
  await once(client, 'data');
  client.write(NO_PASSWORD);
  const [request] = (await once(client, 'data')) as [Buffer];
  if (request[3] !== BY_NAME) throw new Error('only names are resolved here');
  const length = request[4] ?? 0;
  const name = request.toString('latin1', 5, 5 + length);
  const [address = ''] = await resolver.resolve4(name);
  const target = connect({ host: address, port: request.readUInt16BE(5 + length) });
  target.on('error', () => client.destroy());
  await once(target, 'connect');
  client.write(CONNECTED);
  client.pipe(target).pipe(client);
}
