import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { SHOPS_ANSWER } from './asked-shops.ts';
import { RAW_TEXT } from './raw-text.ts';

type Behave = (response: ServerResponse, request: IncomingMessage) => void;

/** One way for a deployment to be down, slow, wrong or hostile. */
export interface Mishap {
  readonly name: string;
  /** What whoever asked is to be told; null where they get their answer. */
  readonly due: string | null;
  readonly behave: Behave;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const LATE_MS = 40;
const DRIP_MS = 20;
const CHUNK = Buffer.alloc(64 * 1024, ' ');
const GIGABYTE = 1024 ** 3;
const PACKED_BYTES = 4 * 1024 * 1024;

const IN_TIME = 'The service did not answer in time.';
const REACHED = 'The service could not be reached.';
const NOT_JSON = 'What answered is not the service: it sent something else than JSON.';
const TOO_LARGE = 'The service answered more than is taken.';
const UNEXPECTED = 'The service answered something unexpected.';
const REDIRECTED = 'The service sent us to another address, where nothing is asked.';
const statusOf = (status: number) => `The service answered with status ${status}.`;

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Behave => {
  return (response) => response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body));
};

/** An error of the agreed form that says too much: of its inside, and of the key that it was sent. */
const telling = (status: number, headers: Readonly<Record<string, string>> = {}): Behave => {
  return (response, request) => {
    const message = `${RAW_TEXT} ${request.headers.authorization}`;
    json(status, { error: RAW_TEXT, message, status, request_id: 'r-1' }, headers)(response, request);
  };
};

const text = (type: string, content: string): Behave => {
  return (response) => response.writeHead(200, { 'content-type': type }).end(content);
};

/** Past what would be a good answer: whatever is written to the connection itself. */
const raw = (content: string, isEnd: boolean): Behave => {
  return ({ socket }) => {
    socket?.write(content);
    if (isEnd) socket?.end();
  };
};

const redirect = (status: number, to: string): Behave => {
  return (response) => response.writeHead(status, { ...JSON_TYPE, location: to }).end('{}');
};

/** The same again and again, for as long as somebody takes it. */
const dripping = (begin: string, drop: string): Behave => {
  return ({ socket }) => {
    if (socket === null) return;
    socket.write(begin);
    const timer = setInterval(() => socket.write(drop), DRIP_MS);
    socket.once('close', () => clearInterval(timer));
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

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** `elsewhere` is where redirects lead. */
export function mishapsWith(elsewhere: string, packed: Buffer): readonly Mishap[] {
  return [
    { name: 'nothing', due: null, behave: json(200, SHOPS_ANSWER) },
    {
      name: 'latency',
      due: null,
      behave: (...asked) => void setTimeout(() => json(200, SHOPS_ANSWER)(...asked), LATE_MS),
    },
    { name: 'a burst of 500', due: statusOf(500), behave: telling(500) },
    { name: 'a burst of 502', due: statusOf(502), behave: telling(502) },
    {
      name: 'an error in HTML',
      due: statusOf(503),
      behave: (response) => response.writeHead(503).end(RAW_TEXT),
    },
    { name: 'no headers', due: IN_TIME, behave: () => undefined },
    { name: 'headers that drip', due: IN_TIME, behave: dripping('HTTP/1.1 200 OK\r\n', 'a: b\r\n') },
    { name: 'half a body', due: IN_TIME, behave: raw(`${OK}content-length: 99\r\n\r\n{"coun`, false) },
    { name: 'a body that drips', due: IN_TIME, behave: dripping(`${OK}content-length: 90000\r\n\r\n`, ' ') },
    { name: 'broken JSON', due: NOT_JSON, behave: text('application/json', `{"count":0,${RAW_TEXT}`) },
    {
      name: 'another form',
      due: 'The service answered something unexpected at /api/shops.',
      behave: json(200, { ...SHOPS_ANSWER, data: [{ title: RAW_TEXT }] }),
    },
    {
      name: 'a prototype',
      due: UNEXPECTED,
      behave: text('application/json', '{"count":0,"total":0,"data":[],"\\u005f_proto__":{"a":1}}'),
    },
    { name: 'HTML', due: NOT_JSON, behave: text('text/html', `<p>${RAW_TEXT}`) },
    { name: 'JSON called HTML', due: NOT_JSON, behave: text('text/html', JSON.stringify(SHOPS_ANSWER)) },
    {
      name: 'a gigabyte',
      due: TOO_LARGE,
      behave: flooding(`${OK}\r\n`, CHUNK),
    },
    {
      name: 'a gigabyte that is announced',
      due: TOO_LARGE,
      behave: flooding(`${OK}content-length: ${GIGABYTE}\r\n\r\n`, CHUNK),
    },
    {
      name: 'a gigabyte of error',
      due: TOO_LARGE,
      behave: flooding('HTTP/1.1 500 Oh\r\ncontent-type: application/json\r\n\r\n', CHUNK),
    },
    {
      name: 'headers without end',
      due: UNEXPECTED,
      behave: flooding('HTTP/1.1 200 OK\r\n', Buffer.from(`x: ${'y'.repeat(1000)}\r\n`)),
    },
    ...[301, 302, 307, 308].map((status) => ({
      name: `a redirect with ${status}`,
      due: REDIRECTED,
      behave: redirect(status, elsewhere),
    })),
    {
      name: 'a 429',
      due: 'The service is busy and asks to wait.',
      behave: telling(429, { 'retry-after': '60' }),
    },
    {
      name: 'a key that is refused',
      due: 'The service refused the key: it is unknown, expired or revoked.',
      behave: telling(401),
    },
    { name: 'a connection that breaks', due: REACHED, behave: ({ socket }) => socket?.destroy() },
    { name: 'half a connection', due: REACHED, behave: ({ socket }) => socket?.end() },
    { name: 'less than announced', due: REACHED, behave: raw(`${OK}content-length: 99\r\n\r\n{}`, true) },
    {
      name: 'a packed answer',
      due: UNEXPECTED,
      behave: (response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(packed),
    },
  ];
}

/** Small, and large once it is unpacked. */
export function packBomb(): Buffer {
  return gzipSync(Buffer.alloc(PACKED_BYTES, ' '));
}
