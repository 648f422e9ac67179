import type { ServiceLimits } from '../../../electron/service/server/create-server.ts';
import { drip, type SlowWay } from './slow-client.ts';

type Limits = Pick<
  ServiceLimits,
  'headersTimeoutMs' | 'requestTimeoutMs' | 'keepAliveMs' | 'unreadTimeoutMs'
>;

export interface SlowPort {
  readonly port: number;
  /** Name and port, as the `Host` header has them. */
  readonly authority: string;
  readonly limits: Limits;
  /** A request whose answers fill every buffer when nobody reads them. */
  readonly bigRequest: string;
  /** Path, and headers, of a request with a body that is read. */
  readonly bodyPath: string;
  readonly bodyHeaders: readonly string[];
}

const PIECES = 10;
const PIPELINED = 60;
/** It takes two writes to learn of an end: with pauses of seconds it would look late. */
const NOTICED_WITHIN_MS = 200;
/** Node waits a little longer than it says to a client, so that it does not close in the face of the next request. */
const KEEP_ALIVE_BUFFER_MS = 1_000;

export function silence({ limits }: SlowPort): SlowWay {
  return {
    what: 'a client that says nothing',
    limitMs: limits.headersTimeoutMs,
    begin: (socket) => socket.resume(),
  };
}

export function otherWays({
  authority,
  limits,
  bigRequest,
  bodyPath,
  bodyHeaders,
}: SlowPort): readonly SlowWay[] {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveMs, unreadTimeoutMs } = limits;
  const host = `Host: ${authority}`;
  return [
    {
      what: 'headers that drip',
      limitMs: headersTimeoutMs,
      begin(socket) {
        socket.write(`GET /health HTTP/1.1\r\n${host}\r\n`);
        socket.resume();
        drip(socket, 'X-A: 1\r\n', headersTimeoutMs / PIECES);
      },
    },
    {
      what: 'a body that drips',
      limitMs: requestTimeoutMs,
      begin(socket) {
        const lines = [`POST ${bodyPath} HTTP/1.1`, host, ...bodyHeaders, 'Content-Length: 1000'];
        socket.write(`${lines.join('\r\n')}\r\n\r\n{`);
        socket.resume();
        drip(socket, ' ', requestTimeoutMs / PIECES);
      },
    },
    {
      what: 'a connection that is kept for nothing',
      limitMs: keepAliveMs + KEEP_ALIVE_BUFFER_MS,
      begin(socket) {
        socket.write(`GET /health HTTP/1.1\r\n${host}\r\n\r\n`);
        socket.resume();
      },
    },
    {
      what: 'answers that nobody reads',
      limitMs: unreadTimeoutMs,
      begin(socket) {
        socket.pause();
        socket.write(bigRequest.repeat(PIPELINED));
        // Who does not read learns of the end by writing; and a client that says something is still one that does not read.
        drip(socket, '\r\n', Math.min(unreadTimeoutMs / PIECES, NOTICED_WITHIN_MS));
      },
    },
  ];
}
