import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { codeOf, StartError } from '../../base/errors.ts';

/** The port of the window, on this computer alone. */
export interface WindowPort {
  readonly port: number;
  /** Name and port, as the `Host` header of every request of the window has them. */
  readonly authority: string;
}

/** Free ports are many; another program that takes each of them would have to be quick every time. */
const MOST_DRAWS = 20;
/** What a computer without IPv6 answers. */
const NO_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENETUNREACH'];

/**
 * Listens on 127.0.0.1 and ::1 at the same port. The window has another host name in each run: what another program has
 * stored in a browser for an earlier name or port, such as a service worker, does not apply to it. Browsers try ::1 first
 * for such a name, so no other program may listen there. Without IPv6 the name is plain 127.0.0.1.
 *
 * `wanted` 0 draws a free port. Throws `StartError` where a port that was asked for cannot be used.
 */
export async function listenAsWindow(app: FastifyInstance, wanted: number): Promise<WindowPort> {
  for (let draw = 1; ; draw += 1) {
    const hasIpv6 = await listen(app, wanted).catch((cause: unknown) => {
      const reason = codeOf(cause);
      if (wanted === 0 && reason === 'EADDRINUSE' && draw < MOST_DRAWS) return null;
      if (reason !== 'EADDRINUSE' && reason !== 'EACCES') throw cause;
      throw new StartError(
        `Port ${wanted} of the browser window cannot be used (${reason}); choose another with --ui-port.`,
        { cause },
      );
    });
    if (hasIpv6 === null) continue;
    const port = portOf(app.server);
    const name = hasIpv6 ? `${randomBytes(10).toString('hex')}.localhost` : '127.0.0.1';
    return { port, authority: `${name}:${port}` };
  }
}

/** Answers whether ::1 is listened on too. */
async function listen(app: FastifyInstance, wanted: number): Promise<boolean> {
  const ipv6 = await listenOnIpv6(app, wanted);
  try {
    await app.listen({ host: '127.0.0.1', port: ipv6 === null ? wanted : portOf(ipv6) });
  } catch (error) {
    ipv6?.close();
    throw error;
  }
  app.server.once('close', () => ipv6?.close());
  return ipv6 !== null;
}

/** Hands its connections to the server of `app`, with all the limits of that. Null where there is no IPv6. */
async function listenOnIpv6(app: FastifyInstance, port: number): Promise<Server | null> {
  const server = createServer((socket) => app.server.emit('connection', socket));
  server.maxConnections = app.server.maxConnections;
  server.listen({ host: '::1', port, ipv6Only: true });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (NO_IPV6.includes(codeOf(error))) return null;
    throw error;
  }
}

function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
