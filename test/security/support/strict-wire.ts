import { connect, type Socket } from 'node:net';

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
export interface Wire {
  /** Null where the connection ended without an answer. */
  send(request: WireRequest): Promise<WireAnswer | null>;
  close(): void;
}

interface Awaited {
  readonly isHead: boolean;
  readonly resolve: (answer: WireAnswer | null) => void;
}

export function openWire(port: number): Wire {
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
    send(request) {
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
  return { answer: { status, headers, text: received.toString('utf8', headEnd + 4, end) }, length: end };
}

function nameAndValue(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
