import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { type Certificate, makeCertificate } from './certificates.ts';
import { listenLocally } from './local-port.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The number of the connection, counted from 1. */
  readonly connection: number;
}

export interface ReceiverReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** `drop` disconnects without a response, `silence` never responds, and a function writes the response itself. */
export type ReceiverAnswer = ReceiverReply | 'drop' | 'silence' | ((response: ServerResponse) => void);

export interface ReceiverOptions {
  /** Called when the body has arrived. Default: 204. */
  readonly answer?: (request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer>;
  /** Default: a certificate for `localhost`, 127.0.0.1 and ::1. */
  readonly certificate?: Certificate;
  readonly port?: number;
}

/** A scripted receiver of webhooks on 127.0.0.1. */
export type HttpsReceiver = Awaited<ReturnType<typeof startHttpsReceiver>>;

const LOCAL_NAMES = ['localhost', '127.0.0.1', '::1'];

export async function startHttpsReceiver(options: ReceiverOptions = {}) {
  const { answer = () => ({ status: 204 }) } = options;
  const certificate = options.certificate ?? (await makeCertificate({ names: LOCAL_NAMES }));
  const requests: ReceivedRequest[] = [];
  const connections = new Map<object, number>();
  let connectionCount = 0;

  const getConnectionNumber = (socket: object): number => {
    const known = connections.get(socket) ?? connections.size + 1;
    connections.set(socket, known);
    return known;
  };

  const receive = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = {
      method: message.method ?? '',
      path: message.url ?? '',
      headers: message.headers,
      connection: getConnectionNumber(message.socket),
      body: String(await buffer(message)),
    };
    requests.push(request);
    sendAnswer(await answer(request), message, response);
  };

  const server = createServer({ key: certificate.key, cert: certificate.cert }, (message, response) => {
    // A client that disconnects while it sends is not a mistake of the test.
    receive(message, response).catch(() => message.socket.destroy());
  });
  server.on('connection', () => {
    connectionCount += 1;
  });
  const port = await listenLocally(server, options.port);

  return {
    /** `https://localhost:port/`. */
    url: `https://localhost:${port}/`,
    port,
    /** The certificate that a client must trust, in PEM. */
    ca: certificate.cert,
    /** Requests whose body arrived, oldest first. */
    requests,
    connectionCount: () => connectionCount,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sendAnswer(answer: ReceiverAnswer, message: IncomingMessage, response: ServerResponse): void {
  if (answer === 'silence') return;
  if (answer === 'drop') message.socket.destroy();
  else if (typeof answer === 'function') answer(response);
  else response.writeHead(answer.status, answer.headers).end(answer.text);
}
