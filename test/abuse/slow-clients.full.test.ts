import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UI_LIMITS } from '../../electron/hosts/browser/ui-server.ts';
import { SERVICE_LIMITS, type ServiceLimits } from '../../electron/service/server/create-server.ts';
import { PAGE_CALL_HEADER } from '../../shared/contract/window-page.ts';
import { exchange } from '../support/http-exchange.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { BIG_ASSET, openPorts, type Ports } from './port/open-ports.ts';
import { PORT_NAMES, type PortName } from './port/wire-probes.ts';

/** A limit that a test waits for, and one that no test reaches. */
const SHORT_MS = 300;
const NEVER_MS = 600_000;

/** The limit of a test; a connection that is not closed stays open that long. */
const TEST_MS = 30_000;

const NO_LIMITS = {
  ...{ headersTimeoutMs: NEVER_MS, requestTimeoutMs: NEVER_MS, timeoutCheckMs: 20 },
  ...{ keepAliveMs: NEVER_MS, unreadTimeoutMs: NEVER_MS },
};

/** Both ports for one test, with limits of which only the given ones are ever reached. */
async function portsWith(given: Partial<ServiceLimits>): Promise<Ports> {
  const limits = { ...SERVICE_LIMITS, ...NO_LIMITS, ...given };
  const { close, ...ports } = await openPorts(createTemporaryFolder(), {
    limits,
    uiLimits: { ...UI_LIMITS, ...NO_LIMITS, ...given },
  });
  onTestFinished(close);
  return ports;
}

interface Target {
  readonly authority: string;
  /** A request whose answers fill every buffer if nobody reads them. */
  readonly bigRequest: string;
  /** The headers of a request whose body is read. */
  readonly post: string;
  readonly good: { readonly headers: Readonly<Record<string, string>> };
}

function targetOf({ api, ui }: Ports, port: PortName): Target {
  const json = 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n';
  if (port === 'api') {
    const authority = `127.0.0.1:${api.port}`;
    return {
      authority,
      bigRequest: `GET /openapi.json HTTP/1.1\r\nHost: ${authority}\r\n\r\n`,
      post: `POST /api/auth/login HTTP/1.1\r\nHost: ${authority}\r\n${json}`,
      good: { headers: { authorization: `Bearer ${api.token}` } },
    };
  }
  const { authority, cookie, pageCall } = ui;
  const own = `Host: ${authority}\r\nCookie: ${cookie}\r\n`;
  return {
    authority,
    bigRequest: `GET ${BIG_ASSET} HTTP/1.1\r\n${own}\r\n`,
    post: `POST /bridge/signIn HTTP/1.1\r\n${own}X-Tilldesk-Page: ${pageCall}\r\nOrigin: http://${authority}\r\n${json}`,
    good: { headers: { host: authority, cookie, [PAGE_CALL_HEADER]: pageCall } },
  };
}

/** What a client does on an open connection; it stops when the socket ends. */
type Slowness = (socket: Socket, target: Target) => void;

const DRIP_MS = 50;
const PIPELINED = 60;

/** Writes one piece after another while the connection lasts. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => void socket.write(piece), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
}

function sayThenDrip(socket: Socket, text: string, piece: string): void {
  socket.resume().write(text);
  drip(socket, piece);
}

const getHealth = ({ authority }: Target) => `GET /health HTTP/1.1\r\nHost: ${authority}\r\n`;

const SLOW: readonly (readonly [what: string, limit: Partial<ServiceLimits>, slowness: Slowness])[] = [
  ['that says nothing', { headersTimeoutMs: SHORT_MS }, (socket) => void socket.resume()],
  [
    'whose headers drip',
    { headersTimeoutMs: SHORT_MS },
    (socket, target) => sayThenDrip(socket, getHealth(target), 'X-A: 1\r\n'),
  ],
  [
    'whose body drips',
    { headersTimeoutMs: SHORT_MS, requestTimeoutMs: SHORT_MS },
    (socket, { post }) => sayThenDrip(socket, `${post}{`, ' '),
  ],
  [
    'that keeps its connection for nothing',
    { keepAliveMs: SHORT_MS },
    (socket, target) => void socket.resume().write(`${getHealth(target)}\r\n`),
  ],
  [
    'that reads no answer, though it says something now and then',
    { unreadTimeoutMs: SHORT_MS },
    (socket, { bigRequest }) => {
      socket.pause().write(bigRequest.repeat(PIPELINED));
      // A client that does not read notices the end only by writing.
      drip(socket, '\r\n');
    },
  ],
];

async function connected(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  // Being disconnected mid-write is expected here.
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const statusOfGoodCall = async (ports: Ports, port: PortName) => {
  const { headers } = targetOf(ports, port).good;
  const sent = { headers: { ...headers, connection: 'close' } };
  return (await exchange(ports[port].port, 'GET', '/api/locations', sent)).status;
};

describe.each(PORT_NAMES)('the port %s', (port) => {
  it.each(SLOW)('closes the connection of a client %s', { timeout: TEST_MS }, async (_, limit, slowness) => {
    const ports = await portsWith(limit);
    const socket = await connected(ports[port].port);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    slowness(socket, targetOf(ports, port));
    await closed;
  });

  it('answers others while hundreds of clients are slow', { timeout: TEST_MS }, async () => {
    const ports = await portsWith({});
    const target = targetOf(ports, port);
    for (let round = 0; round < 40; round += 1) {
      for (const [, , slowness] of SLOW) slowness(await connected(ports[port].port), target);
      if (round % 10 === 0) expect(await statusOfGoodCall(ports, port)).toBe(200);
    }
    expect(await statusOfGoodCall(ports, port)).toBe(200);
  });

  it('closes connections above its limit immediately, and continues when there is room', {
    timeout: TEST_MS,
  }, async () => {
    const most = 50;
    const ports = await portsWith({ maxConnections: most });
    const counted = () => new Promise((resolve) => ports[port].app.server.getConnections((_, count) => resolve(count)));
    const before = Number(await counted());
    const taken: Socket[] = [];
    while (taken.length < most - before) taken.push(await connected(ports[port].port));
    const above = await connected(ports[port].port);
    await once(above.resume(), 'close');
    expect([above.bytesRead, taken.some(({ destroyed }) => destroyed)]).toEqual([0, false]);
    for (const socket of taken) socket.destroy();
    await expect.poll(counted).toBe(before);
    expect(await statusOfGoodCall(ports, port)).toBe(200);
  });
});
