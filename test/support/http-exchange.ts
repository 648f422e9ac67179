import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

export type Answer = Awaited<ReturnType<typeof exchange>>;

export interface Sending {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Strings and bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

/** Sends one request over a real connection, with `target` unchanged. */
export async function exchange(
  port: number,
  method: string,
  target: string,
  { token, headers = {}, body }: Sending = {},
) {
  const bytes = bytesOf(body);
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({
      // The server may close an idle connection just when the next request is sent.
      agent: false,
      host: '127.0.0.1',
      port,
      method,
      path: target,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
        ...headers,
      },
    });
    outgoing.on('response', resolve).on('error', reject).end(bytes);
  });
  return { status: message.statusCode ?? 0, headers: message.headers, text: await textOf(message) };
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Writes `lines` to the port unchanged and returns all that comes back until the other side ends. */
export function exchangeRaw(port: number, lines: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' }, () => void socket.write(lines));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });
}

/** Parses the responses that `exchangeRaw` received, which all have a `Content-Length`. */
export function parseAnswers(received: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = received; rest !== ''; ) {
    const headEnd = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0);
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, text: rest.slice(headEnd + 4, bodyEnd) });
    rest = rest.slice(bodyEnd);
  }
  return answers;
}
