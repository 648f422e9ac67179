import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { codeOf, TemporaryStartError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { readTextIfThere, replacePrivateFile } from '../../base/private-file.ts';

/** The port of the window, on this computer alone. */
export interface WindowPort {
  readonly port: number;
  /** Name and port, as the `Host` header of every request of the window has them. */
  readonly authority: string;
  /** The same of earlier runs at this port. A window that was left open from one of them is told so. */
  readonly earlier: readonly string[];
}

/** Free ports are many; another program that takes each of them would have to be quick every time. */
const MOST_DRAWS = 20;
/** What a computer without IPv6 answers. */
const NO_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENETUNREACH'];

/**
 * Listens on 127.0.0.1 and ::1 at the same port. The window has another host name in each run: what another program has
 * stored in a browser for an earlier name, such as a service worker, does not apply to it. Browsers try ::1 first for such
 * a name, so no other program may listen there. On a computer without IPv6 nobody can.
 *
 * `wanted` 0 takes the port of the run before, where it can have a new name there, and else draws a free one. `file` keeps
 * the names of the last runs. Throws `StartError` where a port that was asked for cannot be used.
 */
export async function listenAsWindow(app: FastifyInstance, wanted: number, file: string): Promise<WindowPort> {
  const windows = await readWindows(file);
  const latest = wanted === 0 && windows[0] !== undefined ? portIn(windows[0]) : 0;
  for (let draw = latest === 0 ? 1 : 0; ; draw += 1) {
    const isAgain = draw === 0;
    try {
      await listen(app, isAgain ? latest : wanted);
    } catch (cause) {
      const reason = codeOf(cause);
      if (isAgain || (wanted === 0 && reason === 'EADDRINUSE' && draw < MOST_DRAWS)) continue;
      if (reason !== 'EADDRINUSE' && reason !== 'EACCES') throw cause;
      throw new TemporaryStartError(
        `Port ${wanted} of the browser window cannot be used (${reason}); choose another with --ui-port.`,
        { cause },
      );
    }
    const port = portOf(app.server);
    const authority = `${randomBytes(10).toString('hex')}.localhost:${port}`;
    await replacePrivateFile(file, JSON.stringify([authority, ...windows].slice(0, MOST_WINDOWS)));
    return { port, authority, earlier: windows.filter((window) => portIn(window) === port) };
  }
}

const MOST_WINDOWS = 20;

/** No other program can have stored anything in a browser for such a host. */
const Windows = Type.Array(Type.String({ pattern: '^[0-9a-f]{20}\\.localhost:\\d{1,5}$' }));

/** Host and port of the windows of earlier runs, latest first; none where the file is not ours any more. */
async function readWindows(file: string): Promise<readonly string[]> {
  const windows = parseJson((await readTextIfThere(file)) ?? '[]');
  return Check(Windows, windows) ? windows : [];
}

function portIn(window: string): number {
  return Number(window.split(':')[1]);
}

async function listen(app: FastifyInstance, wanted: number): Promise<void> {
  const ipv6 = await listenOnIpv6(app, wanted);
  try {
    await app.listen({ host: '127.0.0.1', port: ipv6 === null ? wanted : portOf(ipv6) });
  } catch (error) {
    ipv6?.close();
    throw error;
  }
  app.server.once('close', () => ipv6?.close());
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
