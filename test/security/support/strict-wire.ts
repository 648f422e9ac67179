import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { parseAnswers } from '../../support/http-exchange.ts';

/** A request as it goes over the wire; nothing is added to it but the line ends. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** One kept-alive connection; a request waits until the one before it is answered. */
export type Wire = ReturnType<typeof openWire>;

interface Awaited {
  readonly isHead: boolean;
  readonly resolve: (answer: WireAnswer | null) => void;
}

export function openWire(port: number) {
  let socket: Socket | null = null;
  let received = Buffer.alloc(0);
  let awaited: Awaited | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const settle = (answer: WireAnswer | null) => {
    const { resolve } = awaited ?? {};
    awaited = null;
    resolve?.(answer);
  };

  const drop = (from: Socket) => {
    if (socket !== from) return;
    socket = null;
    received = Buffer.alloc(0);
    settle(null);
  };

  const opened = (): Socket => {
    const fresh = connect({ port, host: '127.0.0.1', noDelay: true });
    fresh.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const parsed = awaited && parseAnswer(received, awaited.isHead);
      if (!parsed) return;
      received = received.subarray(parsed.length);
      if (parsed.answer.headers.get('connection') === 'close') {
        socket = null;
        received = Buffer.alloc(0);
        fresh.destroy();
      }
      settle(parsed.answer);
    });
    // Both ends of a broken connection look alike from here: no answer.
    fresh.on('error', () => drop(fresh)).on('close', () => drop(fresh));
    return fresh;
  };

  const exchange = (request: WireRequest) =>
    new Promise<WireAnswer | null>((resolve) => {
      awaited = { isHead: request.method === 'HEAD', resolve };
      socket ??= opened();
      socket.write(bytesOf(request));
    });

  return {
    /** Null where the connection ended without an answer. */
    send(request: WireRequest) {
      const answer = queue.then(() => exchange(request));
      queue = answer;
      return answer;
    },
    close: () => socket?.destroy(),
  };
}

function bytesOf({ method, target, headers, body }: WireRequest): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body ?? '')]);
}

/** The first final answer in `received`, and how many bytes it took; null while it is not all there. */
function parseAnswer(received: Buffer, isHead: boolean): { answer: WireAnswer; length: number } | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const headers = new Map(lines.map(nameAndValue));
  const hasBody = !isHead && status !== 204 && status >= 200;
  const bodyLength = hasBody ? Number(headers.get('content-length')) : 0;
  const end = headEnd + 4 + bodyLength;
  if (!(received.length >= end)) return null;
  if (status < 200) {
    const rest = parseAnswer(received.subarray(end), isHead);
    return rest && { ...rest, length: rest.length + end };
  }
  const body = received.subarray(headEnd + 4, end);
  const isPacked = body.length > 0 && headers.get('content-encoding') === 'gzip';
  return { answer: { status, headers, text: (isPacked ? gunzipSync(body) : body).toString() }, length: end };
}

function nameAndValue(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** What a peer does after its bytes: ends its side, or waits for the server to do so. */
export type After = 'end' | 'wait';

/** Writes bytes to the port as they stand; all answers that come back until the server closes. */
export async function exchangeBytes(port: number, bytes: Buffer, after: After): Promise<WireAnswer[]> {
  const received = await new Promise<string>((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write(bytes);
      if (after === 'end') socket.end();
    });
    const finish = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString());
    };
    socket.on('data', (chunk) => chunks.push(chunk));
    // The server may cut off a client that is still writing; what it said before counts.
    socket.on('end', finish).on('close', finish).on('error', finish);
  });
  return parseAnswers(received).map(({ status, headers, text }) => ({
    status,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    text,
  }));
}

/** `statuses` are those of the answers in order; `HOST` in the lines is the host of the service. */
interface SocketCase {
  readonly title: string;
  readonly lines: string;
  readonly statuses: readonly number[];
  readonly after?: After;
}

const GET = 'GET /health HTTP/1.1\r\nHost: HOST\r\n';
const POST = 'POST /api/auth/login HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n';
const line = (title: string, lines: string, ...statuses: number[]): SocketCase => ({
  title,
  lines,
  statuses,
});

const REQUEST_LINES: readonly SocketCase[] = [
  line('a request', `${GET}\r\n`, 200),
  line('an unknown version', 'GET /health HTTP/9.9\r\nHost: HOST\r\n\r\n', 400),
  line('no version, which is HTTP/0.9 without a host', 'GET /health\r\n\r\n', 400),
  line('HTTP/2 in clear', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400),
  line('another protocol, without a host', 'GET /health RTSP/1.0\r\n\r\n', 400),
  line('a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400),
  line('mail', 'EHLO localhost\r\n', 400),
  line('two spaces of separation', 'GET  /health HTTP/1.1\r\nHost: HOST\r\n\r\n', 200),
  line('a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n', 400),
  line('empty lines before', `\r\n\r\n${GET}\r\n`, 200),
  line('HTTP/1.0 without a host', 'GET /health HTTP/1.0\r\n\r\n', 400),
  line('HTTP/1.0 with a host', 'GET /health HTTP/1.0\r\nHost: HOST\r\n\r\n', 200),
  line('a NUL in the path', 'GET /hea\0lth HTTP/1.1\r\nHost: HOST\r\n\r\n', 400),
  line('no path', 'GET HTTP/1.1\r\nHost: HOST\r\n\r\n', 400),
];

const HEADERS: readonly SocketCase[] = [
  line('a header without a colon', `${GET}nonsense\r\n\r\n`, 400),
  line('a space before the colon', `${GET}X-A : 1\r\n\r\n`, 400),
  line('a folded header', `${GET}X-A: 1\r\n 2\r\n\r\n`, 400),
  line('an empty header name', `${GET}: 1\r\n\r\n`, 400),
  line('a NUL in a header', `${GET}X-A: 1\0\r\n\r\n`, 400),
  line('a lone carriage return', `${GET}X-A: 1\rX-B: 2\r\n\r\n`, 400),
  line('headers that are too large', `${GET}X-A: ${'x'.repeat(40_000)}\r\n\r\n`, 431),
  line('headers that are too many', `${GET}${'X-A: 1\r\n'.repeat(6_000)}\r\n`, 431),
  line('a request line that is too large', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`, 431),
  line('an upgrade', `${GET}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, 200),
  line('an upgrade to HTTP/2', `${GET}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n`, 200),
  line('an unknown expectation', `${GET}Expect: a-miracle\r\n\r\n`, 417),
  line('an expectation of continuing', `${POST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`, 100, 400),
];

const LENGTHS: readonly SocketCase[] = [
  line('two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `, 400),
  line('the same length twice', `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`, 400),
  line('a negative length', `${POST}Content-Length: -1\r\n\r\n`, 400),
  line('a signed length', `${POST}Content-Length: +2\r\n\r\n{}`, 400),
  line('a length in another base', `${POST}Content-Length: 0x2\r\n\r\n{}`, 400),
  line('a length beyond all numbers', `${POST}Content-Length: 99999999999999999999\r\n\r\n{}`, 400),
  line('a length that is too large', `${POST}Content-Length: 16385\r\n\r\n${'x'.repeat(16_385)}`, 413),
  line('two kinds of length', `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`, 400),
  line('chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 400),
  line('chunks with extensions', `${POST}Transfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\n\r\n`, 400),
  line('chunks of a wrong size', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, 400),
  line('chunks of an endless size', `${POST}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}`, 400),
  line('chunks twice', `${POST}Transfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 400),
  line('a coding before chunks', `${POST}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 400),
  line('a coding instead of chunks', `${POST}Transfer-Encoding: identity\r\n\r\n{}`, 400),
  line('a coding that looks like chunks', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400),
  line('a body that ends early', `${POST}Content-Length: 50\r\n\r\n{"acc`, 400),
];

const SEQUENCES: readonly SocketCase[] = [
  line('five requests at once', `${GET}\r\n`.repeat(5), 200, 200, 200, 200, 200),
  line('errors between requests', `${GET}\r\n${GET.replace('/health', '/nowhere')}\r\n${GET}\r\n`, 200, 404, 200),
  line('noise after a request', `${GET}\r\nNOISE\r\n\r\n`, 200, 400),
  line('noise after the last request', `${GET}Connection: close\r\n\r\nNOISE\r\n\r\n`, 200),
  line('a tunnel after a request', `${GET}\r\nCONNECT evil.example:443 HTTP/1.1\r\n\r\n`, 200, 400),
  line('a body and a request', `${POST}Content-Length: 2\r\n\r\n{}${GET}\r\n`, 400, 200),
  line('a body with a GET', `${GET}Content-Length: 2\r\n\r\n{}${GET}\r\n`, 200, 200),
  line('a body that hides a request', `${POST}Content-Length: 46\r\n\r\n${`${GET}\r\n`.slice(0, 46)}`, 400),
];

/** They take as long as the limits of the service let them. */
const SLOW: readonly SocketCase[] = [
  { ...line('headers that do not end', GET, 408), after: 'wait' },
  { ...line('a body that does not end', `${POST}Content-Length: 50\r\n\r\n{"acc`, 408), after: 'wait' },
  { ...line('a chunk that does not come', `${POST}Transfer-Encoding: chunked\r\n\r\n`, 408), after: 'wait' },
  { ...line('nothing at all', '', 408), after: 'wait' },
];

export const SOCKET_CASES: readonly SocketCase[] = [...REQUEST_LINES, ...HEADERS, ...LENGTHS, ...SEQUENCES, ...SLOW];
