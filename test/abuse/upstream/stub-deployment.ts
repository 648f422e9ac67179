import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Certificate } from '../../support/certificates.ts';
import { listenLocally } from '../../support/local-port.ts';

/** Stands for internal details of a deployment, which no user may see. */
export const RAW_TEXT = 'ECONNREFUSED 10.20.30.40:5432 at /srv/till/db.js:17';

/** The answer of a healthy deployment. */
export const SHOPS_ANSWER = { count: 0, total: 0, data: [] };

/** A server on this computer, on a separate port. */
export type Stub = Awaited<ReturnType<typeof stubOf>>;

/** Speaks HTTPS with the certificate, and plain HTTP without one. */
export async function startStub(listener: RequestListener, certificate?: Certificate): Promise<Stub> {
  let arrivals = 0;
  const take: RequestListener = (request, response) => {
    arrivals += 1;
    listener(request, response);
  };
  const server = certificate ? createHttpsServer({ ...certificate }, take) : createHttpServer(take);
  return stubOf(
    server,
    () => arrivals,
    () => server.closeAllConnections(),
  );
}

/** Accepts connections and never answers. */
export async function startSilence(): Promise<Stub> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  return stubOf(
    server,
    () => sockets.size,
    () => {
      for (const socket of sockets) socket.destroy();
    },
  );
}

async function stubOf(server: Server, arrivals: () => number, endConnections: () => void) {
  return {
    port: await listenLocally(server),
    /** The requests that arrived. */
    arrivals,
    async close() {
      const ending = once(server, 'close');
      server.close();
      endConnections();
      await ending;
    },
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

type Behave = (response: ServerResponse, request: Parameters<RequestListener>[0]) => void;

/** One way for a deployment to be down, slow, wrong or hostile. */
export interface Mishap {
  readonly name: string;
  /** The message that the user gets; `null` if they get their answer. */
  readonly due: string | null;
  readonly behave: Behave;
}

const LATE_MS = 40;
const DRIP_MS = 20;
const CHUNK = Buffer.alloc(64 * 1024, ' ');
const GIGABYTE = 1024 ** 3;

const IN_TIME = 'The service did not answer in time.';
const REACHED = 'The service could not be reached.';
const NOT_JSON = 'The answer is not JSON. Check the address of the service.';
const TOO_LARGE = 'The answer of the service is too large.';
const UNEXPECTED = 'The service sent an unexpected answer.';
const REDIRECTED = 'The service redirected to another address. Use that address directly.';
const BUSY = 'The service is busy. Try again later.';
const KEY_REFUSED = 'The service refused the key, which is unknown, expired or revoked. Use another key.';
const statusOf = (status: number) => `The service answered with status ${status}.`;

const well: Behave = (response) => sendJson(response, 200, SHOPS_ANSWER);

/** An error in the agreed form that reveals too much: internal details, and the key that it got. */
const telling = (status: number, headers: Readonly<Record<string, string>> = {}): Behave => {
  return (response, request) => {
    const message = `${RAW_TEXT} ${request.headers.authorization}`;
    sendJson(response, status, { error: RAW_TEXT, message, status, request_id: 'r-1' }, headers);
  };
};

const text = (type: string, content: string): Behave => {
  return (response) => response.writeHead(200, { 'content-type': type }).end(content);
};

/** Written directly to the connection, which then ends or stays open. */
const raw = (content: string, isEnd: boolean): Behave => {
  return ({ socket }) => {
    socket?.write(content);
    if (isEnd) socket?.end();
  };
};

/** Repeated as long as the client accepts it. */
const dripping = (begin: string, drop: string): Behave => {
  return ({ socket }) => {
    socket?.write(begin);
    const timer = setInterval(() => socket?.write(drop), DRIP_MS);
    socket?.once('close', () => clearInterval(timer));
  };
};

const flooding = (begin: string, chunk: Buffer): Behave => {
  return ({ socket }) => {
    if (socket === null) return;
    let left = GIGABYTE;
    const pour = () => {
      while (!socket.destroyed && left > 0) {
        left -= chunk.length;
        if (!socket.write(chunk)) return void socket.once('drain', pour);
      }
    };
    socket.write(begin);
    pour();
  };
};

const JSON_TYPE = 'content-type: application/json\r\n';
const OK = `HTTP/1.1 200 OK\r\n${JSON_TYPE}`;

/** `elsewhere` is the target of redirects. */
export function mishapsWith(elsewhere: string): readonly Mishap[] {
  // Small, but large when unpacked.
  const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024, ' '));
  const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const another = `${UNEXPECTED.slice(0, -1)} at /api/shops: data[0] must have required properties id.`;
  const rows: readonly (readonly [name: string, due: string | null, behave: Behave])[] = [
    ['nothing', null, well],
    ['latency', null, (...exchange) => void setTimeout(() => well(...exchange), LATE_MS)],
    ['a burst of 500', statusOf(500), telling(500)],
    ['a burst of 502', statusOf(502), telling(502)],
    ['an error in HTML', statusOf(503), (response) => response.writeHead(503).end(RAW_TEXT)],
    ['no headers', IN_TIME, () => undefined],
    ['headers that drip', IN_TIME, dripping('HTTP/1.1 200 OK\r\n', 'a: b\r\n')],
    ['half a body', IN_TIME, raw(`${OK}content-length: 99\r\n\r\n{"coun`, false)],
    ['a body that drips', IN_TIME, dripping(`${OK}content-length: 90000\r\n\r\n`, ' ')],
    ['broken JSON', NOT_JSON, text('application/json', `{"count":0,${RAW_TEXT}`)],
    ['another form', another, (response) => sendJson(response, 200, { ...SHOPS_ANSWER, data: [{ title: RAW_TEXT }] })],
    ['a prototype', UNEXPECTED, text('application/json', '{"count":0,"total":0,"data":[],"\\u005f_proto__":{"a":1}}')],
    ['HTML', NOT_JSON, text('text/html', `<p>${RAW_TEXT}`)],
    ['JSON called HTML', NOT_JSON, text('text/html', JSON.stringify(SHOPS_ANSWER))],
    ['a gigabyte', TOO_LARGE, flooding(`${OK}\r\n`, CHUNK)],
    ['a gigabyte that is announced', TOO_LARGE, flooding(`${OK}content-length: ${GIGABYTE}\r\n\r\n`, CHUNK)],
    ['a gigabyte of error', TOO_LARGE, flooding(`HTTP/1.1 500 Oh\r\n${JSON_TYPE}\r\n`, CHUNK)],
    ['headers without end', UNEXPECTED, flooding('HTTP/1.1 200 OK\r\n', Buffer.from(`x: ${'y'.repeat(1000)}\r\n`))],
    ...[301, 302, 307, 308].map(
      (status) =>
        [
          `a redirect with ${status}`,
          REDIRECTED,
          (response: ServerResponse) => sendJson(response, status, {}, { location: elsewhere }),
        ] as const,
    ),
    ['a 429', BUSY, telling(429, { 'retry-after': '60' })],
    ['a key that is refused', KEY_REFUSED, telling(401)],
    ['a connection that breaks', REACHED, ({ socket }) => socket?.destroy()],
    ['half a connection', REACHED, ({ socket }) => socket?.end()],
    ['less than announced', REACHED, raw(`${OK}content-length: 99\r\n\r\n{}`, true)],
    ['a packed answer', UNEXPECTED, (response) => response.writeHead(200, packed).end(bomb)],
  ];
  return rows.map(([name, due, behave]) => ({ name, due, behave }));
}
