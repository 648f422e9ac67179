import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { getErrorCode, TemporaryStartError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { readTextIfExists, replacePrivateFile } from '../../base/private-file.ts';

/** The port of the window, only on this computer. */
export interface WindowPort {
  readonly port: number;
  /** Name and port, as in the `Host` header of every request of the window. */
  readonly authority: string;
  /** The same for earlier runs at this port. A window that one of them left open is told so. */
  readonly earlier: readonly string[];
}

/** There are many free ports; another program would have to be quick every time to take them. */
const MAX_DRAWS = 20;
/** The errors on a computer without IPv6. */
const NO_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENETUNREACH'];

/**
 * Listens on 127.0.0.1 and ::1 at the same port. The window has another host name in each run: what another program
 * has stored in a browser for an earlier name, such as a service worker, does not apply to it. Browsers try ::1 first
 * for such a name, so no other program may listen there. On a computer without IPv6 nobody can.
 *
 * If `wanted` is 0, it takes the port of the previous run if that is free, otherwise any free one. `file` stores the
 * names of the last runs. Throws `StartError` if a requested port cannot be used.
 */
export async function listenAsWindow(app: FastifyInstance, wanted: number, file: string): Promise<WindowPort> {
  const windows = await readWindows(file);
  const latest = wanted === 0 && windows[0] !== undefined ? parsePort(windows[0]) : 0;
  for (let draw = latest === 0 ? 1 : 0; ; draw += 1) {
    const isAgain = draw === 0;
    try {
      await listen(app, isAgain ? latest : wanted);
    } catch (cause) {
      const reason = getErrorCode(cause);
      if (isAgain || (wanted === 0 && reason === 'EADDRINUSE' && draw < MAX_DRAWS)) continue;
      if (reason !== 'EADDRINUSE' && reason !== 'EACCES') throw cause;
      throw new TemporaryStartError(
        `Port ${wanted} of the browser window cannot be used (${reason}); choose another with --ui-port.`,
        { cause },
      );
    }
    const port = getPort(app.server);
    const authority = `${randomBytes(10).toString('hex')}.localhost:${port}`;
    await replacePrivateFile(file, JSON.stringify([authority, ...windows].slice(0, MAX_WINDOWS)));
    return { port, authority, earlier: windows.filter((window) => parsePort(window) === port) };
  }
}

const MAX_WINDOWS = 20;

/** No other program can have stored anything in a browser for such a host. */
const Windows = Type.Array(Type.String({ pattern: '^[0-9a-f]{20}\\.localhost:\\d{1,5}$' }));

/** Host and port of the windows of earlier runs, latest first; empty if the file is not ours any more. */
async function readWindows(file: string): Promise<readonly string[]> {
  const windows = parseJson((await readTextIfExists(file)) ?? '[]');
  return Check(Windows, windows) ? windows : [];
}

function parsePort(window: string): number {
  return Number(window.split(':')[1]);
}

async function listen(app: FastifyInstance, wanted: number): Promise<void> {
  const ipv6 = await listenOnIpv6(app, wanted);
  try {
    await app.listen({ host: '127.0.0.1', port: ipv6 === null ? wanted : getPort(ipv6) });
  } catch (error) {
    ipv6?.close();
    throw error;
  }
  app.server.once('close', () => ipv6?.close());
}

/** Passes its connections to the server of `app`, with all its limits. `null` if there is no IPv6. */
async function listenOnIpv6(app: FastifyInstance, port: number): Promise<Server | null> {
  const server = createServer((socket) => app.server.emit('connection', socket));
  server.maxConnections = app.server.maxConnections;
  server.listen({ host: '::1', port, ipv6Only: true });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (NO_IPV6.includes(getErrorCode(error))) return null;
    throw error;
  }
}

function getPort(server: Pick<Server, 'address'>): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
